import { emptyPath } from '../../../../../domain/documents/css/cssPatterns.ts';
import type { Style } from '../style.ts';
import { readLength } from './lengths.ts';

/** Hides an element of which `clip` or `clip-path` shows nothing. */
export function readClip(style: Style, declarations: ReadonlyMap<string, string>): void {
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

const emptyPaths = new RegExp(`^(?:${emptyPath})$`, 'i');
const isEmptyPath = (value = ''): boolean => emptyPaths.test(value.trim());
