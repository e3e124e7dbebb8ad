import { duration, pluralize } from '../../common/format.ts';
import { humanize } from '../../common/schema.ts';
import type { Series } from '../../parts/charts/bars.ts';
import { Chart } from '../../parts/charts/chart.tsx';
import { Failure } from '../../parts/notices.tsx';
import { type Activity, intervalsOf, type Span, sumSeries, unitOf, useActivity } from './activityData.ts';

/** The colours of outcomes. Others have that of a neutral one. */
const colours: Readonly<Record<string, string>> = {
  done: '--accent',
  completed: '--accent',
  sent: '--accent',
  '2xx': '--accent',
  retry: '--warn',
  '4xx': '--warn',
  failed: '--bad',
  deadLetter: '--bad',
  rejected: '--bad',
  '5xx': '--bad',
};

/** What durations are of. */
const measured: Readonly<Record<string, readonly [one: string, many: string]>> = {
  jobs: ['batch', 'batches'],
  steps: ['attempt', 'attempts'],
  handOvers: ['hand-over', 'hand-overs'],
  requests: ['request', 'requests'],
};

const percentiles = [
  { label: 'Half within', member: 'p50', colour: '--accent' },
  { label: '95 % within', member: 'p95', colour: '--busy' },
  { label: '99 % within', member: 'p99', colour: '--edge' },
] as const;

interface NamedChartsProps {
  readonly what: string;
  /** A queue, a job type or a channel; absent for requests. */
  readonly name?: string | undefined;
  readonly span: Span;
}

/** How often and how fast one queue, job type or channel did its work. */
export function NamedCharts({ what, name, span }: NamedChartsProps) {
  const { data, error } = useActivity(span, { what, ...(name !== undefined && { name }) });
  if (error) return <Failure error={error} />;
  if (!data) return null;
  const at = intervalsOf(data);
  const whole = data.durations?.find((one) => one.at === undefined);
  return (
    <div class="charts">
      <Chart title="Outcomes" unit={unitOf(data)} at={at} series={outcomesOf(data, at)} arrangement="stacked" />
      <Chart
        title="Durations"
        unit={whole ? `of ${pluralize(whole.count, ...(measured[what] ?? ['one', 'all']))}` : 'none in this time'}
        at={at}
        series={durationsOf(data, at)}
        arrangement="nested"
        format={(seconds) => (seconds === 0 ? 'none' : duration(seconds))}
        least={0.01}
        legend={({ label }) => {
          const member = percentiles.find((one) => one.label === label)?.member;
          return whole && member ? duration(whole[member]) : '–';
        }}
      />
    </div>
  );
}

function outcomesOf(activity: Activity, at: readonly number[]): Series[] {
  const outcomes = [...new Set(activity.rows.map(({ outcome }) => outcome))].toSorted();
  return outcomes.map((outcome) =>
    sumSeries(
      activity,
      at,
      { label: humanize(outcome), colour: colours[outcome] ?? '--busy' },
      (row) => row.outcome === outcome,
    ),
  );
}

function durationsOf({ durations = [] }: Activity, at: readonly number[]): Series[] {
  const byTime = new Map(durations.map((one) => [one.at, one]));
  return percentiles.map(({ label, member, colour }) => ({
    label,
    colour,
    values: at.map((start) => byTime.get(start)?.[member] ?? 0),
  }));
}
