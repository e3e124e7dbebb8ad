import type { Style } from '../style.ts';
import { readLength } from './lengths.ts';

/** Reads what depends on how an element is positioned. */
export function readPlacement(style: Style, declarations: ReadonlyMap<string, string>): void {
  // No page scrolls, so what is sticky stays in its place.
  if (declarations.get('position')?.toLowerCase() === 'sticky')
    style.inset = { top: undefined, right: undefined, bottom: undefined, left: undefined };
  const isOut = style.position === 'absolute' || style.position === 'fixed';
  const clip = declarations.get('clip');
  if ((isOut && clip !== undefined && isEmptyClip(clip, style)) || isEmptyPath(declarations.get('clip-path')))
    style.hidden = true;
}

/** Whether a rectangle of `clip` shows nothing. */
function isEmptyClip(value: string, { size, units }: Style): boolean {
  const inner = /^rect\(([^()]*)\)$/i.exec(value.trim())?.[1];
  const [top, right, bottom, left] = (inner ?? '')
    .trim()
    .split(/\s*,\s*|\s+/)
    .map((word) => readLength(word, size, units));
  if (typeof top !== 'number' || typeof right !== 'number') return false;
  return typeof bottom === 'number' && typeof left === 'number' && (bottom <= top || right <= left);
}

const isEmptyPath = (value = ''): boolean => /^inset\(\s*(?:[5-9]\d|100)%\s*\)$|^circle\(\s*0/i.test(value.trim());
