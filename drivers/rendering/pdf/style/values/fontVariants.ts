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

export const readCapitals = (value: string): FontVariants['capitals'] => capitals[value] ?? 'none';

export function readNumerals(value: string): readonly string[] {
  return [...new Set(value.split(/\s+/).flatMap((word) => numerals[word] ?? []))];
}

/** Expands `font-variant`. */
export function expandVariant(value: string): [string, string][] {
  const words = value.toLowerCase().split(/\s+/);
  const numeric = words.filter((word) => numerals[word] !== undefined);
  return [
    ['font-variant-caps', words.find((word) => capitals[word] !== undefined) ?? 'normal'],
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
