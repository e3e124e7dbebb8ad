import { linkOf } from './clean.ts';

/**
 * What of a document its recipient's data makes, told from what its template makes: texts, where links lead, and what
 * pictures are called. All else is its structure, and documents of one structure are cleaned and styled alike.
 */
export interface Structure {
  /** The same for all documents that differ in their slots alone. */
  readonly key: string;
  /** What stands in each slot once the document is cleaned, in HTML. */
  readonly slots: readonly string[];
}

/** Documents beyond this are seldom many of a kind. */
const MAX_LENGTH = 500_000;

/** Of the private use areas; a document that has them itself is not taken apart. */
const TEXT = '\ue000';
const LINK = '\ue002';
const END = '\ue001';
const reserved = /[\ue000-\ue002]/;

/** Elements after which HTML is read by other rules. */
const otherwise = new Set(
  'script textarea xmp iframe noembed noframes noscript plaintext svg math select template frameset'.split(' '),
);

/**
 * One tag or comment that ends where every reader of HTML sees it end; what may be written otherwise does not match.
 * Whitespace is what HTML says it is.
 */
const tag =
  /<(?:\/?([a-z][a-z0-9:-]*)((?:[ \t\r\n]+[^ \t\r\n\f"'<>/=]+(?:[ \t\r\n]*=[ \t\r\n]*(?:"[^"]*"|'[^']*'|[^ \t\r\n\f"'=<>`]+))?)*)[ \t\r\n]*\/?|!--(?!-?>)[^-]*(?:-(?!-)[^-]*)*--|!doctype[^>]*|!\[(?!CDATA)[^>]*)>/iy;
const attribute = /[ \t\r\n]+([^ \t\r\n\f"'<>/=]+)(?:[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'[^']*'|[^ \t\r\n\f"'=<>`]+))?/g;
/**
 * Attributes that may be slots. Of elements such as `b`, more than three alike in all they say are read as three: there,
 * what an attribute says is structure.
 */
const slotAttributes: Readonly<Record<string, readonly string[]>> = { a: ['href', 'title'], img: ['alt', 'title'] };
const styleEnd = /([^<]*)<\/style[ \t\r\n]*>/iy;
const titleEnd = /[^<]*<\/title[ \t\r\n]*>/iy;

/** References that templates write. */
const references: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#x60;': '`',
  '&#x3D;': '=',
};
const known = /&(?:amp|lt|gt|quot|#x27|#x60|#x3D);/g;
/** Others may be whitespace, or be read in more than one way; `&a=` is no reference within an attribute. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const strangeText = /[\u0000-\u0008\u000b-\u001f\ufeff]|&(?!(?:amp|lt|gt|quot|#x27|#x60|#x3D);)/;
const strangeValue =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\ufeff]|&(?!(?:amp|lt|gt|quot|#x27|#x60|#x3D);|[A-Za-z0-9]+=)/;

const decoded = (text: string): string =>
  text.includes('&') ? text.replace(known, (reference) => references[reference] as string) : text;

/** As the document is written. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};
const escapedText = (text: string): string => text.replace(/[&<>\u00a0]/g, (one) => escapes[one] as string);
const escapedValue = (text: string): string => text.replace(/[&<>"\u00a0]/g, (one) => escapes[one] as string);

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;

/**
 * Takes a document apart. What is in any way doubtful stays in the key as it is written, or makes the whole of it
 * undefined: the document is made without.
 */
export function structureOf(html: string, attributesToo = true): Structure | undefined {
  if (html.length > MAX_LENGTH || reserved.test(html)) return undefined;
  const slots: string[] = [];
  let key = '';
  let valued = false;
  let byAttribute = false;

  /** Whitespace around a text says where it goes, and belongs to the structure. */
  function addText(from: number, to: number): void {
    let [first, last] = [from, to];
    while (first < last && isSpace(html.charCodeAt(first))) first++;
    while (last > first && isSpace(html.charCodeAt(last - 1))) last--;
    const text = html.slice(first, last);
    if (text === '' || strangeText.test(text)) key += html.slice(from, to);
    else {
      key += html.slice(from, first) + TEXT + html.slice(last, to);
      slots.push(escapedText(decoded(text)));
    }
  }

  function addTag(text: string, attributes: string, names: readonly string[]): void {
    const seen = new Set<string>();
    let written = 0;
    const begin = text.indexOf(attributes, 1);
    for (const match of attributes.matchAll(attribute)) {
      const [whole, given = '', value] = match;
      const name = given.toLowerCase();
      // The first of a name is the one that counts.
      if (seen.has(name) || !names.includes(name) || !value || strangeValue.test(value)) {
        seen.add(name);
        continue;
      }
      seen.add(name);
      const cleaned = name === 'href' ? linkOf(decoded(value)) : decoded(value);
      if (cleaned === undefined) continue;
      const end = begin + match.index + whole.length - 1;
      key += text.slice(written, end - value.length) + (name === 'href' ? LINK : TEXT);
      written = end;
      slots.push(escapedValue(cleaned));
      valued = true;
    }
    key += text.slice(written);
  }

  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    addText(at, open === -1 ? html.length : open);
    if (open === -1) break;
    tag.lastIndex = open;
    const found = tag.exec(html);
    if (!found) return undefined;
    const [text, given, attributes] = found;
    const name = given?.toLowerCase() ?? '';
    if (otherwise.has(name)) return undefined;
    const names = attributesToo ? slotAttributes[name] : undefined;
    if (names && attributes) addTag(text, attributes, names);
    else key += text;
    at = open + text.length;
    if (name === 'style' && text[1] !== '/') {
      styleEnd.lastIndex = at;
      const sheet = styleEnd.exec(html);
      // What it says may depend on texts.
      if (!sheet || /contains|\\/i.test(sheet[0])) return undefined;
      byAttribute ||= sheet[0].includes('[');
      key += sheet[0];
      at += sheet[0].length;
    } else if (name === 'title' && text[1] !== '/') {
      titleEnd.lastIndex = at;
      if (!titleEnd.test(html)) return undefined;
    }
  }
  // A sheet may choose elements by their attributes.
  return valued && byAttribute ? structureOf(html, false) : { key, slots };
}

/** The document of a key, with a mark in the place of each slot. */
export function markedDocument(key: string): string {
  let next = 0;
  return key.replace(/[\ue000\ue002]/g, (slot) => `${slot === LINK ? '#' : ''}${slot}${next++}${END}`);
}

/** What a marked document has become, taken apart at the marks: a text more than there are marks. */
export interface Pieces {
  readonly texts: readonly string[];
  /** The slot after each text but the last. */
  readonly slots: readonly number[];
}

export function piecesOf(marked: string): Pieces {
  const parts = marked.split(/(?:\ue000|#\ue002)(\d+)\ue001/);
  return { texts: parts.filter((_, at) => at % 2 === 0), slots: parts.filter((_, at) => at % 2 === 1).map(Number) };
}

export function joined({ texts, slots }: Pieces, values: readonly string[]): string {
  let text = texts[0] as string;
  for (let at = 0; at < slots.length; at++) text += `${values[slots[at] as number]}${texts[at + 1]}`;
  return text;
}
