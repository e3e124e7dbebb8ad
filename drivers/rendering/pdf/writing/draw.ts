import type { OutlineItem } from 'pdfkit';
import type { Area } from '../layout/canvas.ts';
import type { Mark } from '../layout/mark.ts';
import type { Colour } from '../style/values/colours.ts';
import type { Tag } from '../tags/tag.ts';
import { boundsOf, identity, type Matrix, moving, multiplied } from '../transforms/matrix.ts';
import type { Backgrounds } from './backgrounds.ts';
import type { Images } from './images.ts';
import type { Paper } from './paper.ts';
import type { Gradients } from './shadings.ts';
import type { Sheet } from './sheet.ts';
import type { Structure } from './structure.ts';

type MarkOf<Kind extends Mark['kind']> = Extract<Mark, { kind: Kind }>;

/** What the pages of one document share. */
export interface Drawing {
  readonly paper: Paper;
  /** Undefined for a PDF that is not tagged. */
  readonly structure: Structure | undefined;
  readonly images: Images;
  readonly backgrounds: Backgrounds;
  readonly gradients: Gradients;
  /** The bookmarks that the next one may be nested in, by level. */
  readonly bookmarks: { readonly level: number; readonly item: OutlineItem }[];
}

/** Draws a page. */
export function drawSheet({ width, height, marks }: Sheet, drawing: Drawing): void {
  drawing.paper.addPage({ size: [width, height], margin: 0 });
  drawing.structure?.beginPage();
  const painter = new Painter(drawing);
  for (const mark of marks) painter.draw(mark);
  drawing.structure?.close();
}

/** Draws marks, setting only the state of the pen that changes from one to the next. */
class Painter {
  private readonly drawing: Drawing;
  private readonly toPage: Matrix;
  private readonly pen: Paper;
  private readonly structure: Structure | undefined;
  private colour = '';
  private opacity = 1;
  private face: unknown;
  private size = 0;

  /** `toPage`: the place of its marks on the page. */
  constructor(drawing: Drawing, toPage = identity) {
    this.drawing = drawing;
    this.toPage = toPage;
    this.pen = drawing.paper;
    this.structure = drawing.structure;
  }

  draw(mark: Mark): void {
    switch (mark.kind) {
      case 'text':
        if (mark.tag && mark.spoken !== undefined) this.structure?.markSpoken(mark.tag, mark.spoken);
        else this.structure?.mark(mark.tag);
        this.text(mark);
        break;
      case 'rect':
        this.structure?.mark(mark.tag);
        this.rect(mark);
        if (mark.style) this.backgrounds(mark);
        break;
      case 'frame':
        this.structure?.mark(undefined);
        this.frame(mark);
        break;
      case 'line':
        this.structure?.mark(undefined);
        this.line(mark);
        break;
      case 'image':
        this.image(mark);
        break;
      case 'link':
        this.link(mark);
        break;
      case 'anchor':
        this.pen.addNamedDestination(mark.id, 'XYZ', 0, mark.y, null);
        break;
      case 'bookmark':
        this.bookmark(mark);
        break;
      case 'group':
        this.group(mark);
    }
  }

  private image(mark: MarkOf<'image'>): void {
    const { tag } = mark;
    this.structure?.mark(tag);
    if (tag?.role === 'Figure') tag.attributes = layoutOf(boundsOf(this.toPage, mark), this.pen.page.height);
    const { x, y, width, height, shown } = mark;
    const radius = Math.min(mark.radius ?? 0, width / 2, height / 2);
    const isClipped = shown !== undefined || radius > 0;
    if (isClipped) this.pen.save();
    if (shown) this.pen.rect(x, y, shown.width, shown.height).clip();
    if (radius > 0) this.pen.roundedRect(x, y, width, height, radius).clip();
    this.drawing.images.draw(mark);
    if (isClipped) this.pen.restore();
    // An SVG leaves another font behind.
    this.face = undefined;
    this.size = 0;
  }

  private group({ x, y, matrix, marks }: MarkOf<'group'>): void {
    const { pen } = this;
    // No sequence of the structure begins within the state of a pen and ends outside.
    this.structure?.close();
    pen
      .save()
      .translate(x, y)
      .transform(...matrix);
    const painter = new Painter(this.drawing, multiplied(this.toPage, multiplied(moving(x, y), matrix)));
    for (const mark of marks) painter.draw(mark);
    this.structure?.close();
    pen.restore();
    this.face = undefined;
    this.size = 0;
  }

  private link({ x, y, width, height, target, tag }: MarkOf<'link'>): void {
    const options = this.structure?.linkOptions(tag, target) ?? {};
    if (target.startsWith('#')) this.pen.goTo(x, y, width, height, target.slice(1), options);
    else this.pen.link(x, y, width, height, target, options);
  }

