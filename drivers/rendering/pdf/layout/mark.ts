import type { Box } from '../boxes/boxes.ts';
import type { Clipping } from '../drawings/parts/path.ts';
import type { Face } from '../fonts/face.ts';
import type { Picture } from '../images/picture.ts';
import type { Border, Edges, Style } from '../style/style.ts';
import type { TransformStyle } from '../style/transformStyle.ts';
import type { Colour } from '../style/values/colours.ts';
import type { Corners, Curves } from '../style/values/corners.ts';
import type { Shadow } from '../style/values/shadows.ts';
import type { Tag } from '../tags/tag.ts';
import type { Matrix } from '../transforms/matrix.ts';

/** A box that hides what is beyond it; pt, from the top left of a mark. */
export interface Clip {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly curves: Curves | undefined;
  /** Returns the outline of what is shown, if that is no box; pt, from the top left. It is read where it is drawn: a document may have many. */
  readonly shape?: () => Clipping;
  /** Whether it is the area that the page has for its content. */
  readonly isPage?: true;
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is painted together, in an order of its own: a positioned box, or a stacking context. */
export interface Layer {
  /** The stacking context that it is in; undefined for that of the page. */
  context: Layer | undefined;
  /** Its `z-index`. */
  readonly z: number;
  /** Its place in the document: that of the box that it is placed with, then its own. */
  order: readonly number[];
  /** Of all that is in it, as one; 1 if absent. */
  readonly opacity?: number;
}

/** One thing to draw. Positions are in pt from the top left of an endless page, which paginate.ts cuts. */
export type Mark = Drawn & {
  /** Undefined for what is painted with the content around it. */
  layer?: Layer;
  /** Whether it is the background or a border of a block or a cell, above which all text and floats around it are painted. */
  isGround?: true;
  /** How far below its place on its page `position: relative` draws it; pt. */
  down?: number;
};

/** A line along the edges of letters; pt. */
export interface LetterOutline {
  readonly width: number;
  readonly colour: Colour;
  /** Whether the letters have no other colour. */
  readonly isHollow: boolean;
}

/** Whether the first and the last baseline of what is between two marks are those of these marks, or those of its lines. */
export type BaselinePair = Record<'first' | 'last', 'own' | 'none' | 'lines'>;

/** The start or the end of what has baselines of its own. */
export interface BaselineMark {
  readonly kind: 'baseline';
  y: number;
  readonly pair: BaselinePair;
  readonly side: 'first' | 'last';
}

type Drawn =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly face: Face;
      readonly size: number;
      readonly colour: Colour;
      x: number;
      /** The top of its line, which is never cut. */
      y: number;
      readonly height: number;
      /** Below y. */
      readonly baseline: number;
      /** How far it is below that of its line. */
      readonly lowered?: number;
      readonly letterSpacing?: number;
      readonly outline?: LetterOutline;
      /** The text as it is read, if its letters are in another order. */
      readonly spoken?: string;
      /** That of a text which may have East Asian letters, as `lang` declares it. */
      readonly language?: string;
      /** The symbol before an item of a list, which is drawn as browsers do, and not as a letter. */
      readonly isSymbol?: boolean;
      /** Whether it is wholly outside of what its page shows, and only found in searches. */
      readonly isHidden?: boolean;
      /** A shadow of another text. */
      readonly isShadow?: boolean;
      /** A marker of a list that stands beside a line. */
      readonly isBeside?: boolean;
      tag?: Tag | undefined;
      clips?: readonly Clip[];
    }
  | {
      readonly kind: 'rect';
      x: number;
      y: number;
      width: number;
      height: number;
      readonly colour: Colour;
      readonly corners?: Corners | undefined;
      /** Of a box with images behind it, or with other properties of these. */
      readonly style?: Style;
      readonly shadows?: readonly Shadow[];
      /** Of a box with shadows. */
      readonly border?: Edges<Border>;
      /** Of a part of such a box: how much of it precedes the part, and how high all of it is. */
      readonly above?: number;
      readonly whole?: number;
      /** Of the root: how far margins of its content reach below its background, where no page is needed for them. */
      below?: number;
      /** Of the background of a page: the whole box of the root, by which images are placed, from the top left of the mark. */
      readonly root?: Area;
      /** How large the images are drawn. */
      readonly scale?: number;
      /** Of a line under text, or of a background behind it. */
      tag?: Tag | undefined;
      clips?: readonly Clip[];
    }
  | {
      readonly kind: 'line';
      /** Horizontal where `width` is above 0, else vertical. The line is centred on its position. */
      x: number;
      y: number;
      width: number;
      height: number;
      readonly thickness: number;
      readonly style: string;
      readonly colour: Colour;
      clips?: readonly Clip[];
      /** Of a vertical line between cells: where one row ends and the next begins, from its top, ascending. */
      joints?: number[];
    }
  /** A border whose sides meet in round corners, or in two colours. */
  | {
      readonly kind: 'frame';
      x: number;
      y: number;
      width: number;
      height: number;
      readonly border: Edges<Border>;
      readonly corners?: Corners | undefined;
      clips?: readonly Clip[];
    }
  | {
      readonly kind: 'image';
      x: number;
      y: number;
      readonly width: number;
      readonly height: number;
      readonly picture: Picture;
      /** Where the picture is drawn, from the top left of the mark; the whole mark if absent. */
      readonly drawn?: Area;
      /** Whether it is positioned: pages cut it where they end. */
      readonly isPositioned?: boolean;
      /** How much smaller it is than the document declares; 1 if absent. */
      readonly scale?: number;
      readonly opacity?: number;
      /** Whether it is wholly outside of what its page shows, and not drawn. */
      readonly isHidden?: boolean;
      tag?: Tag | undefined;
      clips?: readonly Clip[];
    }
  | {
      readonly kind: 'link';
      x: number;
      y: number;
      readonly width: number;
      readonly height: number;
      readonly target: string;
      tag?: Tag | undefined;
    }
  /** Marks that are drawn as one on one page, each positioned from the top left of the group, and mapped together from there. */
  | {
      readonly kind: 'group';
      x: number;
      y: number;
      /** Of the box, as it is laid out. */
      readonly width: number;
      readonly height: number;
      readonly marks: readonly Mark[];
      readonly matrix: Matrix;
      /** Of all that is in it, as one; 1 if absent. */
      readonly opacity?: number;
      clips?: readonly Clip[];
    }
  /** A box longer than a page, which contains the `count` marks before this one: its transform applies to the part on each page by itself. */
  | {
      readonly kind: 'transformed';
      x: number;
      y: number;
      readonly width: number;
      height: number;
      /** How many marks are in it. */
      readonly count: number;
      readonly transform: TransformStyle;
    }
  /** A float, or a part of one, on the page of its `y`, whose end it has no part in. Its marks are positioned from there. */
  | {
      readonly kind: 'float';
      x: number;
      y: number;
      readonly height: number;
      readonly marks: readonly Mark[];
    }
  /** Text that is not drawn, but whose line no page ends in. */
  | {
      readonly kind: 'unseen';
      y: number;
      readonly height: number;
      /** Whether it is the top of a block without lines and pictures, which pages may end in. */
      readonly isSpace?: true;
      /** The text, if its colour is transparent. */
      readonly letters?: TextMark;
    }
  | BaselineMark
  /** The baseline of a line that a box begins or ends, which has none of text there. */
  | { readonly kind: 'baseline'; y: number; readonly pair?: never; readonly side?: never }
  /** What is not drawn as it is declared. `text`: to be found in the template. `wide`: what leaves the page at its right. `columns`: the height of columns within columns, which may divide them; pt. */
  | {
      readonly kind: 'problem';
      y: number;
      readonly problem: string;
      readonly text: string;
      readonly wide?: object;
      readonly columns?: number;
    }
  | ({ readonly kind: 'bookmark'; y: number } & Bookmark)
  | { readonly kind: 'anchor'; y: number; readonly id: string }
  /** The place of an element that runs in the margins of pages. */
  | { readonly kind: 'running'; y: number; readonly name: string; readonly box: Box };

