import { type ChildNode, type Element, isTag } from 'domhandler';
import { parseFragment } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { readUnits, readViewBox } from '../drawings/svgLengths.ts';

/** Maximum nesting, which the reader recurses over, and maximum size in bytes. */
const MAX_DEPTH = 50;
const MAX_BYTES = 2_000_000;

/** Elements that embed another file or another language. */
const foreign: ReadonlySet<string> = new Set(['image', 'foreignObject', 'script', 'feImage', 'iframe']);

/** Reads an SVG. Returns its root, or undefined for one that refers to another file, embeds another language or is beyond a limit. */
export function readSvg(bytes: Uint8Array): Element | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (/<!(?:DOCTYPE|ENTITY)\b/i.test(text)) return undefined;
  const root = parseFragment(text, { treeAdapter: adapter }).children.find(isTag);
  return root?.name === 'svg' && isSelfContained(root) ? root : undefined;
}

function isSelfContained(root: Element): boolean {
  const todo: { readonly node: ChildNode; readonly depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { node, depth } = next;
    if (!isTag(node)) {
      if (
        'data' in node &&
        node.parent &&
        isTag(node.parent) &&
        node.parent.name === 'style' &&
        refersOutside(String(node.data))
      )
        return false;
      continue;
    }
    if (depth > MAX_DEPTH || foreign.has(node.name)) return false;
    for (const [name, value] of Object.entries(node.attribs)) {
      const isReference = name === 'href' || name === 'xlink:href';
      if (isReference ? !/^\s*#/.test(value) : refersOutside(value)) return false;
    }
    for (const child of node.children) todo.push({ node: child, depth: depth + 1 });
  }
  return true;
}

/** Whether CSS refers to something outside of the drawing. */
function refersOutside(css: string): boolean {
  if (/@import/i.test(css)) return true;
  for (const [, inner = ''] of css.matchAll(/url\(([^)]*)/gi)) {
    const name = inner.replace(/^[\s"']+/, '');
    if (name !== '' && !name.startsWith('#')) return true;
  }
  return false;
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
  if (!viewBox) return { width: width ?? 300, height: height ?? 150, hasViewBox: false, lacks };
  const [, , across, along] = viewBox;
  const own = width ?? (height === undefined ? across : (height * across) / along);
  return { width: own, height: height ?? (own * along) / across, hasViewBox: true, lacks };
}
