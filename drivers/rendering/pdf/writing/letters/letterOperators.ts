import type { Glyph } from 'fontkit';
import type { PdfFont } from 'pdfkit';
import { isEmboldened } from '../../fonts/boldOutline.ts';
import type { Face, ShapeOptions } from '../../fonts/face.ts';
import { isShifted } from '../../fonts/spacedGlyphs.ts';
import { writtenNumber } from './writtenNumber.ts';

export interface Letters {
  readonly text: string;
  readonly face: Face;
  readonly size: number;
  readonly letterSpacing?: number | undefined;
  /** The start of the baseline. */
  readonly x: number;
  readonly y: number;
  /** Absent: filled, and with an outline if the face is bold by it. */
  readonly ink?: 'fill' | 'outline' | 'both' | undefined;
}

/** How far the top of a slanted letter is moved, as a share of its height. */
const SLANT = 0.25;

const modes = { fill: 0, outline: 1, both: 2 } as const;

/** Returns the operators that draw letters, and adds their glyphs to the font of the document. pdfkit takes three times as long. */
export function letterOperators(font: PdfFont, letters: Letters): string {
  const { text, face, size, letterSpacing = 0, x, y, ink = isEmboldened(face) ? 'both' : 'fill' } = letters;
  const isOwn = letterSpacing !== 0 && isShifted(text);
  const options = { pixels: face.fallback?.pixels, spacing: isOwn ? letterSpacing / size : 0 };
  const spacing = isOwn ? 0 : letterSpacing;
  const slant = face.imitation?.isOblique ? SLANT : 0;
  const before = ink === 'fill' ? '' : `${modes[ink]} Tr `;
  const after = ink === 'fill' ? '' : ' 0 Tr';
  const [spaced, unspaced] = spacing === 0 ? ['', ''] : [`${writtenNumber(spacing)} Tc `, ' 0 Tc'];
  // Pages are written with their origin above, so that letters are turned upright again.
  const placed = (across: number, up: number): string =>
    `1 0 ${slant} -1 ${writtenNumber(x + across + slant * up)} ${writtenNumber(y - up)} Tm `;
  const shown = shownGlyphs(font, letters, { ...options, between: spacing }, placed);
  return `BT /${font.id} ${writtenNumber(size)} Tf ${before}${spaced}${placed(0, 0)}${shown}${after}${unspaced} ET`;
}

/**
 * Returns the operators that show the glyphs of a text. `between`: what the pen adds to each advance, in pt; `placed` returns the operator
 * that moves to a place on the baseline.
 */
function shownGlyphs(
  font: PdfFont,
  { text, face, size }: Letters,
  { between, ...options }: ShapeOptions & { readonly between: number },
  placed: (across: number, up: number) => string,
): string {
  const { scale } = font;
  const inPoints = (size * scale) / 1_000;
  let shown = '';
  /** The glyphs that one operator shows, with the distances between them that differ from their widths; the last are in `hex`. */
  let list = '';
  let hex = '';
  let across = 0;
  const endList = (): void => {
    if (hex !== '') list += `<${hex}>`;
    if (list !== '') shown += `[${list}] TJ `;
    list = '';
    hex = '';
  };
  let isMoved = false;
  forEachPiece(text, (piece) => {
    const { glyphs, positions } = face.shape(piece, options);
    for (let at = 0; at < glyphs.length; at++) {
      const glyph = glyphs[at] as (typeof glyphs)[number];
      const position = positions[at] as (typeof positions)[number];
      const isPlain = typeof position === 'number';
      const advance = isPlain ? position : position.xAdvance;
      const isRaised = !isPlain && (position.xOffset !== 0 || position.yOffset !== 0);
      if (isRaised || isMoved) {
        endList();
        shown += isRaised
          ? placed(across + position.xOffset * inPoints, position.yOffset * inPoints)
          : placed(across, 0);
      }
      isMoved = isRaised;
      hex += numberOf(font, glyph);
      const kern = advance - glyph.advanceWidth;
      if (kern !== 0) {
        list += `<${hex}>${writtenNumber(-kern * scale)}`;
        hex = '';
      }
      across += advance * inPoints + between;
    }
  });
  endList();
  return shown;
}

/** Calls back with the parts of a text up to each space, as words are measured. */
function forEachPiece(text: string, use: (piece: string) => void): void {
  let start = 0;
  for (let end = text.indexOf(' ') + 1; end > 0; end = text.indexOf(' ', end) + 1) {
    use(start === 0 && end === text.length ? text : text.slice(start, end));
    start = end;
  }
  if (start < text.length) use(start === 0 ? text : text.slice(start));
}

/** Four hexadecimal digits for each number of a glyph that has occurred. */
const written: string[] = [];

/** Returns the number of a glyph in the font of the document, as it is written. */
function numberOf({ subset, widths, unicode, scale }: PdfFont, { id, advanceWidth, codePoints }: Glyph): string {
  const number = subset.includeGlyph(id);
  widths[number] ??= advanceWidth * scale;
  unicode[number] ??= codePoints;
  written[number] ??= number.toString(16).padStart(4, '0');
  return written[number];
}
