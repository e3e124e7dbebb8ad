import { ownValue } from '../../../../../domain/documents/css/ownValue.ts';

/** Words that every property has as a value. */
export const isKeyword = (value: string): boolean => /^(?:inherit|initial|unset|revert(?:-layer)?)$/i.test(value);

/** The initial values of the properties that are inherited. */
const initials: Readonly<Record<string, string>> = {
  '-webkit-text-stroke-color': 'currentcolor',
  '-webkit-text-stroke-width': '0',
  'border-collapse': 'separate',
  'border-spacing': '0',
  'caption-side': 'top',
  color: 'canvastext',
  direction: 'ltr',
  'empty-cells': 'show',
  'font-family': 'serif',
  'font-size': 'medium',
  'font-feature-settings': 'normal',
  'font-kerning': 'auto',
  'font-style': 'normal',
  'font-variant-alternates': 'normal',
  'font-variant-caps': 'normal',
  'font-variant-ligatures': 'normal',
  'font-variant-numeric': 'normal',
  'font-variant-position': 'normal',
  'font-weight': 'normal',
  'letter-spacing': 'normal',
  'line-height': 'normal',
  'list-style-image': 'none',
  'list-style-position': 'outside',
  'list-style-type': 'disc',
  orphans: '2',
  'overflow-wrap': 'normal',
  quotes: 'auto',
  'text-align': 'start',
  'text-align-last': 'auto',
  'text-indent': '0',
  'text-shadow': 'none',
  'text-transform': 'none',
  'text-underline-offset': 'auto',
  'text-wrap-mode': 'wrap',
  'text-wrap-style': 'auto',
  visibility: 'visible',
  'white-space': 'normal',
  widows: '2',
  'word-break': 'normal',
  'word-spacing': 'normal',
  'writing-mode': 'horizontal-tb',
};

/**
 * Initial values of sides, which are declared, too, as the text runs (`padding-inline-start`): the later declaration wins, so
 * that it must not disappear.
 */
const ofSides: readonly (readonly [RegExp, string])[] = [
  [/^(?:margin|padding)-/, '0'],
  [/^border-.*-style$/, 'none'],
  [/^border-.*-width$/, 'medium'],
  [/^border-.*-color$/, 'currentcolor'],
  [/^(?:(?:min-|max-)?(?:width|height|(?:inline|block)-size)|top|right|bottom|left|inset-.*)$/, 'auto'],
];
const initialOfSide = (property: string): string | undefined => ofSides.find(([names]) => names.test(property))?.[1];

/** Returns what `all` declares: it stands for all properties but the direction of text and variables. */
export function expandAll(value: string, declared: ReadonlyMap<string, string>): [string, string][] {
  const names = new Set([...declared.keys(), ...Object.keys(initials)]);
  return [...names]
    .filter((name) => name !== 'direction' && name !== 'unicode-bidi' && !name.startsWith('--'))
    .map((name) => [name, value]);
}

/**
 * Replaces `initial`, `unset`, `revert` and, of inherited properties, `inherit`: a property without a declaration is inherited,
 * or has its initial value.
 *
 * @param builtIn the values that `revert` returns to
 */
export function withoutKeywords(
  declarations: ReadonlyMap<string, string>,
  builtIn?: () => ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  let replaced: Map<string, string> | undefined;
  for (const [property, declared] of declarations) {
    if (!isKeyword(declared)) continue;
    const value = declared.toLowerCase();
    if (value === 'inherit' && !Object.hasOwn(initials, property)) continue;
    replaced ??= new Map(declarations);
    const before = value.startsWith('revert') ? builtIn?.().get(property) : undefined;
    const own = before ?? (value === 'initial' ? ownValue(initials, property) : undefined) ?? initialOfSide(property);
    if (own === undefined) replaced.delete(property);
    else replaced.set(property, own);
  }
  return replaced ?? declarations;
}
