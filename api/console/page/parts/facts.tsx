import type { ComponentChildren } from 'preact';

/** A name and what is so called, in a list of such. */
export const Fact = ({ name, children }: { name: string; children?: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children ?? ''}</dd>
  </div>
);
