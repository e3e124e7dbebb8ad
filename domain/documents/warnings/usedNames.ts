import { DYNAMIC } from './inspectOptions.ts';

/** Elements that HTML has without their tags. */
const implied = ['html', 'head', 'body', 'tbody', 'colgroup'];
/** Elements around the content of a document: a text with no others is a part of one. */
const frame = new Set([...implied, 'style', 'meta', 'title', 'link']);
const sheets = /<style\b[^<>]*>[\s\S]*?(?:<\/style|$)/gi;
const tags = /<([a-z][\w:-]*)/gi;
const named = /\s(?:class|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;
/** In brackets, in which others may be. */
const within = /\[[^[\]]*\]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
const pseudo = /::?-?[a-z][\w-]*/gi;
const name = /([.#]?)((?:\\.|[\w-]|[\u{80}-\u{10ffff}])+)/gu;

/**
 * Returns whether a rule may apply to an element of a document, which has the elements, classes and ids that the rule names.
 * At-rules and `style` attributes, which are named by their element, may.
 */
export function usedNames(html: string): (selector: string) => boolean {
  const known = new Map<string, boolean>();
  let used: Used | undefined;
  return (selector) => {
    let isUsed = known.get(selector);
    if (isUsed === undefined) {
      used ??= namesIn(html);
      const names = used;
      isUsed =
        !names.hasContent ||
        /^[@<]/.test(selector) ||
        selector.includes(DYNAMIC) ||
        partsOf(selector).some((part) => isUsedBy(part, names));
      known.set(selector, isUsed);
    }
    return isUsed;
  };
}

interface Used {
  readonly elements: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Those that data is a part of, each as the parts around it. */
  readonly partial: readonly (readonly string[])[];
  readonly hasFiles: boolean;
  readonly hasContent: boolean;
}

function namesIn(html: string): Used {
  const text = html.replace(sheets, ' ');
  const elements = new Set([...implied, ...[...text.matchAll(tags)].map(([, element = '']) => element.toLowerCase())]);
  const names = new Set<string>();
  const partial = new Set<string>();
  for (const [, double, single, bare = ''] of text.matchAll(named)) {
    for (const one of (double ?? single ?? bare).toLowerCase().split(/\s+/)) {
      if (one.includes(DYNAMIC)) partial.add(one);
      else names.add(one);
    }
  }
  const hasContent = [...elements].some((element) => !frame.has(element));
  const parts = [...partial].map((one) => one.split(DYNAMIC));
  return { elements, names, partial: parts, hasContent, hasFiles: /\stype\s*=\s*["']?file\b/i.test(text) };
}

/** Whether a name may be the parts with anything between them. */
function consistsOf(one: string, parts: readonly string[]): boolean {
  const [first = '', ...further] = parts;
  const last = further.pop() ?? '';
  const end = one.length - last.length;
  if (!one.startsWith(first) || !one.endsWith(last)) return false;
  let from = first.length;
  for (const part of further) {
    const at = one.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= end;
}

const partsOf = (selector: string): string[] => selector.replace(within, '').split(',');

function isUsedBy(part: string, { elements, names, partial, hasFiles }: Used): boolean {
  if (!hasFiles && /:file-selector-button/i.test(part)) return false;
  for (const [, sign, escaped = ''] of part.replace(/\\:/g, '\\\u00b7').replace(pseudo, '').matchAll(name)) {
    // A number in place of a letter.
    if (/\\[0-9a-f]/i.test(escaped)) continue;
    const one = escaped.replaceAll('\u00b7', ':').replaceAll('\\', '').toLowerCase();
    const isKnown = sign === '' ? elements.has(one) : names.has(one) || partial.some((parts) => consistsOf(one, parts));
    if (!isKnown) return false;
  }
  return true;
}
