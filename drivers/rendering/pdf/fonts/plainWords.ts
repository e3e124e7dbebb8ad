import type { Font, Glyph, GlyphPosition, GlyphRun } from 'fontkit';
import { type Lookup, type Processor, processorsOf, type Rule } from './fontRules.ts';
import { drawnGlyph } from './letterGlyphs.ts';
import type { ShapedWord } from './shapedWord.ts';

/** Letters of the Latin script, digits and signs, without the soft hyphen. */
const plain = /^[\x20-\x7e\xa0-\xac\xae-\u017f\u2010-\u2015\u2018-\u201e\u2022\u2026\u20a0-\u20bf]+$/;
/** The scripts that texts of these have for a font. */
const SCRIPTS = ['latn', 'DFLT'];
/** The features that fontkit applies to these scripts. */
const FEATURES = 'rvrn ltra ltrm ccmp locl rlig mark mkmk calt clig liga rclt curs kern'.split(' ');
/** Maximum number of pairs of letters whose distances are cached. */
const MAX_PAIRS = 50_000;

type Table = 'GSUB' | 'GPOS';

/** The lookups of a table that count for plain texts. */
interface Rules {
  readonly table: Table;
  readonly processor: Processor;
  readonly lookups: readonly Lookup[];
}

/** Maximum number of rules that the glyph of a letter is looked up in. Fonts with kerning of many scripts have some hundred. */
const MAX_RULES = 5_000;
/** The type of the lookups of GPOS that place a glyph by the next one. */
const PAIR = 2;
/** The types of the lookups that have rules of another type. */
const extensions = { GSUB: 7, GPOS: 9 } as const;

/** A glyph without rules of its own, and the rules that begin at it where another glyph follows. */
interface Letter {
  readonly glyph: Glyph;
  readonly continues: readonly Continues[];
}

/** Whether a rule may go on with a glyph. */
type Continues = (glyph: number) => boolean;

/**
 * Shapes words that need no rules of their font but for the distances of two letters, such as numbers: their glyphs are those of the
 * letters alone, and each advance is that of the letter before the next one. fontkit takes forty times as long for each word that it has not
 * cached, and documents of a kind differ in their numbers. `shape` shapes any text.
 */
export class PlainWords {
  readonly #shape: (text: string) => GlyphRun;
  /** Undefined for a font whose plain texts may depend on more than pairs. */
  readonly #rules: readonly Rules[] | undefined;
  /** Undefined for a letter that its font may replace or move by itself. */
  readonly #letters = new Map<string, Letter | undefined>();
  /** By two letters: the advance of the first; undefined where the font may do more with them. */
  readonly #pairs = new Map<string, number | undefined>();

  constructor(font: Font, shape: (text: string) => GlyphRun) {
    this.#shape = shape;
    this.#rules = rulesOf(font);
  }

