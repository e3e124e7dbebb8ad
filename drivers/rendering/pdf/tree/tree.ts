import type { BlockBox } from '../boxes/boxes.ts';
import type { Picture } from '../images/picture.ts';
import type { LayoutProblem } from '../layoutProblems.ts';

/** A document as boxes. */
export interface Tree {
  readonly body: BlockBox;
  readonly header: BlockBox | undefined;
  readonly footer: BlockBox | undefined;
  readonly title: string | undefined;
  readonly language: string | undefined;
  readonly meta: ReadonlyMap<string, string>;
  /** What its structure lacks, if it is tagged, and which declarations are ignored. */
  readonly problems: readonly LayoutProblem[];
  /** Drawings within the page. */
  readonly drawings: readonly Picture[];
}
