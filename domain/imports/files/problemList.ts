import { badRequest, type ServiceError } from '../../errors.ts';

/** Maximum number of listed problems; the rest is counted. */
const LISTED = 99;
/** Number of problems at which the reading of a file stops. */
const ENOUGH = 10_000;

/** The problems of a file of records, sorted by record. */
export class ProblemList {
  #problems: { index: number; text: string }[] = [];
  #more = 0;

  /** Returns an independent copy, with which each attempt of a retried transaction begins. */
  copy(): ProblemList {
    const copy = new ProblemList();
    copy.#problems = [...this.#problems];
    copy.#more = this.#more;
    return copy;
  }

  get count(): number {
    return this.#problems.length + this.#more;
  }

  /** @param index the number of the record; -1 for the file itself */
  add(index: number, text: string): void {
    // Each check adds its problems in order, and there are few checks: this number includes the first ones of each.
    if (this.#problems.length < LISTED * 10) this.#problems.push({ index, text });
    else this.#more++;
  }

  /** The first problems in the order of their addition, with the numbers of their records. */
  get entries(): readonly { readonly index: number; readonly text: string }[] {
    return this.#problems;
  }

  /** Whether the caller should stop looking for problems. */
  get enough(): boolean {
    return this.count >= ENOUGH;
  }

  get texts(): string[] {
    const sorted = this.#problems.toSorted((a, b) => a.index - b.index).map(({ text }) => text);
    const more = this.#more + Math.max(0, sorted.length - LISTED);
    return more > 0 ? [...sorted.slice(0, LISTED), `... and ${more} more`] : sorted;
  }

  /** The 400 that lists them. */
  refuse(message: string): ServiceError {
    return badRequest(message, this.texts);
  }

  throwIfAny(message: string): void {
    if (this.count > 0) throw this.refuse(message);
  }
}
