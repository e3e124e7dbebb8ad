import { ownValue } from '../../../../../domain/documents/css/ownValue.ts';

/** Which forms of its letters a font shows. */
export interface FontVariants {
  /** Whether small letters, or all, are drawn as small capitals. */
  readonly capitals: 'none' | 'small' | 'all';
  /** Tags of OpenType, of numerals. */
  readonly numerals: readonly string[];
}

export const plainVariants: FontVariants = { capitals: 'none', numerals: [] };

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

export const readCapitals = (value: string): FontVariants['capitals'] => ownValue(capitals, value) ?? 'none';

/** Returns the tags in one order, whatever that of the words is: a font with the same features is the same font. */
export function readNumerals(value: string): readonly string[] {
  const words = value.split(/\s+/);
  return Object.entries(numerals).flatMap(([word, tag]) => (words.includes(word) ? tag : []));
}

/** Expands `font-variant`. */
export function expandVariant(value: string): [string, string][] {
  const words = value.toLowerCase().split(/\s+/);
  const numeric = words.filter((word) => ownValue(numerals, word) !== undefined);
  return [
    ['font-variant-caps', words.find((word) => ownValue(capitals, word) !== undefined) ?? 'normal'],
    ['font-variant-numeric', numeric.join(' ') || 'normal'],
  ];
}

/** The tags of a font whose small capitals stand for small letters, and for capital ones. */
const capitalFeatures = { none: [], small: ['smcp'], all: ['smcp', 'c2sc'] } as const;

/** Returns the tags of OpenType that variants ask for. */
export const featuresOf = ({ capitals, numerals }: FontVariants): readonly string[] => [
  ...capitalFeatures[capitals],
  ...numerals,
];
