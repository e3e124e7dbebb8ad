import { PdfProblem } from '../../boxes/pdfProblem.ts';
import type { CounterStyles } from '../../style/counters/counterStyles.ts';
import { parts } from '../../style/values/valueWords.ts';

/** Maximum depth of counters with one name. */
const MAX_NESTED = 50;

/** Maximum number of letters that a document generates: one rule makes its text at every element. */
const MAX_GENERATED = 1_000_000;

/** The counters of CSS, while a document is read from its start to its end. */
export class Counters {
  readonly #scopes: Map<string, number>[] = [new Map()];

  readonly styles: CounterStyles;
  readonly #generated: { letters: number };
  #quotes = 0;

  /** @param generated the letters that the document has generated so far, where its parts count by themselves */
  constructor(styles: CounterStyles, generated: { letters: number } = { letters: 0 }) {
    this.styles = styles;
    this.#generated = generated;
  }

  /** Counts letters of generated content. Throws PdfProblem where a document has too many. */
  generate(letters: number): void {
    this.#generated.letters += letters;
    if (this.#generated.letters > MAX_GENERATED)
      throw new PdfProblem(
        `Generated content has more than ${MAX_GENERATED} characters: shorten \`content\` of ::before, ::after, ::marker and margin boxes, or apply it to fewer elements.`,
      );
  }

  /** Opens or closes a quotation; returns its depth, from 0, and -1 where none is open. */
  quote(opens: boolean): number {
    if (opens) return this.#quotes++;
    return this.#quotes === 0 ? -1 : --this.#quotes;
  }

  /** Enters the content of an element: counters that begin in it end with it. */
  enter(): void {
    this.#scopes.push(new Map());
  }

  leave(): void {
    this.#scopes.pop();
  }

  /** Applies the declarations of an element. */
  apply(declarations: ReadonlyMap<string, string>): void {
    for (const [name, value] of pairs(declarations.get('counter-reset'), 0)) this.#scopes.at(-1)?.set(name, value);
    for (const [name, value] of pairs(declarations.get('counter-increment'), 1)) {
      const scope = this.#scopeOf(name);
      scope.set(name, (scope.get(name) ?? 0) + value);
    }
    for (const [name, value] of pairs(declarations.get('counter-set'), 0)) this.#scopeOf(name).set(name, value);
  }

  /** Sets the number of a list item, which CSS counts without a declaration. */
  number(value: number): void {
    this.#scopes.at(-1)?.set('list-item', value);
  }

  textOf(name: string, type: string): string {
    return this.styles.textOf(type, this.#scopeOf(name).get(name) ?? 0);
  }

  /** The values of all counters with this name, from the outermost. */
  textsOf(name: string, separator: string, type: string): string {
    const values = this.#scopes.flatMap((scope) => scope.get(name) ?? []).slice(-MAX_NESTED);
    return (values.length > 0 ? values : [0]).map((value) => this.styles.textOf(type, value)).join(separator);
  }

  /** The innermost scope that has a counter; it begins here if there is none. */
  #scopeOf(name: string): Map<string, number> {
    return this.#scopes.findLast((scope) => scope.has(name)) ?? this.#scopes.at(-1) ?? new Map();
  }
}

/** Returns the counters in the value of a property with their numbers; `standard` where none is declared. */
export function pairs(value: string | undefined, standard: number): (readonly [name: string, number: number])[] {
  if (value === undefined || value === 'none') return [];
  const words = parts(value);
  return words.flatMap((word, at) => {
    if (isInteger(word)) return [];
    const next = words[at + 1];
    return [[word, next !== undefined && isInteger(next) ? Number(next) : standard] as const];
  });
}

const isInteger = (word: string): boolean => /^[+-]?\d+$/.test(word);
