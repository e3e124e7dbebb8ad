import { isPartOfLine } from '../../style/lines/lift.ts';
import type { Style } from '../../style/style.ts';

/** A word of a line. */
interface Part {
  readonly end: string;
  readonly out?: unknown;
  readonly struts?: readonly Style[];
}

/** Collects the elements of a block that have no text, and gives them to the words beside them (CSS 2.1, 10.8). */
export class Struts<Word extends Part> {
  readonly #words: Word[];
  #open: Style[] = [];

  constructor(words: Word[]) {
    this.#words = words;
  }

  /** Adds an element. In quirks mode, its font does not count. */
  add(style: Style): void {
    if (style.units.textHeights !== true && isPartOfLine(style)) this.#open.push(style);
  }

  /** Gives the elements before a word to it. `at`: its index. */
  giveTo(at: number): void {
    const word = this.#words[at];
    if (this.#open.length === 0 || !word || word.out) return;
    this.#words[at] = { ...word, struts: [...(word.struts ?? []), ...this.#open] };
    this.#open = [];
  }

  /** Gives the elements behind the last word to it. Behind the end of a line, they begin no other one. */
  end(): void {
    if (this.#words.at(-1)?.end !== 'must') this.giveTo(this.#words.length - 1);
  }
}
