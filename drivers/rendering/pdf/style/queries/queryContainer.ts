/** What `container-type` and `container-name` make of an element. */
export interface QueryKind {
  readonly names: readonly string[];
  /** Whether its width counts (`container-type: inline-size` or `size`); without it, nothing does. */
  readonly isQueried: boolean;
  /** Whether its height counts, too (`container-type: size`). */
  readonly hasHeight: boolean;
}

/** The content box of a container; pt. */
export interface QuerySize {
  readonly width: number;
  readonly height: number | undefined;
}

/** An element whose size is queried by those in it. */
export interface QueryContainer extends QueryKind {
  /** Undefined until the document has been laid out. */
  readonly size: QuerySize | undefined;
  /** Returns a length as its own size of letters has it; pt. */
  readonly lengthOf: (text: string) => number | undefined;
}