  /** Returns undefined for a text that may have more rules. */
  word(text: string): ShapedWord | undefined {
    if (!this.#rules || !plain.test(text)) return undefined;
    const glyphs: Glyph[] = [];
    const positions: number[] = [];
    let advanceWidth = 0;
    for (let at = 0; at < text.length; at++) {
      const glyph = this.#letter(text.charAt(at))?.glyph;
      if (!glyph) return undefined;
      const advance = at + 1 < text.length ? this.#advance(text.slice(at, at + 2)) : glyph.advanceWidth;
      if (advance === undefined) return undefined;
      glyphs.push(glyph);
      positions.push(advance);
      advanceWidth += advance;
    }
    return { glyphs, positions, advanceWidth };
  }

  #letter(letter: string): Letter | undefined {
    if (this.#letters.has(letter)) return this.#letters.get(letter);
    const { glyphs, positions } = this.#shape(letter);
    const [glyph] = glyphs;
    const [position] = positions;
    const isAlone = glyphs.length === 1 && glyph && position && isUnmoved(position, glyph);
    const continues = isAlone && continuationsOf(this.#rules ?? [], glyph.id);
    const found = isAlone && continues ? { glyph: drawnGlyph(glyph), continues } : undefined;
    this.#letters.set(letter, found);
    return found;
  }

  #advance(pair: string): number | undefined {
    if (this.#pairs.has(pair)) return this.#pairs.get(pair);
    const [first, second] = [...pair].map((letter) => this.#letter(letter));
    const advance = first && second && this.#advanceBefore(pair, first, second);
    if (this.#pairs.size >= MAX_PAIRS) this.#pairs.clear();
    this.#pairs.set(pair, advance);
    return advance;
  }

  #advanceBefore(pair: string, first: Letter, second: Letter): number | undefined {
    const { glyphs, positions } = this.#shape(pair);
    const [place, next] = positions;
    const [one, other] = glyphs;
    if (glyphs.length !== 2 || !one || !other || !place || !next) return undefined;
    if (drawnGlyph(one) !== first.glyph || drawnGlyph(other) !== second.glyph) return undefined;
    if (first.continues.some((continues) => continues(other.id))) return undefined;
    return isShifted(place) || !isUnmoved(next, other) ? undefined : place.xAdvance;
  }
}

const isUnmoved = (position: GlyphPosition, glyph: Glyph): boolean =>
  position.xAdvance === glyph.advanceWidth && !isShifted(position);

const isShifted = ({ xOffset, yOffset, yAdvance }: GlyphPosition): boolean => Boolean(xOffset || yOffset || yAdvance);

/** Returns undefined where a rule may apply to the glyph, whatever follows it. */
function continuationsOf(rules: readonly Rules[], glyph: number): Continues[] | undefined {
  const found: Continues[] = [];
  try {
    for (const { table, processor, lookups } of rules) {
      for (const { lookupType, subTables } of lookups) {
        for (const rule of subTables) {
          const continues = continuationOf({ table, processor, lookupType, rule }, glyph);
          if (continues === 'always') return undefined;
          if (continues) found.push(continues);
        }
      }
    }
  } catch {
    // The rule is damaged.
    return undefined;
  }
  return found;
}

interface TypedRule {
  readonly table: Table;
  readonly processor: Processor;
  readonly lookupType: number;
  readonly rule: Rule;
}

/** Returns how a rule may go on after the glyph; undefined if it does not begin at it, or is one for the distance of a pair. */
function continuationOf(typed: TypedRule, glyph: number): Continues | 'always' | undefined {
  const { table, processor, lookupType, rule } = typed;
  if (lookupType === extensions[table] && rule.extension)
    return continuationOf({ ...typed, lookupType: rule.lookupType ?? 0, rule: rule.extension }, glyph);
  if (table === 'GPOS' && lookupType === PAIR) return undefined;
  const input = rule.inputCoverage ?? rule.coverages;
  const first = rule.coverage ?? rule.markCoverage ?? rule.mark1Coverage ?? input?.[0];
  if (!first) return 'always';
  const place = processor.coverageIndex(first, glyph);
  if (place === -1) return undefined;
  const second = input?.[1] ?? (input && rule.lookaheadCoverage?.[0]);
  if (second) return (next) => processor.coverageIndex(second, next) !== -1;
  if (table !== 'GSUB' || !rule.ligatureSets) return 'always';
  const seconds = new Set(rule.ligatureSets.get(place).map(({ components }) => components[0]));
  return seconds.has(undefined) ? 'always' : (next) => seconds.has(next);
}

/** Returns undefined for a font whose plain texts may depend on more than pairs. */
function rulesOf(font: Font): Rules[] | undefined {
  const { substitutions, places, hasOthers } = processorsOf(font);
  if (hasOthers) return undefined;
  try {
    const rules: Rules[] = [];
    if (substitutions)
      rules.push({ table: 'GSUB', processor: substitutions, lookups: lookupsOf(substitutions).flat() });
    if (places) {
      const [latin = [], other = []] = lookupsOf(places);
      const isSame = latin.length === other.length && latin.every((lookup, at) => lookup === other[at]);
      const skips = latin.some(({ flags }) => flags.ignoreBaseGlyphs || flags.ignoreLigatures);
      if (!isSame || skips) return undefined;
      rules.push({ table: 'GPOS', processor: places, lookups: latin });
    }
    const count = rules.flatMap(({ lookups }) => lookups).reduce((sum, { subTables }) => sum + subTables.length, 0);
    return count > MAX_RULES ? undefined : rules;
  } catch {
    // The rules of a damaged font are left to fontkit, word by word.
    return undefined;
  }
}

/** Returns the lookups of each script. */
function lookupsOf(processor: Processor): Lookup[][] {
  return SCRIPTS.map((script) => {
    processor.selectScript(script);
    const indexes = FEATURES.flatMap((tag) => processor.features?.[tag]?.lookupListIndexes ?? []);
    return [...new Set(indexes)].map((index) => processor.table.lookupList.get(index));
  });
}