  private bookmark({ title, level, y }: MarkOf<'bookmark'>): void {
    const { paper, bookmarks } = this.drawing;
    for (let last = bookmarks.at(-1); last && last.level >= level; last = bookmarks.at(-1)) bookmarks.pop();
    const above = bookmarks.at(-1)?.item ?? paper.outline;
    bookmarks.push({ level, item: above.addItem(title, { fit: false, expanded: true, top: y }) });
  }

  private fill({ hex, opacity }: Colour): void {
    if (hex === this.colour && opacity === this.opacity) return;
    this.colour = hex;
    this.opacity = opacity;
    this.pen.fillColor(hex, opacity);
  }

  private text(mark: MarkOf<'text'>): void {
    const { face, size, colour, x, y, baseline, shown } = mark;
    this.fill(colour);
    // Letters may be higher than their line.
    if (shown)
      this.pen
        .save()
        .rect(x, y - shown.height, shown.width, 3 * shown.height)
        .clip();
    if (face !== this.face) this.pen.font(face.source, face.name);
    if (size !== this.size) this.pen.fontSize(size);
    this.face = face;
    this.size = size;
    const { letterSpacing } = mark;
    const options = letterSpacing === undefined ? textOptions : { ...textOptions, characterSpacing: letterSpacing };
    this.pen.text(mark.text, x, y + baseline, options);
    if (!shown) return;
    this.pen.restore();
    this.face = undefined;
    this.size = 0;
  }

  private rect(mark: MarkOf<'rect'>): void {
    const { x, y, width, height, colour } = mark;
    if (width <= 0 || height <= 0 || colour.opacity === 0) return;
    this.fill(colour);
    const radius = Math.min(mark.radius, width / 2, height / 2);
    if (radius > 0) this.pen.roundedRect(x, y, width, height, radius).fill();
    else this.pen.rect(x, y, width, height).fill();
  }

  /** Draws the images and gradients behind a box. */
  private backgrounds(mark: MarkOf<'rect'>): void {
    const { pen } = this;
    for (const background of this.drawing.backgrounds.get(mark) ?? []) {
      const { clip } = background;
      pen.save();
      const inner = Math.max(0, mark.radius - Math.max(0, clip.x - mark.x));
      const radius = Math.min(inner, clip.width / 2, clip.height / 2);
      if (radius > 0) pen.roundedRect(clip.x, clip.y, clip.width, clip.height, radius).clip();
      else pen.rect(clip.x, clip.y, clip.width, clip.height).clip();
      if ('shading' in background) this.drawing.gradients.draw(background);
      else for (const tile of background.tiles) this.drawing.images.draw(tile);
      pen.restore();
    }
    this.face = undefined;
    this.size = 0;
  }

  private frame(mark: MarkOf<'frame'>): void {
    const { x, y, thickness, colour } = mark;
    const [width, height] = [mark.width - thickness, mark.height - thickness];
    if (width <= 0 || height <= 0) return;
    const radius = Math.max(0, Math.min(mark.radius - thickness / 2, width / 2, height / 2));
    this.pen.lineWidth(thickness).strokeColor(colour.hex, colour.opacity);
    this.pen.roundedRect(x + thickness / 2, y + thickness / 2, width, height, radius).stroke();
  }

  private line(mark: MarkOf<'line'>): void {
    const { thickness, style, colour } = mark;
    if (style === 'dashed' || style === 'dotted') {
      this.dashes(mark, style === 'dashed' ? thickness * 3 : thickness);
      return;
    }
    this.fill(colour);
    if (style === 'double' && thickness >= 2) {
      this.strip(mark, -thickness / 3, thickness / 3);
      this.strip(mark, thickness / 3, thickness / 3);
    } else this.strip(mark, 0, thickness);
  }

  private dashes({ x, y, width, height, thickness, colour }: MarkOf<'line'>, length: number): void {
    const { pen } = this;
    pen.save().lineWidth(thickness).strokeColor(colour.hex, colour.opacity).dash(length, { space: length });
    pen
      .moveTo(x, y)
      .lineTo(x + width, y + height)
      .stroke()
      .restore();
  }

  /** Draws a line as a filled rectangle, beside its position by `offset`. */
  private strip({ x, y, width, height }: MarkOf<'line'>, offset: number, thickness: number): void {
    if (height === 0) this.pen.rect(x, y + offset - thickness / 2, width, thickness).fill();
    else this.pen.rect(x + offset - thickness / 2, y, thickness, height).fill();
  }
}

const textOptions = { lineBreak: false, baseline: 'alphabetic' };

/** Where a figure is, as programs that reflow a page need it. */
function layoutOf({ x, y, width, height }: Area, pageHeight: number): NonNullable<Tag['attributes']> {
  return { O: 'Layout', Placement: 'Block', BBox: [x, pageHeight - y - height, x + width, pageHeight - y] };
}
