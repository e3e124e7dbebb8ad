import { PdfProblem } from '../boxes/pdfProblem.ts';

/** Maximum number of elements, and of letters and parts of lines, that are drawn. Those of each `use` and of each tile count. */
const MAX_ELEMENTS = 100_000;
const MAX_DETAILS = 1_000_000;
/** Maximum number of elements that use each other. */
const MAX_USES = 20;
/** Maximum length of the elements with filters, as they are written for each picture, and of the shapes of clip paths: of each. */
const MAX_TEXT = 10_000_000;

/** Counts what a drawing is made of. Throws PdfProblem beyond the limits. */
export class DrawingLimits {
  #elements = 0;
  #details = 0;
  #filters = 0;
  #clips = 0;

  addElement(): void {
    if (++this.#elements > MAX_ELEMENTS)
      throw new PdfProblem(`A drawing has more than ${MAX_ELEMENTS} elements, counting those that others use.`);
  }

  addDetails(details: number): void {
    this.#details += details;
    if (this.#details > MAX_DETAILS)
      throw new PdfProblem(`A drawing has more than ${MAX_DETAILS} letters and parts of lines.`);
  }

  /** Returns the elements that are being used, with a further one. */
  nested<T>(uses: readonly T[], one: T): T[] {
    if (uses.length >= MAX_USES)
      throw new PdfProblem(`A drawing has more than ${MAX_USES} elements that use each other.`);
    return [...uses, one];
  }

  /** Counts the text of an element with a filter. Returns whether it may be written. */
  hasRoomFor(length: number): boolean {
    this.#filters += length;
    return this.#filters <= MAX_TEXT;
  }

  addClip(length: number): void {
    this.#clips += length;
    if (this.#clips > MAX_TEXT)
      throw new PdfProblem(
        `A drawing has clip paths of more than ${MAX_TEXT} characters, counted for each element that they apply to.`,
      );
  }

  /** Runs a function whose details are drawn so many times. */
  repeated<T>(times: number, draw: () => T): T {
    const before = this.#details;
    const result = draw();
    this.addDetails((this.#details - before) * (times - 1));
    return result;
  }
}
