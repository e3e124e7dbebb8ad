import {
  type DrawingPart,
  type EffectPart,
  type GroupPart,
  groupOf,
  type HtmlPart,
  type Paint,
  type ShapePart,
  type Stroke,
  type SvgDrawing,
  type SvgGradient,
  svgOfEffect,
  type TextPart,
} from '../drawings/parts/drawing.ts';
import { reachOf } from '../drawings/parts/reach.ts';
import { boldOutline, isEmboldened } from '../fonts/boldOutline.ts';
import type { Area } from '../layout/canvas.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { boundsOf, determinant, type Matrix, multiplied } from '../transforms/matrix.ts';
import { drawGroup, isDrawable } from './fadedGroups.ts';
import { writtenNumber } from './letters/writtenNumber.ts';
import type { Paper } from './paper.ts';
import { clipBy, operators } from './paths.ts';

/**
 * Draws a drawing into an area of the page.
 *
 * @param shown     what is seen of the area; all of it if absent
 * @param openImage returns the image of a PNG or JPEG, which is in the PDF once
 * @param drawHtml  draws the HTML of a `<foreignObject>`, in pt
 */
export function drawDrawing(
  paper: Paper,
  drawing: SvgDrawing,
  area: Area,
  { opacity, shown, ...sources }: DrawingLook & { readonly shown?: Area | undefined },
): void {
  const [across, down] = [area.width / drawing.width, area.height / drawing.height];
  if (!(across > 0 && down > 0)) return;
  const pen = new DrawingPen(paper, sources, shown && boundsOf(paper._ctm, shown));
  const matrix: Matrix = [across, 0, 0, down, area.x, area.y];
  pen.group(groupOf(drawing.parts, { matrix, opacity }));
}

const caps = { butt: 0, round: 1, square: 2 } as const;
/** Minimum length of a dash: PDFs have no pattern of none; pt. */
const MIN_DASH = 1e-4;

const joins = { miter: 0, round: 1, bevel: 2 } as const;

interface Sources {
  readonly openImage: (bytes: Uint8Array) => object;
  /** Returns the image of an SVG in pixels; undefined for one that is not valid. */
  readonly openSvg: (svg: string) => object | undefined;
  readonly drawHtml: (part: HtmlPart) => void;
}

/** How a drawing is drawn, and what draws its parts that are no lines and letters. */
export interface DrawingLook extends Sources {
  readonly opacity: number;
}

class DrawingPen {
  readonly #paper: Paper;
  readonly #sources: Sources;
  /** What is seen, on the page. */
  readonly #shown: Area | undefined;

  constructor(paper: Paper, sources: Sources, shown: Area | undefined) {
    this.#paper = paper;
    this.#sources = sources;
    this.#shown = shown;
  }

  #draw(part: DrawingPart): void {
    if (!this.#isShown(part)) return;
    if (part.kind === 'group') this.group(part);
    else if (part.kind === 'shape') this.#shape(part);
    else if (part.kind === 'text') this.#text(part);
    else if (part.kind === 'html') {
      this.#paper.save().transform(1 / PIXEL, 0, 0, 1 / PIXEL, 0, 0);
      this.#sources.drawHtml(part);
      this.#paper.restore();
    } else if (part.kind === 'effect') this.#effect(part);
    else this.#paper.image(this.#sources.openImage(part.bytes), 0, 0, { width: part.width, height: part.height });
  }

