import type { Finishing } from '../../../domain/ports/rendering.ts';
import { FaintTexts, type SeenColours } from './faintTexts.ts';
import { marksInDrawing } from './foreign/foreignMarks.ts';
import { type Tiling, tilingsOf } from './images/backgroundTiles.ts';
import { MAX_TILES, problemsOfTiles } from './images/composeTiles.ts';
import { colourAt } from './images/gradientColours.ts';
import { drawingOf } from './images/knownDrawings.ts';
import { textsOfDrawing } from './images/svgTexts.ts';
import type { Area } from './layout/canvas.ts';
import { drawnArea, type ImageMark, type Mark, type RectMark, type TextMark } from './layout/mark.ts';
import { MissingLetters } from './missingLetters.ts';
import { OffPage, shownArea } from './offPage.ts';
import { luminanceOf, type Rgb, rgbOf } from './style/values/colours.ts';
import { widthOfText } from './transforms/clipping.ts';
import { identity, inverse, type Matrix, mapped, moving, multiplied } from './transforms/matrix.ts';
import { fadedMark } from './transforms/opacity.ts';
import type { Sheet } from './writing/sheet.ts';

/** A standard that a document can say that it conforms to. */
export type Standard =
  | NonNullable<Finishing['conformance']>
  | Exclude<Finishing['accessibility'], 'TAGGED' | undefined>;

/** What a reader cannot read, or a program not understand. */
export interface LayoutProblem {
  readonly problem: string;
  /** A part of it, to be found in the template. */
  readonly text: string;
  /** A declaration or a value of CSS that takes precedence over it, whatever its spaces are. */
  readonly css?: string;
  /** What to do, if something can be done but to change the text. */
  readonly remedy?: string;
  /** The text of the template shows it too, with its place. */
  readonly isInHtml?: true;
  /** The number of the appended document that it is in, from 1 on; absent for the document itself. */
  readonly part?: number;
  /** The member of the template that it is about, if not the content. */
  readonly member?: string;
  /** The standards that a document with this problem does not conform to. */
  readonly breaks?: readonly Standard[];
}

/** Translucent letters of this size or larger are meant to be faint; pt. */
const MIN_WATERMARK = 30;
/** Text with less contrast cannot be read (WCAG: 4.5 for good reading). */
const MIN_CONTRAST = 1.5;

/**
 * Reports text in a colour too near to its background, text and images beyond the edge of their page, and
 * letters that no font has.
 *
 * @param language of the document, which decides between the fonts of a script
 */
export function reportUnreadable(
  sheets: readonly Sheet[],
  language: string | undefined,
  report: (problem: LayoutProblem) => void,
): void {
  const faint = new FaintTexts(report);
  const letters = new MissingLetters(language);
  const offPage = new OffPage(report);
  sheets.forEach(({ marks, ...paper }, page) => {
    const below: Backdrop[] = [];
    const reported = new Set<string>();
    const reportMark = ({ problem, text }: ProblemMark): void => {
      const key = `${text} ${problem}`;
      if (reported.has(key)) return;
      reported.add(key);
      report({ problem: `${problem}: page ${page + 1}`, text });
    };
    visit(marks, { toPage: identity }, (mark, { toPage, area }) => {
      if (mark.kind === 'problem') reportMark(mark);
      else if (mark.kind === 'image' && mark.isHidden)
        offPage.addImage(mark, toPage, { ...paper, number: page + 1, area });
      else if (mark.kind === 'rect' || mark.kind === 'image') {
        const backdrop = backdropOf(mark, inverse(toPage));
        addContents(backdrop, letters, reportMark);
        addFixed(backdrop, reportMark);
        if (mark.kind === 'image' && mark.picture.drawn) addDrawing({ mark, toPage }, below, page + 1, faint);
        below.push(backdrop);
      } else if (mark.kind === 'text') {
        letters.add([mark]);
        addFaint({ mark, toPage }, below, page + 1, faint);
        offPage.addText(mark, toPage, { ...paper, number: page + 1, area });
      } else if (mark.kind === 'unseen') addTransparent(mark, page + 1, faint);
    });
  });
  faint.end();
  letters.report((problem) => report({ ...problem, breaks: ['PDF/A-3B', 'PDF/UA-1'] }));
}

type ProblemMark = Extract<Mark, { kind: 'problem' }>;

