import { basicShape, emptyPath } from '../../../../../domain/documents/css/cssPatterns.ts';
import type { Style } from '../style.ts';
import { readLength } from './lengths.ts';

/** Reads `clip-path`, and hides an element of which that or `clip` shows nothing. */
export function readClip(style: Style, declarations: ReadonlyMap<string, string>): void {
  const isOut = style.position === 'absolute' || style.position === 'fixed';
  const [clip, path] = [declarations.get('clip'), declarations.get('clip-path')?.trim()];
  if ((isOut && clip !== undefined && isEmptyClip(clip, style)) || (path && emptyPaths.test(path))) style.hidden = true;
  else if (path && shapes.test(path)) style.transform = { ...style.transform, clipPath: path };
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
const shapes = new RegExp(`^(?:${basicShape})$`, 'i');
