import { DYNAMIC } from './inspectOptions.ts';

/** Elements that HTML has without their tags. */
const implied = ['html', 'head', 'body', 'tbody', 'colgroup'];
/** Elements around the content of a document: a text with no others is a part of one. */
const frame = new Set([...implied, 'style', 'meta', 'title', 'link']);
const sheets = /<style\b[^>]*>[\s\S]*?<\/style/gi;
const tags = /<([a-z][\w:-]*)/gi;
const named = /\s(?:class|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;
/** In brackets, in which others may be. */
const within = /\[[^\]]*\]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
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
  /** Those that data is a part of. */
  readonly patterns: readonly RegExp[];
  readonly hasFiles: boolean;
  readonly hasContent: boolean;
}

function namesIn(html: string): Used {
  const text = html.replace(sheets, ' ');
  const elements = new Set([...implied, ...[...text.matchAll(tags)].map(([, element = '']) => element.toLowerCase())]);
  const names = new Set<string>();
  const patterns: RegExp[] = [];
  for (const [, double, single, bare = ''] of text.matchAll(named)) {
    for (const one of (double ?? single ?? bare).toLowerCase().split(/\s+/)) {
      if (one.includes(DYNAMIC)) patterns.push(patternOf(one));
      else names.add(one);
    }
  }
  const hasContent = [...elements].some((element) => !frame.has(element));
  return { elements, names, patterns, hasContent, hasFiles: /\stype\s*=\s*["']?file\b/i.test(text) };
}

/** A name with anything in place of what the data decides. */
const patternOf = (one: string): RegExp =>
  new RegExp(
    `^${one
      .split(new RegExp(`${DYNAMIC}+`))
      .map((part) => part.replaceAll(/[^\w-]/g, String.raw`\$&`))
      .join('.*')}$`,
    's',
  );

const partsOf = (selector: string): string[] => selector.replace(within, '').split(',');

function isUsedBy(part: string, { elements, names, patterns, hasFiles }: Used): boolean {
  if (!hasFiles && /:file-selector-button/i.test(part)) return false;
  for (const [, sign, escaped = ''] of part.replace(/\\:/g, '\\\u00b7').replace(pseudo, '').matchAll(name)) {
    // A number in place of a letter.
    if (/\\[0-9a-f]/i.test(escaped)) continue;
    const one = escaped.replaceAll('\u00b7', ':').replaceAll('\\', '').toLowerCase();
    const isKnown = sign === '' ? elements.has(one) : names.has(one) || patterns.some((pattern) => pattern.test(one));
    if (!isKnown) return false;
  }
  return true;
}
