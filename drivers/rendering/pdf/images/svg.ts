import { type Element, isTag, isText } from 'domhandler';
import { parseFragment } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import {
  refersOutside,
  removedFromSvg,
  removedSvgAttribute,
} from '../../../../domain/documents/warnings/sources/svgSupport.ts';
import { readUnits, readViewBox } from '../drawings/parts/svgLengths.ts';

/** Maximum nesting, which the reader recurses over, and maximum size in bytes. */
const MAX_DEPTH = 200;
export const MAX_BYTES = 2_000_000;

/** Reads an SVG. Returns its root, or undefined for one that refers to another file, embeds another language or is beyond a limit. */
export function readSvg(bytes: Uint8Array): Element | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (/<!(?:DOCTYPE|ENTITY)\b/i.test(text)) return undefined;
  const root = parseFragment(text, { treeAdapter: adapter }).children.find(isTag);
  return root?.name === 'svg' && isSelfContained(root) ? root : undefined;
}

function isSelfContained(root: Element): boolean {
  const todo: { readonly element: Element; readonly depth: number }[] = [{ element: root, depth: 1 }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { element, depth } = next;
    if (depth > MAX_DEPTH || removedFromSvg(element.name, true) !== undefined) return false;
    for (const [name, value] of Object.entries(element.attribs))
      if (removedSvgAttribute(element.name, name, value) !== undefined) return false;
    for (const child of element.children)
      if (isTag(child)) todo.push({ element: child, depth: depth + 1 });
      else if (element.name === 'style' && isText(child) && refersOutside(child.data)) return false;
  }
  return true;
}

interface SvgSize {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly hasViewBox: boolean;
  /** Which of its sides it does not declare. */
  readonly lacks: { readonly width: boolean; readonly height: boolean };
}

/** Returns the size of an SVG. A view box decides the proportion where one side is declared. */
export function sizeOfSvg({ attribs }: Element): SvgSize {
  const length = (name: 'width' | 'height'): number | undefined => {
    const text = attribs[name];
    const size = text?.includes('%') ? undefined : readUnits(text, 0, 16);
    return size !== undefined && size >= 0 ? size : undefined;
  };
  const viewBox = readViewBox(attribs['viewBox']);
  const [width, height] = [length('width'), length('height')];
  const lacks = { width: width === undefined, height: height === undefined };
  if (!viewBox?.[2]) return { width: width ?? 300, height: height ?? 150, hasViewBox: false, lacks };
  const [, , across, along] = viewBox;
  const own = width ?? (height === undefined ? across : (height * across) / along);
  return { width: own, height: height ?? (own * along) / across, hasViewBox: true, lacks };
}
