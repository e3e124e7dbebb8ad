import type { ContainerQuery } from '../queries/containerQuery.ts';
import type { Selector } from '../selectors.ts';
import type { Declarations } from './declarations.ts';

export interface StyleRule {
  /** Unique among all rules of this process. */
  readonly id: number;
  readonly selector: Selector;
  readonly declarations: Declarations;
  /** Whether it changes counters. */
  readonly counts: boolean;
  /** By origin, then by specificity. Among equal ranks the later rule wins. */
  readonly rank: number;
  /** Position within its sheet. */
  readonly order: number;
  /** The conditions of the `@container` rules around it. */
  readonly queries: readonly ContainerQuery[];
  /** Its cascade layer, as a path (`base.text`); empty without one, undefined of a built-in rule. */
  readonly layer: string | undefined;
}