  #effect(part: EffectPart): void {
    const { text, width, height } = svgOfEffect(part);
    const image = this.#sources.openSvg(text);
    if (image) this.#paper.image(image, part.area.x, part.area.y, { width, height });
  }

  group({ matrix, clips, opacity, blend, mask, isIsolated = false, parts }: GroupPart): void {
    const paper = this.#paper;
    // What is larger than any page is not seen.
    if (matrix && !(isDrawable(matrix) && isDrawable(multiplied(paper._ctm, matrix)))) return;
    const isGroup = opacity < 1 || blend !== undefined || mask !== undefined || isIsolated;
    const isChanged = matrix !== undefined || clips.length > 0 || isGroup;
    if (isChanged) paper.save();
    if (matrix) paper.transform(...matrix);
    for (const clip of clips) clipBy(paper, clip);
    const drawAll = (all: readonly DrawingPart[]): void => {
      for (const part of all) this.#draw(part);
    };
    const drawnMask = mask && { by: mask.by, draw: () => drawAll(mask.parts) };
    if (isGroup) drawGroup(paper, undefined, { opacity, blend, mask: drawnMask }, () => drawAll(parts));
    else drawAll(parts);
    if (isChanged) paper.restore();
  }

  #shape({ path, fill, stroke, isEvenOdd, isStrokeFirst }: ShapePart): void {
    const paper = this.#paper;
    const rule = isEvenOdd ? '*' : '';
    if (fill) this.#fillWith(fill);
    if (stroke) {
      paper.save();
      this.#strokeWith(stroke);
    }
    const line = operators(path);
    if (fill && stroke && isStrokeFirst) paper.addContent(`${line} S ${line} f${rule}`);
    // Both at once would be one group, in which the line hides the area below it.
    else if (fill && stroke) paper.addContent(`${line} f${rule} ${line} S`);
    else paper.addContent(`${line} ${fill ? `f${rule}` : 'S'}`);
    if (stroke) paper.restore();
  }

  /**
   * Whether a part may be on this page: a drawing may continue on others. A text would be found on each of them in
   * searches, so that one beside the end of the page is not drawn; other parts are, because readers may draw the whole pixel.
   */
  #isShown(part: DrawingPart): boolean {
    const shown = this.#shown;
    const reach = shown && reachOf(part);
    if (!reach) return true;
    const { y, height } = boundsOf(this.#paper._ctm, reach.area);
    const beyond = reach.beyond * PIXEL + (part.kind === 'text' ? 0 : 1);
    return !(y >= shown.y + shown.height + beyond || y + height <= shown.y - beyond);
  }

  #text(part: TextPart): void {
    const paper = this.#paper;
    const { text, face, size, x, y, letterSpacing, stretch, fill, stroke, isStrokeFirst } = part;
    if (!isDrawable([stretch, letterSpacing, 0, size, x, y])) return;
    const letters = { text, face, size, letterSpacing, x, y };
    paper.save();
    if (stretch !== 1) paper.transform(stretch, 0, 0, 1, x - x * stretch, 0);
    const fillText = (): void => {
      if (!fill) return;
      this.#fillWith(fill);
      if (isEmboldened(face)) {
        paper.lineWidth(size * boldOutline(size * PIXEL));
        this.#outlineWith(fill);
      }
      paper.letters(letters);
    };
    const strokeText = (): void => {
      if (!stroke) return;
      this.#strokeWith(stroke);
      paper.letters({ ...letters, ink: 'outline' });
    };
    for (const draw of isStrokeFirst ? [strokeText, fillText] : [fillText, strokeText]) draw();
    paper.restore();
  }

  #fillWith({ colour, opacity }: Paint): void {
    if ('hex' in colour) this.#paper.fillColor(colour.hex, colour.opacity);
    else this.#paper.fillColor(this.#gradient(colour), opacity);
  }

  #outlineWith({ colour, opacity }: Paint): void {
    if ('hex' in colour) this.#paper.strokeColor(colour.hex, colour.opacity);
    else this.#paper.strokeColor(this.#gradient(colour), opacity);
  }

  #strokeWith({ paint, width, isFixed, cap, join, miterLimit, dashes, dashOffset }: Stroke): void {
    const paper = this.#paper;
    this.#outlineWith(paint);
    const by = isFixed ? PIXEL / Math.sqrt(Math.abs(determinant(paper._ctm)) || 1) : 1;
    const pattern = dashes.some((dash) => dash * by >= MIN_DASH)
      ? ` [${dashes.map((dash) => writtenNumber(dash * by)).join(' ')}] ${writtenNumber(dashOffset * by)} d`
      : '';
    paper.addContent(
      `${writtenNumber(width * by)} w ${caps[cap]} J ${joins[join]} j ${writtenNumber(miterLimit)} M${pattern}`,
    );
  }

  /** Returns a gradient, or its last colour where no PDF has its numbers. */
  #gradient({ line, matrix, stops }: SvgGradient): object | string {
    if (!isDrawable(multiplied(this.#paper._ctm, matrix))) return stops.at(-1)?.colour.hex ?? '#000000';
    const { from, to } = line;
    const gradient =
      line.kind === 'linear'
        ? this.#paper.linearGradient(...from, ...to)
        : this.#paper.radialGradient(...from, line.fromRadius, ...to, line.radius);
    for (const { at, colour } of stops) gradient.stop(at, colour.hex, colour.opacity);
    return gradient.setTransform(...matrix);
  }
}
