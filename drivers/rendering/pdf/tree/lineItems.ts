import type { Element } from 'domhandler';
import type { Box, Inline } from '../boxes/boxes.ts';
import type { Style } from '../style/style.ts';
import { resolved } from '../style/values/lengths.ts';
import type { Generated } from './generated/generatedContent.ts';
import type { BoxContext } from './rowCells.ts';

/** What an element's content inherits from the line that it is in. */
export interface LineContext extends BoxContext {
  readonly background?: Style | undefined;
}

export type Content = (Box | Inline)[];

/** Returns a text as an item of a line. */
export function textItem(text: string, { style, link, background, run }: LineContext): Inline {
  const tag = run?.inLine(text);
  return { kind: 'text', text, style, ...(link && { link }), ...(tag && { tag }), ...(background && { background }) };
}

/** The width of the sign that browsers put before the text of a missing image; pt. */
const SIGN = 12;

/** Returns the text of an image that cannot be shown as items of a line. */
export function altItems(alt: string, context: LineContext): Inline[] {
  return [{ kind: 'space', width: SIGN, style: context.style }, textItem(alt, context)];
}

/** Returns a part of generated content as an item of a line. */
export function generatedItem(part: Generated, context: LineContext): Inline {
  const tag = 'field' in part && context.run?.inLine();
  if ('field' in part) return { kind: 'text', text: '', style: context.style, ...part, ...(tag && { tag }) };
  return textItem(part.text, context);
}

/** Adds the padding, border and margin that an inline element has at one of its ends. */
export function addEdge(content: Content, side: 'left' | 'right', style: Style, background: Style | undefined): void {
  const margin = style.margin[side];
  const width = resolved(style.padding[side], 0) + style.border[side].width;
  const edges: Content = [];
  if (typeof margin === 'number' && margin !== 0) edges.push({ kind: 'space', width: margin, style });
  if (width > 0) edges.push({ kind: 'space', width, style, ...(background && { background }) });
  content.push(...(side === 'left' ? edges : edges.reverse()));
}

export function pageFieldOf({ attribs }: Element): 'number' | 'count' | undefined {
  if ('data-page-number' in attribs) return 'number';
  return 'data-page-count' in attribs ? 'count' : undefined;
}

export function integerOf(text: string | undefined): number {
  return Number.parseInt(text ?? '', 10);
}
