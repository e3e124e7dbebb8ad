import leven from 'leven';
import { allowedElements, droppedElements, fieldElements, isUnknownElement } from './htmlSupport.ts';

/** Elements of earlier and later times that browsers know, and those around text that e-mail editors write. */
const others = new Set(
  'acronym basefont bgsound blink command content dir image layer listing mjml multicol multiline nextid nobr noindex rb repeater rtc search singleline spacer unsubscribe webversion'.split(
    ' ',
  ),
);
const known = [...new Set([...allowedElements, ...droppedElements, ...fieldElements, ...others])];
/** Styled elements with names of at most so many letters are those of the template. */
const MAX_OWN = 4;
/** Maximum length of a name that is compared. */
const MAX_NAME = 20;

/**
 * Returns a function that says what is wrong with the name of an element that HTML does not have; undefined for custom elements,
 * and for those with styles of their own, which browsers draw by them.
 *
 * @param isWhole whether no other text has styles for the document
 */
export function misspeltElements(
  html: string,
  isWhole: boolean,
): (name: string, isStyled: boolean) => string | undefined {
  const found = new Map<string, { readonly isInSheet: boolean; readonly meant: string | undefined }>();
  let inSheets: ReadonlySet<string> | undefined;
  return (name, isStyled) => {
    if (name.length > MAX_NAME || !/^[a-z][a-z0-9]*$/.test(name) || !isUnknownElement(name) || others.has(name))
      return undefined;
    let facts = found.get(name);
    if (!facts) {
      inSheets ??= namesInSheets(html);
      facts = { isInSheet: inSheets.has(name), meant: meantBy(name) };
      found.set(name, facts);
    }
    // Many short names are one letter from another.
    const isOwn = isStyled && (name.length <= MAX_OWN || facts.meant === undefined);
    if (facts.isInSheet || isOwn || (facts.meant === undefined && !isWhole)) return undefined;
    const remedy = facts.meant === undefined ? '' : `: write <${facts.meant}>`;
    return `<${name}> is no element of HTML, so only its content is shown${remedy}`;
  };
}

const sheets = /<style\b[^<>]*>([\s\S]*?)(?:<\/style|$)/gi;
const comments = /\/\*[\s\S]*?(?:\*\/|$)/g;
const words = /(?<![\w.#:-])[a-z][a-z0-9]*(?![\w-])/g;

/** Returns the words of all sheets that may be names of elements: once, because a text may have many names. */
const namesInSheets = (html: string): ReadonlySet<string> =>
  new Set(
    [...html.matchAll(sheets)].flatMap(
      ([, sheet = '']) => sheet.replaceAll(comments, ' ').toLowerCase().match(words) ?? [],
    ),
  );

/** Returns the element whose name differs by one letter, or by the order of two; undefined if there is none, or several. */
function meantBy(name: string): string | undefined {
  const similar = known.filter((one) => Math.abs(one.length - name.length) <= 1);
  // Of <tabel>, <table> is more likely than <label>.
  const swapped = similar.filter((one) => leven(one, name) === 2 && sorted(one) === sorted(name));
  const [first, ...further] = swapped.length > 0 ? swapped : similar.filter((one) => leven(one, name) === 1);
  return further.length === 0 ? first : undefined;
}

const sorted = (text: string): string => [...text].sort().join('');
