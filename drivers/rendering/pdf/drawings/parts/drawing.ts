import type { Face } from '../../fonts/face.ts';
import type { Area } from '../../layout/canvas.ts';
import type { Colour } from '../../style/values/colours.ts';
import type { Matrix } from '../../transforms/matrix.ts';
import type { Clipping, Path, Point } from './path.ts';

/** An SVG as it is drawn. All lengths are in the units of the part around it. */
export interface SvgDrawing {
  /** The size of the box, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly parts: readonly DrawingPart[];
  /** Whether parts beyond the box are seen. */
  readonly mayOverflow: boolean;
  readonly problems: readonly DrawingProblem[];
  /** Which of its filters are ignored because they compute too many pixels. */
  readonly ignored: readonly DrawingProblem[];
  /** The parts of it that are drawn as pictures; undefined for none. */
  readonly flattened?: Flattened | undefined;
}

/** Pixels of a picture for one of the page. */
export const DENSITY = 2;
/** Maximum width and height of the picture that an SVG becomes as a whole, in pixels. */
export const MAX_SIDE = 2_000;

/** An SVG that becomes a picture as a whole. */
export interface WholePicture {
  /** What of it lines and letters cannot show. */
  readonly unsupported: string;
  /** Why its filters are ignored; none where they are drawn. */
  readonly problems: readonly DrawingProblem[];
}

/** What is lost where parts of a drawing become pictures. */
export interface Flattened {
  /** Their text. */
  readonly text: string;
  readonly hasHtml: boolean;
  readonly effects: readonly EffectPart[];
}

/** Returns an effect as an SVG, and its size in the units of the effect. */
export function svgOfEffect({ content, area: { x, y, ...size }, pixels }: EffectPart): {
  readonly text: string;
  readonly width: number;
  readonly height: number;
} {
  const [across, down] = [Math.ceil(size.width * pixels), Math.ceil(size.height * pixels)];
  const [width, height] = [across / pixels, down / pixels];
  const box = `width="${across}" height="${down}" viewBox="${x} ${y} ${width} ${height}"`;
  return { text: `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${content}</svg>`, width, height };
}

/** What of an SVG is not drawn as in browsers. */
export interface DrawingProblem {
  readonly problem: string;
  /** A part of it, to be found in the template. */
  readonly text: string;
}

export type DrawingPart = ShapePart | TextPart | ImagePart | HtmlPart | EffectPart | GroupPart;

export interface ShapePart extends Painted {
  readonly kind: 'shape';
  readonly path: Path;
  readonly isEvenOdd: boolean;
}

/** Letters of one face on one baseline. */
export interface TextPart extends Painted {
  readonly kind: 'text';
  readonly text: string;
  readonly face: Face;
  readonly size: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly letterSpacing: number;
  /** The horizontal scale of the letters; 1 for that of the font. */
  readonly stretch: number;
}

/** A PNG or JPEG at the origin, one unit for each of its pixels. */
interface ImagePart {
  readonly kind: 'image';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The HTML of a `<foreignObject>`, in a box at the origin. */
export interface HtmlPart {
  readonly kind: 'html';
  /** How many `<foreignObject>`s precede it in the drawing. */
  readonly index: number;
  readonly width: number;
  readonly height: number;
}

/** A part with a filter, which is drawn as a picture of pixels. */
export interface EffectPart {
  readonly kind: 'effect';
  /** The `filter` that it has. */
  readonly filter: string;
  /** The elements of SVG that are drawn. */
  readonly content: string;
  /** What is seen of them, in their units. */
  readonly area: Area;
  /** How many pixels a unit has. */
  readonly pixels: number;
  /** Returns how often the filter computes a pixel, given how many of them a unit has. */
  readonly passesAt: (pixels: number) => number;
  /** The parts without the filter. */
  readonly plain: readonly DrawingPart[];
}

export interface GroupPart {
  readonly kind: 'group';
  readonly matrix: Matrix | undefined;
  /** Each limits what is seen. */
  readonly clips: readonly Clipping[];
  /** Of all parts together. */
  readonly opacity: number;
  /** How the colours of all parts together are mixed with what is below them. */
  readonly blend?: Blend | undefined;
  /** Whether nothing in the group is mixed with what is below it. */
  readonly isIsolated?: boolean | undefined;
  readonly mask?: Mask | undefined;
  readonly parts: readonly DrawingPart[];
  /** The box of the group, in its own units, if that is not the one of its parts. */
  readonly frame?: Area | undefined;
}

/** Returns a group of parts; one that changes nothing of them by default. */
export const groupOf = (
  parts: readonly DrawingPart[],
  { matrix, clips = [], opacity = 1, ...others }: Partial<Omit<GroupPart, 'kind' | 'parts'>> = {},
): GroupPart => ({ kind: 'group', matrix, clips, opacity, parts, ...others });

/** The names of blend modes of CSS and of PDF (ISO 32000-1, 11.3.5). */
export const blends = {
  multiply: 'Multiply',
  screen: 'Screen',
  overlay: 'Overlay',
  darken: 'Darken',
  lighten: 'Lighten',
  'color-dodge': 'ColorDodge',
  'color-burn': 'ColorBurn',
  'hard-light': 'HardLight',
  'soft-light': 'SoftLight',
  difference: 'Difference',
  exclusion: 'Exclusion',
  hue: 'Hue',
  saturation: 'Saturation',
  color: 'Color',
  luminosity: 'Luminosity',
} as const;

export type Blend = (typeof blends)[keyof typeof blends];

/** What shows the parts of a group as far as it is opaque, or bright. */
export interface Mask {
  /** In the units within the group. */
  readonly parts: readonly DrawingPart[];
  readonly by: 'opacity' | 'brightness';
}

/** How a shape or letters are painted. */
export interface Painted {
  readonly fill: Paint | undefined;
  readonly stroke: Stroke | undefined;
  readonly isStrokeFirst: boolean;
}

export interface Stroke {
  readonly paint: Paint;
  readonly width: number;
  /** Whether the width is in CSS pixels, however large the drawing is. */
  readonly isFixed: boolean;
  readonly cap: 'butt' | 'round' | 'square';
  readonly join: 'miter' | 'round' | 'bevel';
  readonly miterLimit: number;
  readonly dashes: readonly number[];
  readonly dashOffset: number;
}

export interface Paint {
  readonly colour: Colour | SvgGradient;
  /** Of a gradient; colours have their own. */
  readonly opacity: number;
}

export interface SvgGradient {
  /** The circle or the point where it begins, and where it ends. */
  readonly line:
    | { readonly kind: 'linear'; readonly from: Point; readonly to: Point }
    | {
        readonly kind: 'radial';
        readonly from: Point;
        readonly fromRadius: number;
        readonly to: Point;
        readonly radius: number;
      };
  readonly matrix: Matrix;
  readonly stops: readonly { readonly at: number; readonly colour: Colour }[];
}
