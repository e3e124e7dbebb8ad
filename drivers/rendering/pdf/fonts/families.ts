import type { Family } from './fonts.ts';

/** What a list of `font-family` comes to. */
export interface FamilyChoice {
  /** The families of the document's own fonts that precede `family`, in lower case. */
  readonly own: readonly string[];
  /** The first of them as it is written; undefined if there is none. */
  readonly firstOwn: string | undefined;
  /** Undefined where the names in the list are generic ones without a standard font of their kind. */
  readonly family: Family | undefined;
  /** The families that the list prefers and that are not there, as they are written. */
  readonly missing: readonly string[];
  /** The family of the list that a standard font replaces, as it is written; undefined for none and for generic ones. */
  readonly replaced: string | undefined;
}

/** The names of the standard fonts. */
export const standardNames: Readonly<Record<Family, string>> = {
  sans: 'Noto Sans',
  serif: 'Noto Serif',
  mono: 'Noto Sans Mono',
};

/** By words in a name, the standard font that comes nearest. */
const kinds: readonly (readonly [words: RegExp, family: Family])[] = [
  [/mono|courier|consolas|menlo|^monaco$|^lucida console$/, 'mono'],
  [
    /sans|arial|helvetica|verdana|tahoma|system-ui|roboto|calibri|segoe|^geneva$|^trebuchet ms$|^lucida grande$/,
    'sans',
  ],
  [/serif|times|georgia|garamond|cambria|palatino|^book antiqua$/, 'serif'],
];

const generic =
  /^(?:(?:ui-)?(?:sans-serif|serif|monospace|rounded)|system-ui|cursive|fantasy|math|emoji|fangsong|-apple-system|blinkmacsystemfont|inherit|initial|unset|revert)$/;

/**
 * Families that come with operating systems, those with their widths, and those of emoji: a list that names one asks for
 * what a machine has, and gets the standard font of its kind. Noto is the design of the standard fonts, after Open Sans and Droid.
 */
const ofSystems =
  /^(?:arial(?: black| narrow| unicode ms)?|helvetica(?: neue)?|verdana|tahoma|geneva|trebuchet ms|lucida (?:grande|sans(?: unicode)?|console)|segoe ui(?: (?:light|semibold|emoji|symbol))?|calibri(?: light)?|candara|times(?: new roman)?|georgia|cambria(?: math)?|constantia|garamond|palatino(?: linotype)?|book antiqua|courier(?: new)?|consolas|menlo|monaco|andale mono|sf ?mono(?:-regular)?|apple color emoji|(?:liberation|dejavu|bitstream vera|nimbus|free|droid|noto) ?(?:sans|serif|mono|roman|naskh|kufi|color emoji|emoji)\b.*|open sans|arimo|tinos|cousine|carlito|caladea|simsun|simhei|(?:microsoft )?(?:yahei|jhenghei)|p?mingliu|pingfang (?:sc|tc|hk)|hiragino .*|heiti (?:sc|tc)|ms p?(?:gothic|mincho)|meiryo|yu (?:gothic|mincho)|malgun gothic|gulim|batang|dotum)$/;

/** @param has whether the document has a font of a family, given in lower case */
export function chooseFamilies(list: string, has: (family: string) => boolean): FamilyChoice {
  const names = list.split(',').map((one) => one.trim().replace(/^["']|["']$/g, ''));
  const isOwn = (name: string): boolean => has(name.toLowerCase());
  const isOfSystem = (name: string): boolean => ofSystems.test(name.toLowerCase());
  const isSettled = (name: string): boolean => isOwn(name) || isOfSystem(name) || generic.test(name.toLowerCase());
  const first = names.findIndex(isSettled);
  const missing = (first < 0 ? names : names.slice(0, first)).filter((name) => name !== '');
  const settled = first < 0 ? undefined : names[first];
  // The words in the name of a brand count only where no later name indicates a font: `Acme Sans, Georgia` is a serif.
  const deciding = names.findIndex((name) => isSettled(name) && !isOwn(name) && kindOf(name) !== undefined);
  const named = deciding < 0 ? names.find((name) => !isOwn(name) && kindOf(name) !== undefined) : names[deciding];
  const own = (deciding < 0 ? names : names.slice(0, deciding)).filter(isOwn);
  return {
    own: own.map((name) => name.toLowerCase()),
    firstOwn: own[0],
    family: named === undefined ? familyWithout(names) : kindOf(named),
    missing,
    replaced: settled !== undefined && !isOwn(settled) && isOfSystem(settled) ? settled : undefined,
  };
}

/** Returns the family of a list in which no name indicates one: as in browsers, a serif, unless a name is generic. */
function familyWithout(names: readonly string[]): Family | undefined {
  return names.some((name) => name === '' || generic.test(name.toLowerCase())) ? undefined : 'serif';
}

const kindOf = (name: string): Family | undefined => kinds.find(([words]) => words.test(name.toLowerCase()))?.[1];
