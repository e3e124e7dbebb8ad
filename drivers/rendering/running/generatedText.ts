import { type ChildNode, type Element, Text } from 'domhandler';
import { html } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { PdfProblem } from '../pdf/boxes/pdfProblem.ts';
import type { TreeElement } from '../pdf/style/sheets/siblingViews.ts';
import { isContainer, type Style } from '../pdf/style/style.ts';
import type { GeneratedStyle, StyleResolver } from '../pdf/style/styleResolver.ts';
import type { Counters } from '../pdf/tree/generated/counters.ts';
import { type Generated, generatedContent } from '../pdf/tree/generated/generatedContent.ts';
import { setChildren } from '../sanitize/setChildren.ts';

/** Elements without content. */
const empty = /^(?:area|br|col|hr|img|input|source|svg|wbr)$/;
/** What a text may look like beside the text around it. */
const ownLook =
  /^(?:color|background-color|font-(?:family|size|style|weight)|letter-spacing|text-(?:decoration.*|transform)|vertical-align)$/;
/** Attributes with the text before and after the content of an element, as JSON, where styles are inlined later. */
export const GENERATED = { before: 'data-text-before', after: 'data-text-after' } as const;
/** Removes attributes of a document that have the names of these. */
export function removeOwn({ attribs }: Element): void {
  for (const name of [GENERATED.before, GENERATED.after, PLAIN_LIST]) delete attribs[name];
}

/** The attribute of a list whose items have no markers, with its indent in pt, where styles are inlined later. */
export const PLAIN_LIST = 'data-text-list';

/** Maximum number of characters of generated parts with their styles and images, of a document: one rule makes them at every element. */
const MAX_WRITTEN = 10_000_000;
/** What a part takes besides, in characters. */
const PART_SIZE = 20;

/** A part of generated text. */
export type GeneratedPart =
  | { readonly text: string; readonly style: string }
  | { readonly field: 'number' | 'count' }
  | { readonly image: string }
  | 'break';

/** How a format without a layout gets the text that styles generate. */
export interface TextGenerator {
  readonly styles: StyleResolver;
  readonly counters: Counters;
  /** Whether styles are inlined later: then an attribute has the text, because another child would change which rules apply. */
  readonly isStyled: boolean;
  /** The characters of the parts that the document has so far. */
  readonly written: { size: number };
}

/** Writes the text that styles generate before or after the content of an element into the element. */
export function writeGenerated(
  { view, style: around }: { readonly view: TreeElement; readonly style: Style },
  pseudo: 'before' | 'after',
  generator: TextGenerator,
): void {
  const { element } = view;
  const { styles, counters, isStyled } = generator;
  if (empty.test(view.tag) || !styles.canGenerate(view)) return;
  const found = styles.pseudoOf(view, around, pseudo);
  if (!found || found.style.display === 'none') return;
  counters.apply(found.declarations);
  const content = generatedContent(found.content, counters, view.attributes, found.style) ?? [];
  const { hidden, opacity, size } = found.style;
  if (hidden || opacity === 0 || size === 0) return;
  const parts = content.flatMap((part) => counted(partOf(part, found), generator) ?? []);
  if (parts.length === 0) return;
  const isBlock = !found.style.display.startsWith('inline') && !isContainer(around);
  const apart: GeneratedPart[] = isBlock ? ['break'] : isContainer(around) ? [{ text: ' ', style: '' }] : [];
  const all = pseudo === 'before' ? [...parts, ...apart] : [...apart, ...parts];
  if (isStyled) element.attribs[GENERATED[pseudo]] = JSON.stringify(all);
  else {
    const nodes = inTable(element, all.map(nodeOf));
    setChildren(element, pseudo === 'before' ? [...nodes, ...element.children] : [...element.children, ...nodes]);
  }
}

function partOf(part: Generated, { declarations }: GeneratedStyle): GeneratedPart | undefined {
  if ('image' in part) return part.image.startsWith('data:') ? part : undefined;
  if ('field' in part) return { field: part.field };
  // Icon fonts alone have pictures of these.
  const text = part.text.replaceAll(/\p{Co}/gu, '');
  if (text.trim() === '') return text === '' ? undefined : { text, style: '' };
  const own = [...declarations].filter(([property, value]) => ownLook.test(property) && !/["\\;]/.test(value));
  return { text, style: own.map((pair) => pair.join(':')).join(';') };
}

function counted(part: GeneratedPart | undefined, { written }: TextGenerator): GeneratedPart | undefined {
  if (part === undefined || part === 'break') return part;
  written.size += PART_SIZE + ('text' in part ? part.text.length + part.style.length : 0);
  if ('image' in part) written.size += part.image.length;
  if (written.size > MAX_WRITTEN)
    throw new PdfProblem(
      `Generated content has more than ${MAX_WRITTEN} characters with its styles and images: shorten \`content\` of ::before and ::after and the styles around it, or apply it to fewer elements.`,
    );
  return part;
}

const elementOf = (name: string, attribs: Readonly<Record<string, string>> = {}): Element =>
  adapter.createElement(
    name,
    html.NS.HTML,
    Object.entries(attribs).map(([name, value]) => ({ name, value })),
  );

function nodeOf(part: GeneratedPart): ChildNode {
  if (part === 'break') return elementOf('br');
  if ('text' in part) return new Text(part.text);
  return 'image' in part
    ? elementOf('img', { src: part.image })
    : elementOf('span', { [`data-page-${part.field}`]: '' });
}

/** Puts texts of a table or of a row into a cell of their own, as a PDF does. */
function inTable({ name }: Element, nodes: ChildNode[]): ChildNode[] {
  if (!/^(?:table|thead|tbody|tfoot|tr)$/.test(name)) return nodes;
  const cell = elementOf('td');
  setChildren(cell, nodes);
  if (name === 'tr') return [cell];
  const row = elementOf('tr');
  setChildren(row, [cell]);
  return [row];
}