/** A mark that text may stand on. */
interface Backdrop {
  readonly mark: RectMark | ImageMark;
  /** From the page to where the mark is positioned. */
  readonly fromPage: Matrix;
  /** The images and gradients of a rectangle. */
  readonly tilings: () => readonly Tiling[];
}

function backdropOf(mark: Backdrop['mark'], fromPage: Matrix): Backdrop {
  let known: readonly Tiling[] | undefined;
  const tilings = (): readonly Tiling[] => {
    known ??= mark.kind === 'rect' ? tilingsOf(mark) : [];
    return known;
  };
  return { mark, fromPage, tilings };
}

/** Where marks are. */
interface MarkPlace {
  /** From where they are positioned to the page. */
  readonly toPage: Matrix;
  /** What their page shows of the group that they are in. */
  readonly area?: Area | undefined;
  /** Of the groups around them; 1 if absent. */
  readonly opacity?: number;
}

/** Visits marks and those in groups, as faint as they are seen. */
function visit(marks: readonly Mark[], place: MarkPlace, see: (mark: Mark, place: MarkPlace) => void): void {
  const { toPage, area, opacity = 1 } = place;
  for (const mark of marks) {
    if (mark.kind === 'group') {
      const inner = multiplied(toPage, multiplied(moving(mark.x, mark.y), mark.matrix));
      const faded = opacity * (mark.opacity ?? 1);
      visit(mark.marks, { toPage: inner, area: area ?? shownArea(mark), opacity: faded }, see);
    } else see(opacity < 1 ? fadedMark(mark, opacity) : mark, place);
  }
}

/** Adds the letters of drawings that no font has, and reports what of the HTML in these is not drawn as declared. */
function addContents({ mark, tilings }: Backdrop, letters: MissingLetters, report: (mark: ProblemMark) => void): void {
  if (mark.kind === 'image') addContent(mark, letters, report);
  else
    for (const { image, tile, count } of tilings()) {
      if ('stops' in image) continue;
      if (count <= MAX_TILES) addContent({ kind: 'image', ...tile, picture: image }, letters, report);
      // Repeated more often, it becomes a picture without letters.
      else for (const one of problemsOfTiles(image, tile)) report({ kind: 'problem', y: mark.y, ...one });
    }
}

/** Reports images that are to stay where they are on the screen, except those of the root, which browsers print as all others. */
function addFixed({ mark, tilings }: Backdrop, report: (mark: ProblemMark) => void): void {
  if (mark.kind !== 'rect' || mark.root || !mark.style?.images.isFixed) return;
  const [tiling] = tilings();
  if (!tiling) return;
  const problem = 'a fixed background-attachment is ignored, so the image behind a box is placed in the box';
  const source = 'stops' in tiling.image ? undefined : tiling.image.source;
  report({ kind: 'problem', y: mark.y, problem, text: source ?? 'fixed' });
}

function addContent(mark: ImageMark, letters: MissingLetters, report: (mark: ProblemMark) => void): void {
  if (!mark.picture.drawn) return;
  addDrawn(mark, letters, report);
  for (const inner of marksInDrawing(mark))
    if (inner.kind === 'problem') report(inner);
    else if (inner.kind === 'image' && inner.picture.drawn) addDrawn(inner, letters, report);
    else if (inner.kind === 'rect') addContents(backdropOf(inner, identity), letters, report);
    else if (inner.kind === 'text') letters.add([inner]);
}

/** Adds the letters of a drawing without those of its HTML, and reports the filters that are ignored in the size in which it is shown. */
function addDrawn(mark: ImageMark, letters: MissingLetters, report: (mark: ProblemMark) => void): void {
  const { picture, y, scale = 1 } = mark;
  letters.add(textsOfDrawing(picture));
  const { width, height } = drawnArea(mark);
  const drawing = drawingOf(picture, { width: width / scale, height: height / scale });
  for (const { problem, text } of drawing?.ignored ?? [])
    report({ kind: 'problem', y, problem, text: picture.source ?? text });
}

function addTransparent({ letters, y }: Extract<Mark, { kind: 'unseen' }>, page: number, faint: FaintTexts): void {
  if (letters && isWritten(letters)) faint.add({ text: letters.text, page, mark: { ...letters, y } });
}

