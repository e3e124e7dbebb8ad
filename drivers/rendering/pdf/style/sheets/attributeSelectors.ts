import { type AttributeSelector, ident } from 'css-tree';
import { ownValue } from '../../../../../domain/documents/css/ownValue.ts';
import type { ElementView } from './elementView.ts';

/** Attributes of HTML whose values have no case in selectors. */
const caseFreeAttributes =
  /^(?:accept|align|axis|bgcolor|charset|checked|clear|color|compact|dir|disabled|face|frame|hreflang|lang|link|media|method|multiple|nowrap|readonly|rel|rev|rules|scope|selected|shape|text|type|valign|valuetype|vlink)$/;

const attributeMatchers: Record<string, (value: string, expected: string) => boolean> = {
  '': () => true,
  '=': (value, expected) => value === expected,
  '~=': (value, expected) => value.split(/\s+/).includes(expected),
  '|=': (value, expected) => value === expected || value.startsWith(`${expected}-`),
  '^=': (value, expected) => expected !== '' && value.startsWith(expected),
  '$=': (value, expected) => expected !== '' && value.endsWith(expected),
  '*=': (value, expected) => expected !== '' && value.includes(expected),
};

/** Compiles what a selector has in square brackets. */
export function compileAttribute(part: AttributeSelector): ((element: ElementView) => boolean) | undefined {
  const name = part.name.name.toLowerCase();
  const expected = part.value ? (part.value.type === 'String' ? part.value.value : ident.decode(part.value.name)) : '';
  const matches = attributeMatchers[part.matcher ?? ''];
  if (!matches) return undefined;
  const isCaseFree = part.flags ? /^i$/i.test(part.flags) : caseFreeAttributes.test(name);
  const fold = (text: string): string => (isCaseFree ? text.toLowerCase() : text);
  const folded = fold(expected);
  return ({ attributes }) => {
    const value = ownValue(attributes, name);
    return value !== undefined && matches(fold(value), folded);
  };
}
