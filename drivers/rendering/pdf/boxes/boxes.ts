import type { Picture } from '../images/picture.ts';
import type { Border, Edges, Style } from '../style/style.ts';
import type { Length } from '../style/values/lengths.ts';
import type { Tag } from '../tags/tag.ts';

/** The boxes that elements are laid out as. */
export type Box = BlockBox | TableBox | ImageBox;

/** How a box relates to the lines around it. */
interface BlockInInline {
  /**
   * The inline element that contains a block; `'lines'` for a run of lines between such blocks. For `orphans` and `widows`, consecutive
   * blocks of one inline element count as one line.
   */
  readonly inlineParent?: object | 'lines';
}

export interface BlockBox extends BlockInInline {
  readonly kind: 'block';
  readonly style: Style;
  /** Blocks from top to bottom; empty where there is text. */
  readonly children: readonly Box[];
  readonly inline?: readonly Inline[];
  /** Of a list item, if it stands beside its first line. */
  readonly marker?: Marker;
  readonly bookmark?: { readonly title: string; readonly level: number };
  /** The id by which links within the document name it. */
  readonly anchor?: string;
  /** Whether it stands on the upper border of the fieldset around it. */
  readonly isLegend?: boolean;
  /** Whether it stands around what the document begins with. */
  readonly isRoot?: boolean;
  /** Whether it is a button as wide as its content, which containers stretch as other items. */
  readonly isButton?: true;
  /** Whether it is the line of a field, on whose baseline the field stands. */
  readonly isFieldLine?: true;
  /** The least and the full width of the content of a field, whatever its value is; pt. */
  readonly fieldWidths?: { readonly min?: number; readonly max?: number };
}

/** The marker of a list item. */
export interface Marker {
  readonly text: string;
  readonly style: Style;
  /** Whether the text is declared as it is: with the space behind it. */
  readonly isDeclared: boolean;
  /** What is drawn in place of the text. */
  readonly picture?: Picture;
  readonly tag?: Tag;
}

export interface TableBox extends BlockInInline {
  readonly kind: 'table';
  readonly style: Style;
  readonly caption?: BlockBox;
  readonly columns: readonly Style[];
  readonly head: readonly Row[];
  readonly body: readonly Row[];
  readonly foot: readonly Row[];
  readonly anchor?: string;
}

export interface Row {
  /** The section that it is in, if that is not to be divided between pages. */
  readonly section?: object;
  /** The borders of its section that are beside it. */
  readonly around?: Edges<Border>;
  readonly style: Style;
  readonly tag?: Tag;
  readonly cells: readonly TableCell[];
}

export interface TableCell {
  readonly style: Style;
  readonly tag?: Tag;
  readonly content: BlockBox;
  readonly colspan: number;
  readonly rowspan: number;
}

export interface ImageBox extends BlockInInline {
  readonly kind: 'image';
  readonly style: Style;
  readonly picture: Picture;
  readonly link?: string;
  /** Whether it is the mark of a check box or a radio button. */
  readonly isField?: true;
  /** Undefined if the image is decoration, or the PDF is not tagged. */
  readonly tag?: Tag;
}

/** The elements with `position: relative` in a line that move a part of it. */
export interface Moved {
  readonly by: readonly Style[];
  /** Those that move the background behind it too. */
  readonly behind: readonly Style[];
}

/** An element with `position: relative` in a line, which is the containing block of positioned boxes in it. */
export interface InlinePlacer {
  readonly style: Style;
}

/** An element in a line whose text has a direction of its own: the control characters of Unicode before and behind it. */
export interface Isolate {
  readonly opening: string;
  readonly closing: string;
}

/** Where an item of a line stands, from the outside to the inside. */
interface InLine {
  readonly isolates?: readonly Isolate[];
  /** Whether a line may end after it, where this does not follow from its own style: it is a box in an element, or the last item of one. */
  readonly wraps?: boolean;
  readonly placers?: readonly InlinePlacer[];
}

export type Inline = InLine & InlineItem;

type InlineItem =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly style: Style;
      readonly link?: string;
      readonly tag?: Tag;
      /** The style whose background is behind the text. */
      readonly background?: Style;
      /** A page field, filled in on each page. */
      readonly field?: 'number' | 'count';
      /** Writes the number of a field that is not decimal. */
      readonly textOf?: (number: number) => string;
      readonly moved?: Moved;
    }
  | { readonly kind: 'break'; readonly style: Style; readonly clear?: 'left' | 'right' | 'both' }
  /** A box that is out of the flow, at the place where it would stand. */
  | { readonly kind: 'out'; readonly box: Box; readonly moved?: Moved }
  /** Padding, border or margin of an element within a line. */
  | {
      readonly kind: 'space';
      readonly width: Length;
      readonly style: Style;
      readonly isMargin?: true;
      readonly background?: Style;
      readonly moved?: Moved;
    }
  | { readonly kind: 'box'; readonly box: Box; readonly moved?: Moved };
