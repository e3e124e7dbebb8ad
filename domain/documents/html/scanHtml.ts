/** An attribute of a start tag. `at`: the offset of its value, or of its name where it has no value. */
export interface ScannedAttribute {
  readonly name: string;
  readonly value: string;
  readonly at: number;
}

export type HtmlToken =
  | {
      readonly kind: 'start';
      readonly name: string;
      readonly attributes: readonly ScannedAttribute[];
      readonly at: number;
      /** The offset after the tag. */
      readonly end: number;
    }
  | { readonly kind: 'comment'; readonly text: string; readonly at: number }
  /** The content of a `<style>`. */
  | { readonly kind: 'sheet'; readonly css: string; readonly media: string; readonly at: number };

const startTag = /<([a-z][a-z0-9:-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/iy;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
/** Elements without an end tag. */
const voids = new Set('area base br col embed hr img input link meta param source track wbr keygen frame'.split(' '));
/** Elements whose content is not HTML. */
const raw = new Set('style script textarea title xmp iframe noembed noframes noscript'.split(' '));

/**
 * Generates the start tags, comments and sheets of an HTML text, with their offsets. It reads no further into an element
 * that `skips` names. A scanner in place of a parser: it runs in the api at each write of a template.
 */
export function* scanHtml(html: string, skips: (name: string) => boolean): Generator<HtmlToken> {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      yield { kind: 'comment', text: html.slice(at + 4, end < 0 ? undefined : end), at };
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    startTag.lastIndex = at;
    const match = startTag.exec(html);
    if (!match) {
      at++;
      continue;
    }
    const name = (match[1] ?? '').toLowerCase();
    const attributes = attributesOf(match[2] ?? '', at + 1 + name.length);
    const content = at + match[0].length;
    yield { kind: 'start', name, attributes, at, end: content };
    at = content;
    if (!raw.has(name) && (voids.has(name) || match[0].endsWith('/>') || !skips(name))) continue;
    at = endOf(html, name, content);
    if (name !== 'style') continue;
    const media = attributes.find((one) => one.name === 'media')?.value ?? '';
    yield { kind: 'sheet', css: html.slice(content, at), media, at: content };
  }
}

function attributesOf(text: string, offset: number): ScannedAttribute[] {
  const found: ScannedAttribute[] = [];
  for (const match of text.matchAll(attribute)) {
    const [whole, name = '', double, single, bare] = match;
    const value = double ?? single ?? bare ?? '';
    const within = whole.length - value.length - (bare === undefined && value !== '' ? 1 : 0);
    found.push({ name: name.toLowerCase(), value, at: offset + match.index + (value === '' ? 0 : within) });
  }
  return found;
}

/** Returns where the end tag of an element begins, past those of elements in it with the same name. */
export function endOf(html: string, name: string, from: number): number {
  const tag = new RegExp(`<(/?)${name}(?=[\\s/>])[^>]*>`, 'gi');
  tag.lastIndex = from;
  let depth = 1;
  for (let match = tag.exec(html); match; match = tag.exec(html)) {
    if (match[1] === '/') depth--;
    else if (!raw.has(name) && !match[0].endsWith('/>')) depth++;
    if (depth === 0) return match.index;
  }
  return html.length;
}
