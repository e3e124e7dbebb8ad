import type { OutlineItem } from 'pdfkit';
import { boldOutline, isEmboldened } from '../fonts/boldOutline.ts';
import { foreignMarks } from '../foreign/foreignMarks.ts';
import type { Area } from '../layout/canvas.ts';
import type { Mark } from '../layout/mark.ts';
import { clipOfColour } from '../style/backgroundImages.ts';
import { halvesOf } from '../style/values/borderTones.ts';
import type { Colour } from '../style/values/colours.ts';
import type { Tag } from '../tags/tag.ts';
import { boundsOfMark } from '../transforms/clipping.ts';
import { boundsOf, identity, type Matrix, moving, multiplied, overlap } from '../transforms/matrix.ts';
import type { Backgrounds } from './backgrounds.ts';
import { drawShadows } from './boxShadows.ts';
import { type Dashes, dashesOf } from './dashes.ts';
import { drawGroup } from './fadedGroups.ts';
import { drawFrame } from './frames.ts';
import type { Images } from './images.ts';
import type { Paper } from './paper.ts';
import { boxPath, clipTo, drawSymbol } from './paths.ts';
import type { Gradients } from './shadings.ts';
import type { Sheet } from './sheet.ts';
import { shownPart } from './shownPart.ts';
import type { Structure } from './structure.ts';
import { drawWave } from './waves.ts';

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
export function drawSheet({ width, height, marks, rotation }: Sheet, drawing: Drawing): void {
  drawing.paper.addPage({ size: [width, height], margin: 0 });
  if (rotation !== 0) drawing.paper.page.dictionary.data['Rotate'] = rotation;
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
        this.clipped(mark, () => this.text(mark));
        break;
      case 'rect':
        this.structure?.mark(mark.tag);
        this.clipped(mark, () => {
          drawShadows(this.pen, mark, 'around');
          this.rect(mark);
          if (mark.style) this.backgrounds(mark);
          drawShadows(this.pen, mark, 'inside');
        });
        break;
      case 'frame':
        this.structure?.mark(undefined);
        this.clipped(mark, () => drawFrame(this.pen, mark));
        break;
      case 'line':
        this.structure?.mark(undefined);
        this.clipped(mark, () => this.line(mark));
        break;
      case 'image':
        if (!mark.isHidden) this.image(mark);
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

  /** Draws a mark without what the boxes around it hide. */
  private clipped({ x, y, clips }: MarkOf<'text' | 'rect' | 'frame' | 'line' | 'image'>, draw: () => void): void {
    if (!clips) {
      draw();
      return;
    }
    clipTo(this.pen.save(), { x, y, clips });
    this.forget();
    draw();
    this.pen.restore();
    this.forget();
  }

  /** The state of the pen is that before, or is not known. */
  private forget(): void {
    this.colour = '';
  }

  private image(mark: MarkOf<'image'>): void {
    const { tag } = mark;
    this.structure?.mark(tag);
    if (tag?.role === 'Figure')
      tag.attributes = tag.attributes ? placement : layoutOf(boundsOf(this.toPage, mark), this.pen.page.height);
    this.clipped(mark, () => this.picture(mark));
    // An SVG leaves another font behind.
    this.forget();
  }

  private picture(mark: MarkOf<'image'>): void {
    const shown = mark.drawn && boundsOf(this.pen._ctm, mark);
    /** In search, a text would be found on each page that the drawing continues on. */
    const isShown = (inner: Mark): boolean => {
      // A level line has no height, and is clipped as all else is.
      if (!shown || inner.kind === 'line') return true;
      const bounds = boundsOfMark(inner);
      return !bounds || overlap(boundsOf(this.pen._ctm, bounds), shown).height > 0;
    };
    this.drawing.images.draw(mark, (part) => {
      // The structure has the drawing as one figure.
      const painter = new Painter({ ...this.drawing, structure: undefined });
      for (const inner of foreignMarks(mark.picture, part)) if (isShown(inner)) painter.draw(inner);
    });
  }

  private group({ x, y, width, height, matrix, marks, opacity, clips = [] }: MarkOf<'group'>): void {
    const { pen, structure } = this;
    // No sequence of the structure begins within the state of a pen and ends outside.
    structure?.close();
    clipTo(pen.save(), { x, y, clips });
    pen.translate(x, y).transform(...matrix);
    const painter = new Painter(this.drawing, multiplied(this.toPage, multiplied(moving(x, y), matrix)));
    const draw = (): void => {
      for (const mark of marks) painter.draw(mark);
      structure?.close();
    };
    if (opacity === undefined) draw();
    else drawGroup(pen, structure, { opacity, area: { x: 0, y: 0, width, height } }, draw);
    pen.restore();
    this.forget();
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

  private fill({ hex, opacity }: Colour): this {
    if (hex === this.colour && opacity === this.opacity) return this;
    this.colour = hex;
    this.opacity = opacity;
    this.pen.fillColor(hex, opacity);
    return this;
  }

  private text(mark: MarkOf<'text'>): void {
    const { face, size, colour, x, y, baseline } = mark;
    this.fill(colour);
    if (mark.isSymbol) {
      drawSymbol(this.pen, mark);
      return;
    }
    const outline = mark.outline ?? (isEmboldened(face) ? { width: size * boldOutline(size), colour } : undefined);
    if (outline) this.pen.lineWidth(outline.width).strokeColor(outline.colour.hex, outline.colour.opacity);
    const ink = mark.outline && (mark.outline.isHollow ? 'outline' : 'both');
    this.pen.letters({ text: mark.text, face, size, letterSpacing: mark.letterSpacing, x, y: y + baseline, ink });
  }

  private rect(mark: MarkOf<'rect'>): void {
    const { colour, style } = mark;
    if (mark.width <= 0 || mark.height <= 0 || colour.opacity === 0) return;
    const { area, curves } = shownPart(mark, style ? clipOfColour(style.images) : 'border-box');
    if (area.width <= 0 || area.height <= 0) return;
    this.fill(colour);
    boxPath(this.pen, area, curves).fill();
  }

  /** Draws the images and gradients behind a box. */
  private backgrounds(mark: MarkOf<'rect'>): void {
    const { pen } = this;
    for (const background of this.drawing.backgrounds.get(mark) ?? []) {
      const { clip, box } = background;
      const { area, curves } = shownPart(mark, box);
      pen.save();
      if (curves) boxPath(pen, area, curves).clip();
      pen.rect(clip.x, clip.y, clip.width, clip.height).clip();
      if ('shading' in background) this.drawing.gradients.draw(background);
      else for (const tile of background.tiles) this.picture(tile);
      pen.restore();
    }
    this.forget();
  }

  private line(mark: MarkOf<'line'>): void {
    const { thickness, style, colour } = mark;
    const dashes = style === 'dashed' || style === 'dotted' ? dashesOfLine(mark, style) : undefined;
    if (dashes) {
      this.dashes(mark, dashes);
      return;
    }
    if (style === 'wavy') {
      drawWave(this.pen, mark);
      return;
    }
    if (style === 'groove' || style === 'ridge') {
      for (const [at, half] of halvesOf(style, colour).entries())
        this.fill(half).strip(mark, (at - 1 / 2) * (thickness / 2), thickness / 2);
      return;
    }
    this.fill(colour);
    if (style === 'double' && thickness >= 2) {
      this.strip(mark, -thickness / 3, thickness / 3);
      this.strip(mark, thickness / 3, thickness / 3);
    } else this.strip(mark, 0, thickness);
  }

  private dashes({ x, y, width, height, thickness, colour }: MarkOf<'line'>, { dash, gap, isRound }: Dashes): void {
    const { pen } = this;
    pen.save().lineWidth(thickness).strokeColor(colour.hex, colour.opacity).dash(dash, { space: gap });
    // Round dots are within the ends of their line.
    const [along, down] = !isRound ? [0, 0] : width > 0 ? [thickness / 2, 0] : [0, thickness / 2];
    pen
      .lineCap(isRound ? 'round' : 'butt')
      .moveTo(x + along, y + down)
      .lineTo(x + width - along, y + height - down)
      .stroke()
      .restore();
  }

  /** Draws a line as a filled rectangle, beside its position by `offset`. */
  private strip({ x, y, width, height }: MarkOf<'line'>, offset: number, thickness: number): void {
    if (height === 0) this.pen.rect(x, y + offset - thickness / 2, width, thickness).fill();
    else this.pen.rect(x + offset - thickness / 2, y, thickness, height).fill();
  }
}

function dashesOfLine({ width, height, thickness }: MarkOf<'line'>, style: 'dashed' | 'dotted'): Dashes | undefined {
  const length = Math.max(width, height);
  const isRound = dashesOf(style, length, thickness, false)?.isRound;
  return dashesOf(style, isRound ? length - thickness : length, thickness, false);
}

/** What a figure in several parts has: only one on a single page has a box (ISO 32000-1, 14.8.5.4.3). */
const placement: NonNullable<Tag['attributes']> = { O: 'Layout', Placement: 'Block' };

/** Where a figure is, as programs that reflow a page need it. */
function layoutOf({ x, y, width, height }: Area, pageHeight: number): NonNullable<Tag['attributes']> {
  return { ...placement, BBox: [x, pageHeight - y - height, x + width, pageHeight - y] };
}
