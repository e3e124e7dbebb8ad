import { badRequest, type ServiceError } from '../../errors.ts';

/** More than these help nobody; the rest is counted. */
const LISTED = 99;
/** A file with this many is read no further. */
const ENOUGH = 10_000;

/** The problems of a file of records, in the order of the records they are about. */
export class ProblemList {
  #problems: { index: number; text: string }[] = [];
  #more = 0;

  /** A list to add to without this one knowing: work that is done again begins with the same problems. */
  copy(): ProblemList {
    const copy = new ProblemList();
    copy.#problems = [...this.#problems];
    copy.#more = this.#more;
    return copy;
  }

  get count(): number {
    return this.#problems.length + this.#more;
  }

  /** @param index of the record the problem is about; -1 for the file itself */
  add(index: number, text: string): void {
    // Problems come in order from each look at the records, and there are few looks.
    if (this.#problems.length < LISTED * 10) this.#problems.push({ index, text });
    else this.#more++;
  }

  /** The first of them as they came, with the records they are about. */
  get entries(): readonly { readonly index: number; readonly text: string }[] {
    return this.#problems;
  }

  /** Whether there is no point in looking for more. */
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
