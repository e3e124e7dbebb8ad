/** An element as selectors see it. Its position among its siblings is counted once, when the tree is built. */
export interface ElementView {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly parent: ElementView | undefined;
  readonly previous: ElementView | undefined;
  /** Position among the siblings: from the start and from the end, both from 1; `ofType` counts those of the same tag. */
  readonly index: number;
  readonly fromEnd: number;
  readonly indexOfType: number;
  readonly fromEndOfType: number;
  readonly empty: boolean;
  /** The elements in it. */
  children(): readonly ElementView[];
}