export type ImageMark = Extract<Mark, { kind: 'image' }>;
export type TextMark = Extract<Mark, { kind: 'text' }>;
export type RectMark = Extract<Mark, { kind: 'rect' }>;

/** Returns where the picture of a mark is drawn. */
export function drawnArea({ x, y, width, height, drawn }: ImageMark): Area {
  return drawn ? { ...drawn, x: x + drawn.x, y: y + drawn.y } : { x, y, width, height };
}

export type PieceMark = Extract<Mark, { kind: 'text' | 'image' | 'group' | 'unseen' }>;

/** Whether no page ends within a mark. A marker follows the content of its item, whose first line it is beside. */
export const isPiece = (mark: Mark): mark is PieceMark =>
  mark.kind === 'text'
    ? !mark.isBeside
    : mark.kind === 'image'
      ? !mark.isPositioned
      : mark.kind === 'group' || (mark.kind === 'unseen' && !mark.isSpace);

/** Whether a mark is one in which no page ends, or the top of a block without any. */
export const isContent = (mark: Mark): boolean => isPiece(mark) || isSpace(mark);

/** Whether a mark is the top of a block without lines and pictures. */
export const isSpace = (mark: Mark): boolean => mark.kind === 'unseen' && mark.isSpace === true;

/** Returns the marks of a place of the document that links and bookmarks lead to. */
export const targetMarks = (
  y: number,
  { anchor, bookmark }: { readonly anchor?: string | undefined; readonly bookmark?: Bookmark | undefined },
): Mark[] => [
  ...(bookmark ? [{ kind: 'bookmark' as const, y, ...bookmark }] : []),
  ...(anchor ? [{ kind: 'anchor' as const, y, id: anchor }] : []),
];

interface Bookmark {
  readonly title: string;
  readonly level: number;
}
