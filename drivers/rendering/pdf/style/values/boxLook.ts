import type { BackgroundPosition } from '../backgroundImages.ts';
import type { Colour } from './colours.ts';
import type { Corners } from './corners.ts';
import type { Shadow } from './shadows.ts';

/** A line around a box that takes no space; pt. */
export interface Outline {
  readonly width: number;
  readonly style: string;
  readonly colour: Colour | undefined;
  /** Between the border and the line. */
  readonly offset: number;
}

/** How the edges of a box look; not inherited. */
export interface BoxLook {
  /** Undefined if all are square. */
  corners: Corners | undefined;
  shadows: readonly Shadow[];
  /** Whether its text in a line has a direction of its own: `unicode-bidi: isolate`. */
  isIsolated: boolean;
  outline: Outline;
  /** How a picture fills its box, and where it stands in it. */
  objectFit: (typeof objectFits)[number];
  objectPosition: BackgroundPosition;
}

export const objectFits = ['fill', 'contain', 'cover', 'none', 'scale-down'] as const;

export const initialLook: BoxLook = {
  corners: undefined,
  shadows: [],
  isIsolated: false,
  outline: { width: 2.25, style: 'none', colour: undefined, offset: 0 },
  objectFit: 'fill',
  objectPosition: { x: { percent: 50 }, y: { percent: 50 } },
};

/** Whether a box is seen by a shadow or an outline. */
export const hasLook = ({ shadows, outline }: BoxLook): boolean => shadows.length > 0 || isDrawn(outline);

export const isDrawn = ({ style, width }: Outline): boolean => style !== 'none' && style !== 'hidden' && width > 0;

/** How letters look, besides their colour; inherited. */
export interface TextLook {
  textShadows: readonly Shadow[];
  /** The quotation marks, as `quotes` declares them. */
  quotes: string;
}

export const initialTextLook: TextLook = { textShadows: [], quotes: 'auto' };
