import { degrees, type PDFDocument, PDFName, PDFOperator, PDFOperatorNames, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { noFonts } from '../pdf/fonts/fontSet.ts';
import { type FontChoice, split } from '../pdf/fonts/fonts.ts';
import type { LayoutProblem } from '../pdf/layoutProblems.ts';
import { MissingLetters } from '../pdf/missingLetters.ts';
import { plainVariants } from '../pdf/style/values/fontVariants.ts';

/** Share of the diagonal of a page that the text takes, and its greatest size as a share of the page's shorter side. */
const LENGTH = 0.7;
const MAX_SIZE = 0.3;
const OPACITY = 0.16;
/** Properties of the marked content: programs that read a document aloud leave it out. */
const WATERMARK = '<</Type/Pagination/Subtype/Watermark>>';
/** Units of an em in an outline, whose numbers have two decimals. */
const UNITS = 1_000;
/** Maximum number of letters; the rest is left out. */
const MAX_LETTERS = 100;

/** An outline with the y axis pointing down, as SVG has it. */
interface Outline {
  /** In thousandths of an em. */
  readonly path: string;
  /** em. */
  readonly width: number;
}

const stampedPart = (text: string): string => [...text].slice(0, MAX_LETTERS).join('');

/** Reports the letters of a watermark that no font has. */
export function reportWatermark(text: string, report: (problem: LayoutProblem) => void): void {
  const letters = new MissingLetters(undefined);
  letters.add(split(stampedPart(text), watermarkFont));
  const member = 'pdf.watermark';
  letters.report((problem) => report({ ...problem, member, breaks: ['PDF/A-3B'] }));
}

/** Draws a text across each page, from the lower left to the upper right, over the content. */
export function stampWatermark(document: PDFDocument, text: string): void {
  const outline = outlineOf(stampedPart(text));
  if (outline.path === '') return;
  for (const page of document.getPages()) stamp(page, outline);
}

function stamp(page: PDFPage, { path, width: em }: Outline): void {
  const { x, y, width, height } = page.getCropBox();
  const turned = page.getRotation().angle;
  const isSideways = Math.abs(turned % 180) === 90;
  const [across, up] = isSideways ? [height, width] : [width, height];
  const size = Math.min((LENGTH * Math.hypot(across, up)) / em, MAX_SIZE * Math.min(across, up));
  const angle = Math.atan2(up, across) + (turned * Math.PI) / 180;
  // The centre of the text, on the middle of its letters, is on the centre of the page.
  const [along, below] = [(em * size) / 2, size * 0.35];
  page.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of('Artifact'), WATERMARK]));
  page.drawSvgPath(path, {
    x: x + width / 2 - along * Math.cos(angle) + below * Math.sin(angle),
    y: y + height / 2 - along * Math.sin(angle) - below * Math.cos(angle),
    scale: size / UNITS,
    rotate: degrees((angle * 180) / Math.PI),
    color: rgb(0.4, 0.4, 0.4),
    opacity: OPACITY,
  });
  page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
}

const watermarkFont: FontChoice = {
  family: 'sans',
  weight: 700,
  italic: false,
  variants: plainVariants,
  fonts: noFonts,
  families: [],
};

/** Outlines need no font in the document. */
function outlineOf(text: string): Outline {
  const paths: string[] = [];
  let at = 0;
  for (const { text: part, face } of split(text, watermarkFont)) {
    const { glyphs, positions } = face.shape(part);
    const scale = UNITS / face.source.unitsPerEm;
    glyphs.forEach((glyph, index) => {
      const place = positions[index] ?? glyph.advanceWidth;
      const { xAdvance, xOffset, yOffset } =
        typeof place === 'number' ? { xAdvance: place, xOffset: 0, yOffset: 0 } : place;
      paths.push(
        glyph.path
          .scale(scale, -scale)
          .translate(at + xOffset * scale, -yOffset * scale)
          .toSVG(),
      );
      at += xAdvance * scale;
    });
  }
  return { path: paths.join(''), width: Math.max(at / UNITS, 0.5) };
}
