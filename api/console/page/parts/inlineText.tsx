import { Fragment } from 'preact';
import { number } from '../common/format.ts';
import { withKindsInWords } from '../common/kindWords.ts';

/** A long name that may wrap after `_`, `.`, `@` and `/`, but not within a word. */
export const BreakableName = ({ of }: { of: string }) => (
  <>
    {of.split(/(?<=[_.@/])/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);

/** A count in a table: grey if it is zero, highlighted if it needs attention. */
export const Count = ({ of, alarm }: { of: number; alarm?: boolean }) => (
  <span class={of === 0 ? 'quiet' : alarm ? 'alarm' : undefined}>{number(of)}</span>
);

/** A description with its parts in backquotes as code. */
export const DescriptionText = ({ of }: { of: string }) => (
  <>
    {withKindsInWords(of)
      .split('`')
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
      .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
  </>
);
