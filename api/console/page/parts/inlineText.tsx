import { Fragment } from 'preact';
import { number } from '../format.ts';

/** A long name that may break after its `_` and `.`, and not in the midst of a word. */
export const Name = ({ of }: { of: string }) => (
  <>
    {of.split(/(?<=[_.])/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);

/** A count in a table: none is quiet, one that wants somebody is loud. */
export const Count = ({ of, alarm }: { of: number; alarm?: boolean }) => (
  <span class={of === 0 ? 'quiet' : alarm ? 'alarm' : undefined}>{number(of)}</span>
);

/** A description with its `code` shown as such. */
export const Said = ({ of }: { of: string }) => (
  <>
    {of
      .split('`')
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
      .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
  </>
);
