/** Numbers headings without gaps: a heading is one level below the last one that is above it in HTML. */
export class HeadingLevels {
  readonly #open: number[] = [];

  /** `declared`: the level in HTML. */
  next(declared: number): number {
    while ((this.#open.at(-1) ?? 0) >= declared) this.#open.pop();
    this.#open.push(declared);
    return this.#open.length;
  }
}
