import { type Span, spans } from './activityData.ts';

/** The buttons that choose the period of charts. */
export const SpanChoice = ({ span, choose }: { span: Span; choose: (span: Span) => void }) => (
  <fieldset class="group">
    <legend class="unseen">Time range of the charts</legend>
    {spans.map((one) => (
      <button key={one.minutes} type="button" aria-pressed={one === span} onClick={() => choose(one)}>
        {one.label}
      </button>
    ))}
  </fieldset>
);
