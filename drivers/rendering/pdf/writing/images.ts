import { foreignBoxesOf } from '../boxes/foreignBoxes.ts';
import type { HtmlPart, SvgDrawing } from '../drawings/parts/drawing.ts';
import { reachOf } from '../drawings/parts/reach.ts';
import { drawingOf } from '../images/knownDrawings.ts';
import { pngOfSvg } from '../images/svgToPng.ts';
import type { Area } from '../layout/canvas.ts';
import { drawnArea, type ImageMark } from '../layout/mark.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { boundsOf, multiplied, union, widened } from '../transforms/matrix.ts';
import { type DrawingLook, drawDrawing } from './drawingPen.ts';
import { drawForm, type SharedForm, sharedForm } from './fadedGroups.ts';
import type { Paper } from './paper.ts';

/** How far a drawing may be beyond the edge of a page that it fills; pt. */
const ROUNDING = 0.01;

/** Draws the images of a document. Each is in the PDF once. */
export class Images {
  readonly #paper: Paper;
  readonly #opened = new Map<Uint8Array, object>();
  /** By the text of an SVG that is drawn in pixels. */
  readonly #drawn = new Map<string, object>();

  /** By drawing, and by size and opacity, what is drawn again; undefined while it has been drawn once. */
  readonly #shared = new Map<SvgDrawing, Map<string, SharedForm | undefined>>();

  constructor(paper: Paper) {
    this.#paper = paper;
  }

  /** `drawHtml`: draws the HTML in a drawing, in pt. */
  draw(mark: ImageMark, drawHtml: (part: HtmlPart) => void): void {
    const { picture, opacity = 1, scale = 1 } = mark;
    const area = drawnArea(mark);
    const { x, y, width, height } = contained(area, picture);
    // Images are not drawn in the colours of the text before them.
    const paper = this.#paper.save().fillColor('#000000', 1).strokeColor('#000000', 1).lineWidth(1);
    const openImage = (bytes: Uint8Array): object => this.#open(bytes);
    const openSvg = (svg: string): object | undefined => this.#openSvg(svg);
    const drawing = picture.drawn
      ? drawingOf(picture, { width: area.width / scale, height: area.height / scale })
      : null;
    const shown = mark.drawn && mark;
    const look = { opacity, openImage, openSvg, drawHtml };
    if (drawing && !shown && foreignBoxesOf(picture).length === 0) this.#drawShared(drawing, area, look);
    else if (drawing) drawDrawing(paper, drawing, area, { ...look, shown });
    else if (!picture.drawn) {
      if (opacity < 1) paper.opacity(opacity);
      paper.image(this.#open(picture.bytes), x, y, { width, height });
    }
    paper.restore();
  }

  /** Draws a drawing that other places may have, too: from the second time on, it is in the PDF once. */
  #drawShared(drawing: SvgDrawing, { x, y, ...size }: Area, look: DrawingLook): void {
    const paper = this.#paper.translate(x, y);
    const [a, b, c, d] = paper._ctm;
    const key = [a, b, c, d, size.width, size.height, look.opacity].map((one) => one.toFixed(5)).join(' ');
    const known = this.#shared.get(drawing) ?? new Map<string, SharedForm | undefined>();
    this.#shared.set(drawing, known);
    const draw = (): void => drawDrawing(paper, drawing, { x: 0, y: 0, ...size }, look);
    const mayShare = (): boolean => known.has(key) && isOnPage(paper, drawing, size);
    const form = known.get(key) ?? (mayShare() ? sharedForm(paper, draw) : undefined);
    known.set(key, form);
    if (form) drawForm(paper, form);
    else draw();
  }

  #openSvg(svg: string): object | undefined {
    const known = this.#drawn.get(svg);
    const png = known ? undefined : pngOfSvg(svg);
    const image = known ?? (png && this.#paper.openImage(png));
    if (!image) return undefined;
    this.#drawn.set(svg, image);
    return image;
  }

  #open(bytes: Uint8Array): object {
    const image = this.#opened.get(bytes) ?? this.#paper.openImage(bytes);
    this.#opened.set(bytes, image);
    return image;
  }
}

/** Whether all of a drawing is on the page: its groups and gradients end at the edges of the page on which they are written. */
function isOnPage({ _ctm, page }: Paper, drawing: SvgDrawing, size: Pick<Area, 'width' | 'height'>): boolean {
  const [across, down] = [size.width / drawing.width, size.height / drawing.height];
  let [area, beyond]: [Area, number] = [{ x: 0, y: 0, width: drawing.width, height: drawing.height }, 0];
  for (const part of drawing.mayOverflow ? drawing.parts : []) {
    const reach = reachOf(part);
    if (reach === null) return false;
    if (reach) [area, beyond] = [union(area, reach.area), Math.max(beyond, reach.beyond)];
  }
  const onPage = boundsOf(multiplied(_ctm, [across, 0, 0, down, 0, 0]), area);
  const { x, y, width, height } = widened(onPage, beyond * PIXEL);
  const [right, bottom] = [page.width + ROUNDING, page.height + ROUNDING];
  return x >= -ROUNDING && y >= -ROUNDING && x + width <= right && y + height <= bottom;
}

/** Returns the part of an area that a picture fills: all of it, or for an SVG the middle of it in the proportion of that. */
function contained(area: Area, { isStretched = true, width, height }: ImageMark['picture']): Area {
  const by = Math.min(area.width / width, area.height / height);
  if (isStretched || !(by > 0)) return area;
  const own = { width: width * by, height: height * by };
  return { x: area.x + (area.width - own.width) / 2, y: area.y + (area.height - own.height) / 2, ...own };
}
