import type { Box } from '../boxes/boxes.ts';
import type { Face } from '../fonts/face.ts';
import type { Picture } from '../images/picture.ts';
import type { Style } from '../style/style.ts';
import type { Colour } from '../style/values/colours.ts';
import type { Tag } from '../tags/tag.ts';
import type { Matrix } from '../transforms/matrix.ts';

/** The part of a mark that is within the box around it; pt. */
interface Shown {
  readonly width: number;
  readonly height: number;
}

/** One thing to draw. Positions are in pt from the top left of an endless page, which paginate.ts cuts. */
export type Mark =
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
      readonly letterSpacing?: number;
      /** The text as it is read, if its letters are in another order. */
      readonly spoken?: string;
      /** How much of it is drawn, from its top left; all if absent. */
      readonly shown?: Shown;
      tag?: Tag | undefined;
    }
  | {
      readonly kind: 'rect';
      x: number;
      y: number;
      width: number;
      height: number;
      readonly colour: Colour;
      readonly radius: number;
      /** Of a box with images behind it. */
      readonly style?: Style;
      /** Of a part of such a box: how much of it precedes the part, and how high all of it is. */
      readonly above?: number;
      readonly whole?: number;
      /** How large the images are drawn. */
      readonly scale?: number;
      /** Of a line under text, or of a background behind it. */
      tag?: Tag | undefined;
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
    }
  /** A border with round corners. */
  | {
      readonly kind: 'frame';
      x: number;
      y: number;
      width: number;
      height: number;
      readonly thickness: number;
      readonly colour: Colour;
      readonly radius: number;
    }
  | {
      readonly kind: 'image';
      x: number;
      y: number;
      readonly width: number;
      readonly height: number;
      readonly picture: Picture;
      readonly opacity?: number;
      /** Of its corners. */
      readonly radius?: number;
      readonly shown?: Shown;
      tag?: Tag | undefined;
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
  | { readonly kind: 'unseen'; y: number; readonly height: number }
  /** What is not drawn as it is declared. `text`: to be found in the template. */
  | { readonly kind: 'problem'; y: number; readonly problem: string; readonly text: string }
  | { readonly kind: 'bookmark'; y: number; readonly title: string; readonly level: number }
  | { readonly kind: 'anchor'; y: number; readonly id: string }
  /** The place of an element that runs in the margins of pages. */
  | { readonly kind: 'running'; y: number; readonly name: string; readonly box: Box };

export type RectMark = Extract<Mark, { kind: 'rect' }>;
