/** An attribute of a start tag. `at`: the offset of its value, or of its name where it has no value. */
export interface ScannedAttribute {
  readonly name: string;
  readonly value: string;
  readonly at: number;
}

interface ReadAttribute extends ScannedAttribute {
  /** The offset of its name. */
  readonly start: number;
  /** The quotation mark before its value; empty where it has none. */
  readonly quote: string;
  /** The text that follows its value. */
  readonly next: string;
}

interface Tag {
  readonly name: string;
  readonly attributes: readonly ScannedAttribute[];
  /** The offset after the tag; undefined if the rest of the text is a part of it. */
  readonly end: number | undefined;
  /** What makes the tag longer than its author has meant. */
  readonly unclosed?: { readonly what: string; readonly at: number; readonly effect: string };
}

const tagName = /<([a-z][a-z0-9:-]*)/iy;
const attribute = /(=?[^\s/>=]+)(?:\s*=\s*(?:"([^"]*)("?)|'([^']*)('?)|((?!["'])[^\s>]*)))?/y;
const gap = /[\s/]*/y;

/** Reads the start tag at an offset as browsers do; undefined for other text. */
export function readTag(html: string, at: number): Tag | undefined {
  tagName.lastIndex = at;
  const name = tagName.exec(html)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const attributes: ReadAttribute[] = [];
  for (let next = at + 1 + name.length; ; ) {
    gap.lastIndex = next;
    next += gap.exec(html)?.[0].length ?? 0;
    if (html[next] === '>') return { name, attributes, end: next + 1, ...withUnclosed(name, attributes, at) };
    attribute.lastIndex = next;
    const match = attribute.exec(html);
    if (!match) {
      // Browsers read a further sign of equality as a name.
      if (html[next] !== '=') return { name, attributes, end: undefined, unclosed: openTag(name, at, lost) };
      next++;
      continue;
    }
    const read = attributeOf(match, next, html);
    if (read.isOpen) return { name, attributes, end: undefined, unclosed: openQuote(name, read) };
    attributes.push(read);
    next += match[0].length;
  }
}

function attributeOf(match: RegExpExecArray, at: number, html: string): ReadAttribute & { readonly isOpen: boolean } {
  const [whole, name = '', double, doubleEnd, single, singleEnd, bare] = match;
  const value = double ?? single ?? bare ?? '';
  const quote = double !== undefined ? '"' : single !== undefined ? "'" : '';
  const within = whole.length - value.length - quote.length;
  return {
    name: name.toLowerCase(),
    value,
    at: at + (value === '' ? 0 : within),
    start: at,
    quote,
    next: html[at + whole.length] ?? '',
    isOpen: doubleEnd === '' || singleEnd === '',
  };
}

/** What follows from a part that is not closed. */
export const lost = 'the text after it is lost';

const openTag = (name: string, at: number, effect: string): NonNullable<Tag['unclosed']> => ({
  what: `the tag <${name}`,
  at,
  effect: `${effect}: write >`,
});

const openQuote = (element: string, { name, quote, start }: ReadAttribute): NonNullable<Tag['unclosed']> => ({
  what: `the quotation mark of ${name} of <${element}>`,
  at: start,
  effect: `${lost}: write ${quote}`,
});

/** Finds a value that contains tags and ends at the mark that opens a later value, or else a tag in place of an attribute. */
function withUnclosed(name: string, attributes: readonly ReadAttribute[], at: number): Pick<Tag, 'unclosed'> {
  const long = attributes.findIndex(({ quote, value }) => quote !== '' && value.includes('<') && value.includes('>'));
  const found = attributes[long];
  if (found) {
    const isLater = /[a-z0-9"'#.]/i.test(found.next) || attributes.slice(long + 1).some((one) => /["']/.test(one.name));
    if (isLater) return { unclosed: openQuote(name, found) };
  }
  const tag = attributes.find((one) => one.name.startsWith('<'));
  return tag ? { unclosed: openTag(name, at, 'the tag after it is lost') } : {};
}
