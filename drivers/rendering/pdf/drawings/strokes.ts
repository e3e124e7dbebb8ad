import type { Area } from '../layout/canvas.ts';
import { type PaintSource, readPaint } from './paints.ts';
import type { Stroke } from './parts/drawing.ts';
import { diagonalOf, type Measure, readUnits } from './parts/svgLengths.ts';
import type { SvgStyle } from './svgStyles.ts';

/** Maximum number of lengths of a pattern of dashes. */
const MAX_DASHES = 100;

/** Reads how a shape is outlined: undefined for not at all, null for a paint that cannot be drawn here. */
export function readStroke(
  source: PaintSource,
  style: SvgStyle,
  where: { readonly bounds: () => Area | undefined; readonly measure: Measure },
): Stroke | undefined | null {
  const { inherited, own } = style;
  if ((inherited['stroke'] ?? 'none') === 'none') return undefined;
  const { measure } = where;
  const length = (text: string | undefined): number | undefined => readUnits(text, diagonalOf(measure), measure.em);
  const width = length(inherited['stroke-width']) ?? 1;
  if (!(width > 0)) return undefined;
  const paint = readPaint(source, style, 'stroke', { ...where, line: width });
  if (!paint) return paint;
  const cap = inherited['stroke-linecap'];
  const join = inherited['stroke-linejoin'];
  return {
    paint,
    width,
    isFixed: own.get('vector-effect') === 'non-scaling-stroke',
    cap: cap === 'round' || cap === 'square' ? cap : 'butt',
    join: join === 'round' || join === 'bevel' ? join : 'miter',
    miterLimit: Math.max(1, length(inherited['stroke-miterlimit']) ?? 4),
    dashes: readDashes(inherited['stroke-dasharray'], length),
    dashOffset: length(inherited['stroke-dashoffset']) ?? 0,
  };
}

function readDashes(text: string | undefined, length: (word: string) => number | undefined): number[] {
  if (text === undefined || text === 'none') return [];
  // Calculations have spaces and commas within their brackets.
  const words = (text.match(/[^\s,(]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?/g) ?? []).slice(0, MAX_DASHES);
  const dashes = words.map(length);
  if (!dashes.every((dash): dash is number => dash !== undefined && dash >= 0)) return [];
  if (!dashes.some((dash) => dash > 0)) return [];
  return dashes.length % 2 === 0 ? dashes : [...dashes, ...dashes];
}