const isWritten = ({ text }: TextMark): boolean => /[\p{L}\p{N}]/u.test(text);

function addFaint(
  { mark, toPage }: { readonly mark: TextMark; readonly toPage: Matrix },
  below: readonly Backdrop[],
  page: number,
  faint: FaintTexts,
): void {
  if (mark.isHidden || mark.isShadow || !isWritten(mark)) return;
  const isWatermark = mark.size >= MIN_WATERMARK && mark.colour.opacity > 0 && mark.colour.opacity < 1;
  const lowest = isWatermark ? undefined : lowestContrast(mark, toPage, below);
  if (lowest) faint.add({ text: mark.text, seen: lowest, page, mark });
  else faint.close();
}

function lowestContrast(mark: TextMark, toPage: Matrix, below: readonly Backdrop[]): SeenColours | undefined {
  const place = mapped(toPage, mark.x + 1, mark.y + mark.baseline - mark.size / 4);
  const found = backgroundAt(place, below);
  if (!found) return undefined;
  const places = found.isGradient ? [found, ...alongText(mark, toPage, below)] : [found];
  return places
    .map(({ background }) => ({ background, colour: over(rgbOf(mark.colour), mark.colour.opacity, background) }))
    .find((one) => contrast(one.colour, one.background) < MIN_CONTRAST);
}

/** Adds the texts of a drawing, which stand on its rectangles or on what is behind its middle. */
function addDrawing(
  { mark, toPage }: { readonly mark: ImageMark; readonly toPage: Matrix },
  below: readonly Backdrop[],
  page: number,
  faint: FaintTexts,
): void {
  const found = backgroundAt(mapped(toPage, mark.x + mark.width / 2, mark.y + mark.height / 2), below);
  if (!found || !faint.isNew(mark.picture, `${found.background} ${mark.opacity}`)) return;
  for (const { text, look } of textsOfDrawing(mark.picture)) {
    if (!look) continue;
    const { colour: own, behind } = look;
    const background = behind ? rgbOf(behind) : found.background;
    const colour = over(rgbOf(own), own.opacity * (mark.opacity ?? 1), background);
    if (contrast(colour, background) < MIN_CONTRAST) faint.add({ text, seen: { colour, background }, page });
  }
}

interface SeenBackground {
  readonly background: Rgb;
  readonly isGradient: boolean;
}

/** Returns what is behind a point of the page; undefined where it is an image, which may show anything. */
function backgroundAt(
  place: { readonly x: number; readonly y: number },
  below: readonly Backdrop[],
): SeenBackground | undefined {
  let background: Rgb = [255, 255, 255];
  let isGradient = false;
  for (const { mark: one, fromPage, tilings } of below) {
    const { x, y } = fromPage === identity ? place : mapped(fromPage, place.x, place.y);
    if (x < one.x || x > one.x + one.width || y < one.y || y > one.y + one.height) continue;
    if (one.kind === 'image') return undefined;
    background = over(rgbOf(one.colour), one.colour.opacity, background);
    for (const { image, tile, gap, clip } of tilings()) {
      if (x < clip.x || x > clip.x + clip.width || y < clip.y || y > clip.y + clip.height) continue;
      if (!('stops' in image)) return undefined;
      isGradient = true;
      const scale = image.width / tile.width;
      const [across, along] = [(x - tile.x) % (tile.width + gap.across), (y - tile.y) % (tile.height + gap.down)];
      const { rgb, opacity } = colourAt(image, across * scale, along * scale);
      background = over(rgb, opacity * (one.style?.opacity ?? 1), background);
    }
  }
  return { background, isGradient };
}

/** Returns what is behind the middle and the end of a text. */
function alongText(mark: TextMark, toPage: Matrix, below: readonly Backdrop[]): SeenBackground[] {
  const length = widthOfText(mark, mark.text.trimEnd());
  return [length / 2, length - 1].flatMap((along) => {
    const place = mapped(toPage, mark.x + along, mark.y + mark.baseline - mark.size / 4);
    return backgroundAt(place, below) ?? [];
  });
}

function over(above: Rgb, opacity: number, below: Rgb): Rgb {
  const part = (at: 0 | 1 | 2): number => above[at] * opacity + below[at] * (1 - opacity);
  return [part(0), part(1), part(2)];
}

/** The contrast ratio of WCAG 2. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
