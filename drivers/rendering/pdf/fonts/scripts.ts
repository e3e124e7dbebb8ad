import { pathIn } from './standardFonts.ts';

const lettersFromRight = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether fonts draw a text from right to left. Digits and punctuation of such a script alone are read from left to right. */
export const isDrawnBackward = (text: string): boolean => lettersFromRight.test(text);

/** The scripts whose fonts are optional packages, each with the packages that have it, the usual one first. */
const packages: readonly (readonly [script: RegExp, packages: readonly string[]])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/u, ['JP', 'SC', 'TC', 'KR']],
  [/\p{Script=Hangul}/u, ['KR']],
  // With the punctuation and the wide forms that these scripts share.
  [/[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303f\ufe30-\ufe4f\uff00-\uffef]/u, ['SC', 'TC', 'JP', 'KR']],
  ...[
    'Thai',
    'Lao',
    'Khmer',
    'Myanmar',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Georgian',
    'Armenian',
    'Ethiopic',
  ].map((script): [RegExp, string[]] => [new RegExp(`\\p{Script_Extensions=${script}}`, 'u'), [script]]),
  // The sign of the baht, which Unicode assigns to no script.
  [/\u0e3f/, ['Thai']],
];

/** The package of each language that shares its script with others. */
const languages: readonly (readonly [language: RegExp, packageName: string])[] = [
  [/^ja/i, 'JP'],
  [/^ko/i, 'KR'],
  [/^zh-(?:hant|tw|hk|mo)/i, 'TC'],
  [/^zh/i, 'SC'],
];

/**
 * Returns the fonts that may have a character: `Thai` stands for @expo-google-fonts/noto-sans-thai. That of the document's
 * language comes first.
 */
export function optionalFontsFor(letter: string, language: string | undefined): readonly string[] {
  if (letter < '\u0530') return [];
  const names = packages.find(([script]) => script.test(letter))?.[1] ?? [];
  if (names.length < 2 || language === undefined) return names;
  const first = languages.find(([pattern]) => pattern.test(language))?.[1];
  return first === undefined || !names.includes(first) ? names : [first, ...names.filter((name) => name !== first)];
}

/** The names of all optional fonts. */
export const optionalFonts: readonly string[] = [...new Set(packages.flatMap(([, names]) => names))];

/** The name of the package of an optional font. */
export const packageOf = (name: string): string => `noto-sans-${name.toLowerCase()}`;

/** Returns the path of a style of an optional font; undefined if its package is not installed. */
export const optionalFontFile = (name: string, style: '400Regular' | '700Bold'): string | undefined =>
  pathIn(packageOf(name), `${style}/NotoSans${name}_${style}`);
