import { type CounterStyle, numberIn } from '../../../../../domain/documents/css/counterStyle.ts';
import type { signStyleNames } from '../../../../../domain/documents/css/counterStyleNames.ts';
import type { CounterStyleRule } from '../../../../../domain/documents/css/counterStyleRule.ts';
import { ownValue } from '../../../../../domain/documents/css/ownValue.ts';
import { shown } from '../../../../../domain/documents/warnings/shownText.ts';
import { decimal, predefinedStyle } from './predefinedStyles.ts';

/** Maximum number of styles that are tried for a number. */
const MAX_FALLBACKS = 50;

const signs: Readonly<Record<(typeof signStyleNames)[number], string>> = {
  none: '',
  disc: '•',
  circle: '◦',
  square: '▪',
  'disclosure-closed': '▸',
  'disclosure-open': '▾',
};

/** Maximum number of ranges, and of symbols, of a style, which are searched for each number. */
const MAX_PARTS = 1_000;

/** The marker of a list item. */
interface MarkerText {
  readonly text: string;
  /** Whether nothing follows the text; else a space does, or the text stands for a symbol. */
  readonly isWhole: boolean;
}

/** The counter styles of a document. */
export class CounterStyles {
  readonly #rules: ReadonlyMap<string, CounterStyleRule>;
  readonly #styles = new Map<string, CounterStyle>();

  /** Of several rules for a name, the last one counts. */
  constructor(sheets: readonly { readonly counterStyles: ReadonlyMap<string, CounterStyleRule> }[]) {
    this.#rules = new Map(sheets.flatMap(({ counterStyles }) => [...counterStyles]));
  }

  /** Returns the value of a counter in a style of `list-style-type`. */
  textOf(name: string, value: number): string {
    const sign = ownValue(signs, name.toLowerCase());
    if (sign !== undefined) return sign;
    const tried = new Set<CounterStyle>();
    let style = this.#styleOf(name);
    while (tried.size < MAX_FALLBACKS && !tried.has(style)) {
      const text = numberIn(style, value);
      if (text !== undefined) return text;
      tried.add(style);
      style = this.#styleOf(style.fallback);
    }
    return String(value);
  }

  /** Returns the marker of a list item; its text is empty for none. */
  markerOf(name: string, value: number): MarkerText {
    const sign = ownValue(signs, name.toLowerCase());
    if (sign !== undefined) return { text: sign, isWhole: false };
    const { prefix, suffix } = this.#styleOf(name);
    const text = prefix + this.textOf(name, value);
    return suffix === '. ' ? { text: `${text}.`, isWhole: false } : { text: text + suffix, isWhole: true };
  }

  #styleOf(name: string): CounterStyle {
    let style = this.#styles.get(name);
    if (!style) {
      style = this.#resolved(name);
      this.#styles.set(name, style);
    }
    return style;
  }

  /** Returns a style with what it has of those that it extends. Styles that extend each other in a circle extend `decimal`. */
  #resolved(name: string): CounterStyle {
    const chain = new Map<string, CounterStyleRule>();
    let last = name;
    for (;;) {
      const rule = this.#rules.get(last);
      if (chain.has(last)) return extended(decimal, [...chain.values()]);
      if (!rule) return extended(predefinedStyle(last.toLowerCase()) ?? decimal, [...chain.values()]);
      if (!('extended' in rule)) return extended(rule, [...chain.values()]);
      chain.set(last, rule);
      last = rule.extended;
    }
  }
}

const extended = (base: CounterStyle, rules: readonly CounterStyleRule[]): CounterStyle =>
  Object.assign({}, base, ...rules.toReversed());

/** Returns why a style is ignored that has too many ranges or symbols; undefined for others. */
export function excessOf(name: string, { ranges = [], ...rule }: CounterStyleRule): string | undefined {
  const system = 'system' in rule ? rule.system : undefined;
  const symbols = system && ('symbols' in system ? system.symbols : 'weights' in system ? system.weights : undefined);
  const isTooLong = ranges.length > MAX_PARTS || (symbols?.length ?? 0) > MAX_PARTS;
  return isTooLong
    ? `@counter-style ${shown(name)} has more than ${MAX_PARTS} ranges or symbols, so it is ignored`
    : undefined;
}
