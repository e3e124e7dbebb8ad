import type { Element } from 'domhandler';
import { identity } from '../transforms/matrix.ts';
import { type Around, type DrawingOptions, DrawingReader } from './drawingReader.ts';
import { effectOf } from './paints.ts';
import { groupOf, type SvgDrawing } from './parts/drawing.ts';
import { rectangle } from './parts/shapes.ts';
import { fitted, readOpacity, readViewBox } from './parts/svgLengths.ts';
import { isOverflowSeen } from './svgStyles.ts';

/**
 * Reads an SVG. Returns what of it has no counterpart here, if something has none.
 *
 * @throws PdfProblem for one with too many elements
 */
export function readDrawing(root: Element, options: DrawingOptions): SvgDrawing | string {
  const { width, height, mayOverflow } = options;
  const reader = new DrawingReader(root, options);
  const style = reader.styles.styleOf(root, {});
  const em = Number(style.inherited['font-size'] ?? 16);
  const viewBox = readViewBox(root.attribs['viewBox']);
  const [, , across, down] = viewBox ?? [0, 0, width, height];
  const toBox = viewBox ? fitted(viewBox, { width, height }, root.attribs['preserveAspectRatio']) : identity;
  const around: Around = { measure: { width: across, height: down, em }, uses: [] };
  const content = reader.content(root, style, around);
  const inner = groupOf(content, { matrix: toBox });
  const limits = reader.limitsOf(style, [inner], { measure: { width, height, em }, uses: [] });
  const effect = reader.effect ?? effectOf(style);
  if (effect !== undefined) return effect;
  // The page gives the opacity that it declares to the box.
  const opacity = readOpacity(mayOverflow ? root.attribs['opacity'] : style.own.get('opacity'));
  const isSeen = mayOverflow && isOverflowSeen(style.own);
  const box = { path: rectangle({ x: 0, y: 0, width, height }), isEvenOdd: false };
  const clips = isSeen ? limits.clips : [...limits.clips, box];
  // As in browsers, nothing in a drawing is mixed with the page below it.
  const parts = [groupOf([inner], { clips, mask: limits.mask, opacity, isIsolated: reader.blended > 0 })];
  return { width, height, parts, problems: reader.problems.all };
}
