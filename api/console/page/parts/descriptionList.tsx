import type { ComponentChildren } from 'preact';

/** A name and what is so called, in a list of such; left out where it is not there. */
export const Fact = ({ name, children }: { name: string; children?: ComponentChildren }) =>
  children === undefined || children === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
