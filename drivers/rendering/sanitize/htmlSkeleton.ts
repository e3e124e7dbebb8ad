import { linkOf } from '../../../domain/documents/warnings/htmlSupport.ts';

/**
 * A document, split into the parts that vary with the recipient (the slots: texts, link targets, picture descriptions)
 * and the parts that the template determines. Documents with the same skeleton are cleaned and styled alike.
 */
export interface Skeleton {
  /** The same for all documents that differ only in their slots. */
  readonly key: string;
  /** The HTML of each slot in the cleaned document. */
  readonly slots: readonly string[];
}

/** Longer documents seldom share a skeleton. */
const MAX_LENGTH = 500_000;

/** Marks of the private use area. A document that has them itself is not split. */
const TEXT = '\ue000';
const LINK = '\ue002';
const END = '\ue001';
const reserved = /[\ue000-\ue002]/;

/** Elements whose content HTML parses by other rules. */
const readOtherwise = new Set(
  'script textarea xmp iframe noembed noframes noscript plaintext svg math select template frameset'.split(' '),
);

/** A tag or comment whose end is the same for every HTML parser. White space is as HTML defines it. */
const tag =
  /<(?:\/?([a-z][a-z0-9:-]*)((?:[ \t\r\n]+[^ \t\r\n\f"'<>/=]+(?:[ \t\r\n]*=[ \t\r\n]*(?:"[^"]*"|'[^']*'|[^ \t\r\n\f"'=<>`]+))?)*)[ \t\r\n]*\/?|!--(?!-?>)[^-]*(?:-(?!-)[^-]*)*--|!doctype[^>]*|!\[(?!CDATA)[^>]*)>/iy;
const attribute = /[ \t\r\n]+([^ \t\r\n\f"'<>/=]+)(?:[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'[^']*'|[^ \t\r\n\f"'=<>`]+))?/g;
/**
 * Attributes that may be slots. Elements such as `b` are left out: HTML parsers drop a fourth one with equal attributes,
 * so there the values of attributes are part of the skeleton.
 */
const slotAttributes: Readonly<Record<string, readonly string[]>> = { a: ['href', 'title'], img: ['alt', 'title'] };
const styleEnd = /([^<]*)<\/style[ \t\r\n]*>/iy;
const titleEnd = /[^<]*<\/title[ \t\r\n]*>/iy;

/** Character references that templates write. */
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
/** Other references may be white space, or be read in more than one way; in an attribute, `&a=` is not a reference. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const strangeText = /[\u0000-\u0008\u000b-\u001f\ufeff]|&(?!(?:amp|lt|gt|quot|#x27|#x60|#x3D);)/;
const strangeValue =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
  /[\u0000-\u0008\u000b-\u001f\ufeff]|&(?!(?:amp|lt|gt|quot|#x27|#x60|#x3D);|[A-Za-z0-9]+=)/;

const decoded = (text: string): string =>
  text.includes('&') ? text.replace(known, (reference) => references[reference] ?? reference) : text;

/** Escapes that the serializer writes. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};
const escapedText = (text: string): string => text.replace(/[&<>\u00a0]/g, (one) => escapes[one] ?? one);
const escapedValue = (text: string): string => text.replace(/[&<>"\u00a0]/g, (one) => escapes[one] ?? one);

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;

/**
 * Splits a document into its skeleton and its slots. An ambiguous part stays in the key as it is
 * written, or makes the result undefined: such a document bypasses the cache.
 */
export function skeletonOf(html: string): Skeleton | undefined {
  if (html.length > MAX_LENGTH || reserved.test(html)) return undefined;
  const reader = new SkeletonReader(html, slotAttributes);
  if (!reader.read()) return undefined;
  // A sheet may select elements by their attributes.
  if (!reader.hasAttributeSlots || !reader.selectsByAttribute) return reader;
  const withoutAttributes = new SkeletonReader(html, {});
  return withoutAttributes.read() ? withoutAttributes : undefined;
}

class SkeletonReader implements Skeleton {
  readonly slots: string[] = [];
  key = '';
  hasAttributeSlots = false;
  selectsByAttribute = false;
  readonly #html: string;
  readonly #slotAttributes: typeof slotAttributes;

  constructor(html: string, attributesByElement: typeof slotAttributes) {
    this.#html = html;
    this.#slotAttributes = attributesByElement;
  }

  /** Returns false where the document cannot be split. */
  read(): boolean {
    for (let at = 0; at < this.#html.length; ) {
      const open = this.#html.indexOf('<', at);
      this.#addText(at, open === -1 ? this.#html.length : open);
      if (open === -1) break;
      const end = this.#addElement(open);
      if (end === undefined) return false;
      at = end;
    }
    return true;
  }

  /** White space around a text affects how it is parsed, so it belongs to the skeleton. */
  #addText(from: number, to: number): void {
    const html = this.#html;
    let [first, last] = [from, to];
    while (first < last && isSpace(html.charCodeAt(first))) first++;
    while (last > first && isSpace(html.charCodeAt(last - 1))) last--;
    const text = html.slice(first, last);
    if (text === '' || strangeText.test(text)) this.key += html.slice(from, to);
    else {
      this.key += html.slice(from, first) + TEXT + html.slice(last, to);
      this.slots.push(escapedText(decoded(text)));
    }
  }

  /** Adds the tag at a position, with the content of a `<style>`. Returns where it ends. */
  #addElement(open: number): number | undefined {
    tag.lastIndex = open;
    const match = tag.exec(this.#html);
    if (!match) return undefined;
    const [text, tagName, attributes] = match;
    const name = tagName?.toLowerCase() ?? '';
    if (readOtherwise.has(name)) return undefined;
    const names = this.#slotAttributes[name];
    if (names && attributes) this.#addTag(text, attributes, names);
    else this.key += text;
    const end = open + text.length;
    const isStart = text[1] !== '/';
    if (isStart && name === 'style') return this.#addStyle(end);
    if (isStart && name === 'title') {
      titleEnd.lastIndex = end;
      if (!titleEnd.test(this.#html)) return undefined;
    }
    return end;
  }

  #addStyle(at: number): number | undefined {
    styleEnd.lastIndex = at;
    const sheet = styleEnd.exec(this.#html)?.[0];
    // Its rules may depend on texts.
    if (sheet === undefined || /contains|\\/i.test(sheet)) return undefined;
    this.selectsByAttribute ||= sheet.includes('[');
    this.key += sheet;
    return at + sheet.length;
  }

  #addTag(text: string, attributes: string, names: readonly string[]): void {
    const seen = new Set<string>();
    let written = 0;
    const begin = text.indexOf(attributes, 1);
    for (const match of attributes.matchAll(attribute)) {
      const [whole, attributeName = '', value] = match;
      const name = attributeName.toLowerCase();
      // The first of several attributes with one name counts.
      const isFirst = !seen.has(name);
      seen.add(name);
      if (!isFirst || !names.includes(name) || !value || strangeValue.test(value)) continue;
      const cleaned = name === 'href' ? linkOf(decoded(value)) : decoded(value);
      if (cleaned === undefined) continue;
      const end = begin + match.index + whole.length - 1;
      this.key += text.slice(written, end - value.length) + (name === 'href' ? LINK : TEXT);
      written = end;
      this.slots.push(escapedValue(cleaned));
      this.hasAttributeSlots = true;
    }
    this.key += text.slice(written);
  }
}

/** Returns the document of a key, with a mark in place of each slot. */
export function markedDocument(key: string): string {
  let next = 0;
  return key.replace(/[\ue000\ue002]/g, (slot) => `${slot === LINK ? '#' : ''}${slot}${next++}${END}`);
}

/** A marked document, after cleaning, split at its marks: one text more than there are marks. */
export interface Pieces {
  readonly texts: readonly string[];
  /** The slot that follows each text but the last. */
  readonly slots: readonly number[];
}

export function piecesOf(marked: string): Pieces {
  const parts = marked.split(/(?:\ue000|#\ue002)(\d+)\ue001/);
  return { texts: parts.filter((_, at) => at % 2 === 0), slots: parts.filter((_, at) => at % 2 === 1).map(Number) };
}

export function joined({ texts, slots }: Pieces, values: readonly string[]): string {
  let text = texts[0] ?? '';
  for (let at = 0; at < slots.length; at++) text += `${values[slots[at] ?? -1]}${texts[at + 1]}`;
  return text;
}
