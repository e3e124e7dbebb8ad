const plainPseudos =
  /^(?:first-child|last-child|only-child|first-of-type|last-of-type|only-of-type|nth-(?:last-)?(?:child|of-type)|root|empty|link|checked|disabled|enabled|required|optional|read-only|read-write|placeholder-shown|any-link|defined|lang|dir|not|is|where|has|before|after|first-line|first-letter|marker|placeholder|-webkit-input-placeholder)$/;
/** States and parts that no page on paper has. */
const states =
  /^(?:backdrop|host|host-context|part|slotted|cue|fullscreen|modal|popover-open|indeterminate|user-valid|user-invalid|target-text|target-within|highlight|spelling-error|grammar-error|picture-in-picture|playing|paused|view-transition.*|hover|active|focus|focus-within|focus-visible|visited|target|selection|autofill|invalid|valid|-(?!webkit-input-placeholder)[\w-]+)$/;

/** Whether a pseudo-class is a state that no element has on paper. */
export const isStateName = (name: string): boolean => states.test(name);

/** Escapes, attributes and texts. No attribute begins within another, so that each letter is read once. */
const hidden = /\\.|\[(?:"[^"]*"|'[^']*'|[^[\]"'])*\]|"[^"]*"|'[^']*'/g;
/** Removes escapes, attributes and texts from a selector. */
export const withoutTexts = (selector: string): string => selector.replace(hidden, '');

/** Returns the pseudo-classes and pseudo-elements of a selector, each as it is written and by its name. */
function pseudosOf(selector: string): (readonly [whole: string, name: string])[] {
  return [...withoutTexts(selector).matchAll(/::?(-?[a-z][\w-]*)/gi)].map(([whole, name = '']) => [
    whole,
    name.toLowerCase(),
  ]);
}

/** Whether a selector matches in a state alone that paper does not have. */
export const isOfState = (selector: string): boolean =>
  pseudosOf(withoutArguments(selector)).some(([, name]) => states.test(name));

/** Removes what is between brackets: it may be one of several selectors, or one that does not match. */
function withoutArguments(selector: string): string {
  let depth = 0;
  let result = '';
  for (const sign of withoutTexts(selector)) {
    if (sign === '(') depth++;
    else if (sign === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) result += sign;
  }
  return result;
}

/** Returns the pseudo-class or pseudo-element of a selector that the layout does not know. */
export function unknownPseudoOf(selector: string): string | undefined {
  const names = pseudosOf(selector);
  if (names.some(([, name]) => states.test(name))) return undefined;
  const filtered = /:(nth-(?:last-)?child)\([^()]*\sof\s/i.exec(selector)?.[1];
  if (filtered !== undefined) return `of in :${filtered}()`;
  return names.find(([, name]) => !plainPseudos.test(name))?.[0];
}

/** Which of the children an element is: `2n + 1`. */
const nth = /^(?:even|odd|[+-]?\d+|[+-]?\d*n(?:\s*[+-]\s*\d+)?)$/i;

/** Whether no program reads a selector, so that its whole rule is ignored. One of a nested rule may begin with a combinator. */
export function isBrokenSelector(selector: string): boolean {
  if (/\[\s*\]|\[[^[\]"']*=\s*\]/.test(selector)) return true;
  const plain = selector.replace(hidden, 'x');
  if (/[[\]]/.test(plain)) return true;
  for (const [, order = ''] of plain.matchAll(/:nth-(?:last-)?(?:child|of-type)(?![\w-])(?:\(([^()]*)\)?)?/gi))
    if (!nth.test(order.replace(/\sof\s[\s\S]*$/i, '').trim())) return true;
  const parts = plain.replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '').split(',');
  return parts.some((part) => /^\s*$|[>+~]\s*[>+~]|[>+~]\s*$|[.#](?![\w\-\u{80}-\u{10ffff}])|[.#]\d/u.test(part));
}
