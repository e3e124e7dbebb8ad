import type { Element } from 'domhandler';
import { hexOf, rgbOf } from '../style/values/colours.ts';
import type { Matrix } from '../transforms/matrix.ts';
import { isSet, type PaintSource } from './paints.ts';
import { type DrawingPart, groupOf, type Mask, type Paint, type Stroke } from './parts/drawing.ts';
import { boundsOfParts } from './parts/partBounds.ts';
import { regionOf } from './parts/regions.ts';
import { rectangle } from './parts/shapes.ts';
import type { Measure } from './parts/svgLengths.ts';
import type { SvgStyle } from './svgStyles.ts';

export interface MaskContext extends PaintSource {
  readonly measure: Measure;
  /** What is masked. */
  readonly parts: readonly DrawingPart[];
  readonly contentOf: (mask: Element, style: SvgStyle, measure: Measure) => DrawingPart[];
}

/** Reads a `<mask>`. Returns undefined for one that has no counterpart in PDFs. */
export function readMask(element: Element, { styles, measure, parts, contentOf }: MaskContext): Mask | undefined {
  const { attribs } = element;
  const style = styles.styleOf(element, {});
  const { own, inherited } = style;
  const isLinear = /^linearrgb$/i.test(inherited['color-interpolation'] ?? own.get('color-interpolation') ?? '');
  if (isLinear || isSet(own.get('clip-path'))) return undefined;
  const [isOfBox, hasUnitsOfBox] = [
    attribs['maskUnits'] !== 'userSpaceOnUse',
    attribs['maskContentUnits'] === 'objectBoundingBox',
  ];
  const box = isOfBox || hasUnitsOfBox ? boundsOfParts(parts) : undefined;
  if ((isOfBox || hasUnitsOfBox) && !box) return undefined;
  const ofBox: Matrix | undefined = box && [box.width, 0, 0, box.height, box.x, box.y];
  const region = regionOf(attribs, isOfBox ? box : undefined, measure);
  const content = contentOf(element, style, hasUnitsOfBox ? { width: 1, height: 1, em: measure.em } : measure);
  const by = /^alpha$/i.test(own.get('mask-type') ?? '') ? 'opacity' : 'brightness';
  const shown = groupOf(by === 'opacity' ? content : content.map(grey), { matrix: hasUnitsOfBox ? ofBox : undefined });
  return { by, parts: [groupOf([shown], { clips: [{ path: rectangle(region), isEvenOdd: false }] })] };
}

/** Returns a part in the shades of grey that are as bright as its colours in CSS: in PDFs, red and blue are brighter. */
function grey(part: DrawingPart): DrawingPart {
  if (part.kind === 'group') return { ...part, parts: part.parts.map(grey) };
  if (part.kind !== 'shape' && part.kind !== 'text') return part;
  const { fill, stroke } = part;
  return { ...part, fill: fill && greyPaint(fill), stroke: stroke && greyStroke(stroke) };
}

const greyStroke = (stroke: Stroke): Stroke => ({ ...stroke, paint: greyPaint(stroke.paint) });

function greyPaint({ colour, opacity }: Paint): Paint {
  if ('hex' in colour) return { colour: { ...colour, hex: greyHex(colour.hex) }, opacity };
  const stops = colour.stops.map(({ at, colour: own }) => ({ at, colour: { ...own, hex: greyHex(own.hex) } }));
  return { colour: { ...colour, stops }, opacity };
}

function greyHex(hex: string): string {
  const [red, green, blue] = rgbOf({ hex, opacity: 1 });
  return hexOf(Array(3).fill(Math.round(0.2125 * red + 0.7154 * green + 0.0721 * blue)));
}
