import type { ComponentChildren } from 'preact';

/** An item of a description list; nothing if it has no content. */
export const DescriptionItem = ({ name, children }: { name: string; children?: ComponentChildren }) =>
  children === undefined || children === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
