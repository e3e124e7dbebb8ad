import { lost, readTag, type ScannedAttribute } from './readTag.ts';

export type HtmlToken =
  | {
      readonly kind: 'start';
      readonly name: string;
      readonly attributes: readonly ScannedAttribute[];
      readonly at: number;
      /** The offset after the tag. */
      readonly end: number;
    }
  | { readonly kind: 'end'; readonly name: string; readonly at: number }
  | { readonly kind: 'comment'; readonly text: string; readonly at: number; readonly isClosed: boolean }
  /** The content of a `<style>`. */
  | { readonly kind: 'sheet'; readonly css: string; readonly media: string; readonly at: number }
  /** A part that browsers read further than its author has meant. `what` is not closed, so `effect`. */
  | { readonly kind: 'unclosed'; readonly what: string; readonly at: number; readonly effect: string };

/** Browsers end a comment at either. */
const commentEnd = /--!?>/g;
/** The name is read as a whole, so that a long one without an end is not tried in parts. */
const endTag = /<\/([a-z][a-z0-9:-]*)(?![a-z0-9:-])[^<>]*>/iy;
/** Elements without an end tag. */
const voids = new Set('area base br col embed hr img input link meta param source track wbr keygen frame'.split(' '));
/** Elements whose content is not HTML. */
const raw = new Set('style script textarea title xmp iframe noembed noframes noscript'.split(' '));

/**
 * Generates the tags, comments and sheets of an HTML text, with their offsets. It reads no further into an element
 * that `skips` names. A scanner in place of a parser: it runs in the api at each write of a template.
 */
export function* scanHtml(html: string, skips: (name: string) => boolean): Generator<HtmlToken> {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      commentEnd.lastIndex = at + 2;
      const end = commentEnd.exec(html);
      yield { kind: 'comment', text: html.slice(at + 4, end?.index), at, isClosed: end !== null };
      at = end ? end.index + end[0].length : html.length;
      continue;
    }
    const tag = readTag(html, at);
    if (!tag) {
      endTag.lastIndex = at;
      const name = endTag.exec(html)?.[1]?.toLowerCase();
      if (name !== undefined) yield { kind: 'end', name, at };
      at++;
      continue;
    }
    const { name, attributes, end: content, unclosed } = tag;
    if (unclosed) yield { kind: 'unclosed', ...unclosed };
    if (content === undefined) return;
    yield { kind: 'start', name, attributes, at, end: content };
    const start = at;
    at = content;
    if (!raw.has(name) && (voids.has(name) || html[content - 2] === '/' || !skips(name))) continue;
    at = endOf(html, name, content);
    if (raw.has(name) && isUnclosed(html, name, content, at))
      yield { kind: 'unclosed', what: `<${name}>`, at: start, effect: `${lost}: write </${name}>` };
    else if (name === 'style') {
      const media = attributes.find((one) => one.name === 'media')?.value ?? '';
      yield { kind: 'sheet', css: html.slice(content, at), media, at: content };
    }
  }
}

/** Whether an element that is not HTML has no end tag, or that of a later one. */
function isUnclosed(html: string, name: string, from: number, end: number): boolean {
  if (end === html.length) return true;
  const content = html.slice(from, end);
  return /^(?:style|title)$/.test(name) && /<\/head\s*>|<(?:body|style)[\s>]/i.test(content.replace(cssComment, ''));
}
const cssComment = /\/\*[\s\S]*?(?:\*\/|$)/g;

/** Returns where the end tag of an element begins, past those of elements in it with the same name. */
export function endOf(html: string, name: string, from: number): number {
  // Without `<`, so that each of many unfinished tags is read once.
  const tag = new RegExp(`<(/?)${name}(?=[\\s/>])[^<>]*>`, 'gi');
  tag.lastIndex = from;
  let depth = 1;
  for (let match = tag.exec(html); match; match = tag.exec(html)) {
    if (match[1] === '/') depth--;
    else if (!raw.has(name) && !match[0].endsWith('/>')) depth++;
    if (depth === 0) return match.index;
  }
  return html.length;
}
