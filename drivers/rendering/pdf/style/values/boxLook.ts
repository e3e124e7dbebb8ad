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
  /** `unicode-bidi`: whether its text in a line has a direction of its own, and its letters that direction. */
  bidi: (typeof bidiValues)[number];
  outline: Outline;
  /** The opacity of a box that is painted as one; 1 for elements without a box, whose `opacity` their content has. */
  fade: number;
  /** Whether a text area has space for a scroll bar beside its text. */
  hasScrollBar: boolean;
  /** How a picture fills its box, and where it stands in it. */
  objectFit: (typeof objectFits)[number];
  objectPosition: BackgroundPosition;
}

export const bidiValues = ['normal', 'isolate', 'embed', 'bidi-override', 'isolate-override'] as const;

export const objectFits = ['fill', 'contain', 'cover', 'none', 'scale-down'] as const;

export const initialLook: BoxLook = {
  corners: undefined,
  shadows: [],
  bidi: 'normal',
  outline: { width: 2.25, style: 'none', colour: undefined, offset: 0 },
  fade: 1,
  hasScrollBar: true,
  objectFit: 'fill',
  objectPosition: { x: { percent: 50 }, y: { percent: 50 } },
};

const boxes = /^(?:block|list-item|flow-root|table|flex|grid|inline-(?:block|table|flex|grid))$/;

/** Lets a box that is not opaque be painted as one. `around`: the opacity that the content of its parent has. */
export function readFade(style: BoxLook & { display: string; opacity: number }, around: number): void {
  if (style.opacity <= 0 || style.opacity >= around || !boxes.test(style.display)) return;
  style.fade = style.opacity / around;
  style.opacity = around;
}

/** Whether a box is seen by a shadow or an outline. */
export const hasLook = ({ shadows, outline }: BoxLook): boolean => shadows.length > 0 || isDrawn(outline);

export const isDrawn = ({ style, width }: Outline): boolean => style !== 'none' && style !== 'hidden' && width > 0;

/** The outline of letters, as `-webkit-text-stroke` declares it. `colour`: `text` for that of the text, undefined for a transparent one. */
interface TextStroke {
  /** pt. */
  readonly width: number;
  readonly colour: Colour | 'text' | undefined;
}

/** How letters look, besides their colour; inherited. */
export interface TextLook {
  /** The colour of chosen marks and of progress bars, as `accent-color` declares it; that of browsers if undefined. */
  accent: Colour | undefined;
  textShadows: readonly Shadow[];
  textStroke: TextStroke;
  /** The quotation marks, as `quotes` declares them. */
  quotes: string;
  /** The language of the text, in lower case, as `lang` declares it: it decides on quotation marks and on capitals. */
  language: string;
}

export const initialTextLook: TextLook = {
  accent: undefined,
  textShadows: [],
  textStroke: { width: 0, colour: 'text' },
  quotes: 'auto',
  language: '',
};
