import { readCounterStyle } from '../css/counterStyleRule.ts';
import { treatmentOf } from './cssSupport.ts';
import { DYNAMIC } from './inspectOptions.ts';
import type { CssToken } from './scanCss.ts';

interface ListStyle {
  readonly property: string;
  readonly value: string;
  readonly at: number;
  readonly problem: string;
}

/** Returns the name of the `@counter-style` rule of a declaration; undefined for others. */
export const counterStyleOf = (token: CssToken): string | undefined =>
  token.kind === 'declaration' ? /^@counter-style\s+(.+)/i.exec(token.selector)?.[1] : undefined;

/** The styles of lists of a document that may be those of its `@counter-style` rules. */
export class ListStyles {
  readonly #declared = new Set<string>();
  readonly #listStyles: ListStyle[] = [];

  /** Adds the counter styles of a sheet, but those that the layout ignores. */
  declare(tokens: readonly CssToken[]): void {
    const rules = new Map<string, [name: string, value: string, important: boolean][]>();
    for (const token of tokens) {
      const name = counterStyleOf(token);
      if (token.kind !== 'declaration' || name === undefined) continue;
      const descriptors = rules.get(name) ?? [];
      descriptors.push([token.property, token.value, false]);
      rules.set(name, descriptors);
    }
    for (const [name, descriptors] of rules) {
      const isDynamic = descriptors.some((descriptor) => descriptor.join().includes(DYNAMIC));
      if (isDynamic || readCounterStyle(name, descriptors)) this.#declared.add(name);
    }
  }

  /** Adds a style that no document has, with its warning. */
  add(listStyle: ListStyle): void {
    this.#listStyles.push(listStyle);
  }

  /** Returns the styles that neither the document nor the partials of its template declare. */
  unknown(partials: string): ListStyle[] {
    const declared = new Set(this.#declared);
    for (const [, name = ''] of partials.matchAll(/@counter-style\s+([^\s{]+)/gi)) declared.add(name);
    return this.#listStyles.filter(({ property, value }) => {
      const words = value.split(/\s+/).map((word) => (declared.has(word) ? 'decimal' : word));
      return treatmentOf(property, words.join(' ')) !== undefined;
    });
  }
}
