import type { Element } from 'domhandler';
import { identity } from '../transforms/matrix.ts';
import { DrawingProblems } from './drawingProblems.ts';
import { type Around, type DrawingOptions, DrawingReader } from './drawingReader.ts';
import { Effects, problemsOfWhole } from './effects.ts';
import { isSet } from './paints.ts';
import { type DrawingPart, type Flattened, groupOf, type SvgDrawing, type WholePicture } from './parts/drawing.ts';
import { rectangle } from './parts/shapes.ts';
import { fitted, readOpacity, readViewBox } from './parts/svgLengths.ts';
import { isOverflowSeen } from './svgStyles.ts';

interface Whole {
  /** If present, the drawing becomes a picture as a whole, this many times its size. */
  readonly wholeScale?: number;
}

/**
 * Reads an SVG. One with something that has no counterpart here becomes a picture.
 *
 * @throws PdfProblem for one with too many elements
 */
export function readDrawing(root: Element, options: DrawingOptions & Whole): SvgDrawing | WholePicture {
  const { width, height, mayOverflow, wholeScale = 1 } = options;
  const reader = new DrawingReader(root, options);
  if (options.wholeScale !== undefined) reader.unsupported = 'no counterpart';
  const style = reader.styles.styleOf(root, {});
  const em = Number(style.inherited['font-size'] ?? 16);
  const viewBox = readViewBox(root.attribs['viewBox']);
  const [, , across, down] = viewBox ?? [0, 0, width, height];
  const toBox = viewBox ? fitted(viewBox, { width, height }, root.attribs['preserveAspectRatio']) : identity;
  const around: Around = { measure: { width: across, height: down, em }, uses: [] };
  if (isSet(style.own.get('filter'))) reader.unsupported = 'a filter';
  const content = reader.content(root, style, around);
  const inner = groupOf(content, { matrix: toBox });
  const masking = reader.maskingOf(style, [inner], { measure: { width, height, em }, uses: [] });
  const shown = reader.filtered(root, style, [inner], { width, height, em });
  const { unsupported } = reader;
  if (unsupported !== undefined) {
    const drawn = groupOf(shown, { matrix: [wholeScale, 0, 0, wholeScale, 0, 0] });
    const size = { width: width * wholeScale, height: height * wholeScale };
    return { unsupported, problems: problemsOfWhole(drawn, size) };
  }
  // The page gives the opacity that it declares to the box.
  const opacity = readOpacity(mayOverflow ? root.attribs['opacity'] : style.own.get('opacity'));
  const isSeen = mayOverflow && isOverflowSeen(style.own);
  const box = { path: rectangle({ x: 0, y: 0, width, height }), isEvenOdd: false };
  const clips = isSeen ? masking.clips : [...masking.clips, box];
  // As in browsers, nothing in a drawing is mixed with the page below it.
  const whole = groupOf([inner], { clips, mask: masking.mask, opacity, isIsolated: reader.blended > 0 });
  const { hasFilters, problems } = reader;
  if (!hasFilters) return { width, height, parts: [whole], mayOverflow: isSeen, problems: problems.all, ignored: [] };
  const ignored = new DrawingProblems();
  const effects = new Effects({ width, height }, ignored);
  const parts = [effects.group(whole, identity)];
  const lost = { ...lostIn(effects.drawn), effects: effects.drawn };
  return { width, height, parts, mayOverflow: isSeen, problems: problems.all, ignored: ignored.all, flattened: lost };
}

function lostIn(parts: readonly DrawingPart[]): Omit<Flattened, 'effects'> {
  const lost = { text: '', hasHtml: false };
  const todo = parts.toReversed();
  for (let part = todo.pop(); part; part = todo.pop())
    if (part.kind === 'group' || part.kind === 'effect')
      for (const one of (part.kind === 'group' ? part.parts : part.plain).toReversed()) todo.push(one);
    else if (part.kind === 'html') lost.hasHtml = true;
    else if (part.kind === 'text') lost.text += `${part.text} `;
  return { ...lost, text: lost.text.trim().replace(/\s+/g, ' ') };
}
