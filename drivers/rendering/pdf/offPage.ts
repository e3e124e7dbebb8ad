import { excerptOf, MAX_EXCERPT } from './faintTexts.ts';
import type { Picture } from './images/picture.ts';
import type { Area } from './layout/canvas.ts';
import type { Clip, ImageMark, TextMark } from './layout/mark.ts';
import { widthOfText } from './transforms/clipping.ts';
import { boundsOf, type Matrix, overlap } from './transforms/matrix.ts';

/** Maximum number of texts, and of images, that are reported for leaving their pages. */
const MAX_CUT = 20;
/** Smaller images are not seen anyway; pt. */
const MIN_IMAGE = 2;

/** A page, its size, and what it shows of the group that a mark is in; pt. */
interface PlaceOnPage {
  /** Counted from 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly area?: Area | undefined;
}

/** How high capital letters are, as a share of the size of their font. */
const CAPITALS = 0.7;

/** The texts that leave their pages, and the images outside of theirs. Each is reported once. */
export class OffPage {
  readonly #report: (problem: { readonly problem: string; readonly text: string }) => void;
  readonly #texts = new Set<string>();
  readonly #images = new Set<Picture>();

  constructor(report: (problem: { readonly problem: string; readonly text: string }) => void) {
    this.#report = report;
  }

  addText(mark: TextMark, toPage: Matrix, page: PlaceOnPage): void {
    const { text } = mark;
    if (this.#texts.size >= MAX_CUT || this.#texts.has(text)) return;
    const departure = departureOfText(mark, toPage, page);
    if (!departure) return;
    this.#texts.add(text);
    const problem = `${excerptOf(text)} on page ${page.number} is ${departure}`;
    this.#report({ problem, text: text.trim().slice(0, MAX_EXCERPT) });
  }

  /** Adds an image of which its page shows nothing. */
  addImage({ picture, clips = [], ...mark }: ImageMark, toPage: Matrix, page: PlaceOnPage): void {
    if (this.#images.size >= MAX_CUT || this.#images.has(picture)) return;
    const seen = clips
      .filter(({ isPage }) => !isPage)
      .reduce<Area>(
        (rest, { left, top, ...size }) => overlap(rest, { x: mark.x + left, y: mark.y + top, ...size }),
        mark,
      );
    const departure = departureOf(boundsOf(toPage, seen), shownArea({ ...mark, clips }), page);
    if (!departure || Math.min(seen.width, seen.height) < MIN_IMAGE) return;
    this.#images.add(picture);
    this.#report({ problem: `an image on page ${page.number} is ${departure}`, text: '' });
  }
}

/** Returns the area of the page that shows a mark which leaves it; undefined for another one. */
export function shownArea({
  x,
  y,
  clips = [],
}: Pick<TextMark, 'x' | 'y'> & { clips?: readonly Clip[] }): Area | undefined {
  const clip = clips.find(({ isPage }) => isPage);
  return clip && { x: x + clip.left, y: y + clip.top, width: clip.width, height: clip.height };
}

function departureOfText(mark: TextMark, toPage: Matrix, page: PlaceOnPage): string | undefined {
  const { text, size, x, y, baseline, clips = [] } = mark;
  if (mark.isShadow || !/[\p{L}\p{N}]/u.test(text)) return undefined;
  const whole = widthOfText(mark, text.trimEnd());
  const boxes = clips.filter(({ isPage }) => !isPage);
  const left = Math.max(0, ...boxes.map((clip) => clip.left));
  const length = Math.min(whole, ...boxes.map((clip) => clip.left + clip.width));
  const letters = { x: x + left, y: y + baseline - size * CAPITALS, width: length - left, height: size * CAPITALS };
  return departureOf(boundsOf(toPage, letters), shownArea(mark), page);
}

/**
 * Returns how a text or an image leaves its page, or what this shows, at one of its sides; undefined if it does not. What is far
 * outside is meant for programs that read a page aloud.
 */
function departureOf(bounds: Area, shown: Area | undefined, page: PlaceOnPage): string | undefined {
  const [right, bottom] = [bounds.x + bounds.width, bounds.y + bounds.height];
  if (bounds.x > 2 * page.width || right < -page.width || bottom < -page.height) return undefined;
  if (bounds.y > 2 * page.height) return undefined;
  const paper = { x: 0, y: 0, width: page.width, height: page.height };
  const area = shown ?? page.area ?? paper;
  if (isOutside(bounds, paper)) return 'outside of the page';
  if (isOutside(bounds, area)) return 'in the margin of the page, which hides it';
  if (isCut(bounds, paper)) return 'cut at the edge of the page';
  return isCut(bounds, area) ? 'cut at the margin of the page' : undefined;
}

const isOutside = (one: Area, { x, y, width, height }: Area): boolean =>
  one.x >= x + width || one.x + one.width <= x || one.y + one.height <= y || one.y >= y + height;

const isCut = (one: Area, { x, y, width, height }: Area): boolean =>
  one.x < x - 1 || one.x + one.width > x + width + 1 || one.y < y - 1 || one.y + one.height > y + height + 1;
