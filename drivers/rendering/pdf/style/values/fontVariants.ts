import { ownValue } from '../../../../../domain/documents/css/ownValue.ts';

/** Which forms of its letters a font shows. */
export interface FontVariants {
  /** Whether small letters, or all, are drawn as small capitals. */
  readonly capitals: 'none' | 'small' | 'all';
  /** Tags of OpenType, of numerals. */
  readonly numerals: readonly string[];
  /** Further tags by the property that declares them; `-liga` turns one off. Those that a font lacks change nothing. */
  readonly others: Readonly<Record<string, readonly string[]>>;
}

export const plainVariants: FontVariants = { capitals: 'none', numerals: [], others: {} };

const capitals: Readonly<Record<string, FontVariants['capitals']>> = {
  'small-caps': 'small',
  'petite-caps': 'small',
  'all-small-caps': 'all',
  'all-petite-caps': 'all',
};

const numerals: Readonly<Record<string, string>> = {
  'lining-nums': 'lnum',
  'oldstyle-nums': 'onum',
  'proportional-nums': 'pnum',
  'tabular-nums': 'tnum',
  'diagonal-fractions': 'frac',
  'stacked-fractions': 'afrc',
  ordinal: 'ordn',
  'slashed-zero': 'zero',
};

const readCapitals = (value: string): FontVariants['capitals'] => ownValue(capitals, value) ?? 'none';

/** Returns the tags in one order, whatever that of the words is: a font with the same features is the same font. */
export function readNumerals(value: string): readonly string[] {
  const words = value.split(/\s+/);
  return Object.entries(numerals).flatMap(([word, tag]) => (words.includes(word) ? tag : []));
}

/** The tags of the words of each property. */
const tagsOfWords: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'font-variant-ligatures': {
    none: ['-liga', '-clig', '-dlig', '-hlig', '-calt'],
    'common-ligatures': ['liga', 'clig'],
    'no-common-ligatures': ['-liga', '-clig'],
    'discretionary-ligatures': ['dlig'],
    'no-discretionary-ligatures': ['-dlig'],
    'historical-ligatures': ['hlig'],
    'no-historical-ligatures': ['-hlig'],
    contextual: ['calt'],
    'no-contextual': ['-calt'],
  },
  'font-variant-position': { sub: ['subs'], super: ['sups'] },
  'font-variant-alternates': { 'historical-forms': ['hist'] },
  'font-kerning': { none: ['-kern'] },
};

/** The properties that `others` of variants has tags of, the strongest one last. */
const tagged: readonly string[] = [...Object.keys(tagsOfWords), 'font-feature-settings'];

/** The properties that decide about variants. */
export const featureProperties: readonly string[] = ['font-variant-caps', 'font-variant-numeric', ...tagged];

/** Maximum number of tags of one declaration. */
const MAX_SETTINGS = 30;

/** Returns the variants as a declaration of one of these properties changes them. */
export function withVariant(variants: FontVariants, property: string, value: string): FontVariants {
  if (property === 'font-variant-caps') {
    const capitals = readCapitals(value);
    return capitals === variants.capitals ? variants : { ...variants, capitals };
  }
  if (property === 'font-variant-numeric') {
    const numerals = readNumerals(value);
    return numerals.join() === variants.numerals.join() ? variants : { ...variants, numerals };
  }
  const tags =
    property === 'font-feature-settings'
      ? readSettings(value)
      : value.split(/\s+/).flatMap((word) => ownValue(tagsOfWords[property] ?? {}, word) ?? []);
  if (tags === undefined || tags.join() === (variants.others[property] ?? []).join()) return variants;
  return { ...variants, others: { ...variants.others, [property]: tags } };
}

/** Reads `"tnum", "liga" 0`; undefined for other text. */
function readSettings(value: string): readonly string[] | undefined {
  if (/^normal$/i.test(value)) return [];
  const tags: string[] = [];
  for (const one of value.split(',').slice(0, MAX_SETTINGS)) {
    const [, tag, setting = 'on'] = /^\s*["']([\x20-\x7e]{4})["']\s*(on|off|\d+)?\s*$/i.exec(one) ?? [];
    if (tag === undefined) return undefined;
    tags.push(/^(?:off|0+)$/i.test(setting) ? `-${tag}` : tag);
  }
  return tags;
}

/** Expands `font-variant`. */
export function expandVariant(value: string): [string, string][] {
  const words = value.toLowerCase().split(/\s+/);
  const numeric = words.filter((word) => ownValue(numerals, word) !== undefined);
  const others = Object.entries(tagsOfWords).slice(0, -1);
  return [
    ['font-variant-caps', words.find((word) => ownValue(capitals, word) !== undefined) ?? 'normal'],
    ['font-variant-numeric', numeric.join(' ') || 'normal'],
    ...others.map(([property, known]): [string, string] => [
      property,
      words.filter((word) => ownValue(known, word) !== undefined).join(' ') || 'normal',
    ]),
  ];
}

/** The tags of a font whose small capitals stand for small letters, and for capital ones. */
const capitalFeatures = { none: [], small: ['smcp'], all: ['smcp', 'c2sc'] } as const;

/** Returns the tags of OpenType that a font has to have for variants. */
export const featuresOf = ({ capitals, numerals }: FontVariants): readonly string[] => [
  ...capitalFeatures[capitals],
  ...numerals,
];

/** Returns the tags that count as far as a font has them. */
export const settingsOf = ({ others }: FontVariants): readonly string[] =>
  tagged.flatMap((property) => others[property] ?? []);
