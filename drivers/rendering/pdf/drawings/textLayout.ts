import type { Element } from 'domhandler';
import { ownValue } from '../../../../domain/documents/css/ownValue.ts';
import { chooseFamilies } from '../fonts/families.ts';
import { type FontChoice, faceOf, split } from '../fonts/fonts.ts';
import { spacedLetters } from '../fonts/spacedGlyphs.ts';
import { asDrawn, inVisualOrder, mirrored } from '../layout/bidi.ts';
import { letterSpacingOf } from '../style/lines/spacing.ts';
import { featureProperties, withVariant } from '../style/values/fontVariants.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { rotating } from '../transforms/matrix.ts';
import { type DrawingPart, groupOf, type Painted, type ShapePart, type TextPart } from './parts/drawing.ts';
import { rectangle } from './parts/shapes.ts';
import { type Measure, readUnits } from './parts/svgLengths.ts';
import type { SvgStyle, SvgStyles } from './svgStyles.ts';
import { type Letter, readLetters } from './textRuns.ts';

interface TextContext {
  readonly styles: SvgStyles;
  readonly measure: Measure;
  readonly font: FontChoice;
  /** Returns null for a paint that cannot be drawn here. */
  readonly lookOf: (style: SvgStyle) => Painted | undefined | null;
}

/** Lays a `<text>` out. Returns null for one that cannot be drawn here. */
export function readText(element: Element, style: SvgStyle, context: TextContext): DrawingPart[] | null {
  const { styles, measure } = context;
  if (/^(?:vertical|tb|sideways)/.test(style.inherited['writing-mode'] ?? '')) return null;
  const letters = readLetters(element, style, styles, measure);
  if (!letters) return null;
  const parts: DrawingPart[] = [];
  let place = { x: 0, y: 0 };
  for (const chunk of chunksOf(letters)) {
    const layout = new ChunkLayout(context, chunk, place);
    if (layout.isOther) return null;
    const length = readUnits(element.attribs['textLength'], measure.width, 16);
    if (length !== undefined && length > 0 && chunk.length === letters.length)
      layout.fit(length, element.attribs['lengthAdjust'] === 'spacingAndGlyphs');
    place = layout.finish();
    for (const part of layout.parts) parts.push(part);
  }
  return parts;
}

/** Letters up to the next position that is given. */
function chunksOf(letters: readonly Letter[]): Letter[][] {
  const chunks: Letter[][] = [];
  for (const letter of letters) {
    const last = chunks.at(-1);
    if (last && letter.x === undefined && letter.y === undefined) last.push(letter);
    else chunks.push([letter]);
  }
  return chunks;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Letters of one face, before they have their place. */
interface Piece extends Pick<TextPart, 'text' | 'face' | 'size' | 'width' | 'letterSpacing'> {
  readonly level: number;
  readonly look: Painted;
  readonly angle: number;
  readonly around: readonly SvgStyle[];
  /** How far it is from its place on the line. */
  readonly shiftX: number;
  readonly y: number;
}

class ChunkLayout {
  /** Whether it cannot be drawn here. */
  isOther = false;
  readonly parts: DrawingPart[] = [];
  readonly #context: TextContext;
  readonly #letters: readonly Letter[];
  readonly #start: number;
  readonly #pieces: readonly Piece[];
  readonly #texts: Writable<TextPart>[] = [];
  #x: number;
  #y: number;
  #shiftX = 0;

  constructor(context: TextContext, letters: readonly Letter[], place: { readonly x: number; readonly y: number }) {
    const [first] = letters;
    this.#context = context;
    this.#letters = letters;
    this.#x = first?.x ?? place.x;
    this.#y = first?.y ?? place.y;
    this.#start = this.#x;
    this.#pieces = inVisualOrder(runsOf(letters).flatMap((run) => this.#piecesOf(run)));
    for (const { text, face, size, width, letterSpacing, look, shiftX, y } of this.#pieces) {
      const x = this.#x + shiftX;
      this.#texts.push({ kind: 'text', text, face, size, x, y, width, letterSpacing, stretch: 1, ...look });
      this.#x += width;
    }
    this.#x += this.#shiftX;
  }

  #piecesOf(run: readonly Letter[]): Piece[] {
    const [first] = run;
    if (!first) return [];
    this.#shiftX += first.dx ?? 0;
    this.#y += first.dy ?? 0;
    const { style, around, level } = first;
    const look = this.#context.lookOf(style);
    if (look === null) this.isOther = true;
    const size = Number(style.inherited['font-size'] ?? 16);
    if (look === null || !(size > 0)) return [];
    const ownSpacing = readUnits(style.inherited['letter-spacing'], 0, size) ?? 0;
    const font = { ...fontOf(style, this.#context.font), letterSpacing: ownSpacing };
    const whole = run.map((one) => one.text).join('');
    const wordSpacing = isSpace(first) ? wordSpacingOf(style, size) : 0;
    const letterSpacing = letterSpacingOf(whole, ownSpacing) + wordSpacing;
    const shared = {
      level,
      look: look ?? { fill: undefined, stroke: undefined, isStrokeFirst: false },
      angle: first.rotate ?? 0,
      around,
      shiftX: this.#shiftX,
      y: this.#y + baselineOf(around, font, size),
      letterSpacing,
    };
    const isBackward = level % 2 === 1;
    return split(isBackward ? mirrored(whole) : whole, font, size * PIXEL).map(({ text, face, scale = 1 }) => {
      const drawn = asDrawn(text, isBackward);
      const own = size * scale;
      return {
        ...shared,
        text: drawn,
        face,
        size: own,
        width: face.width(drawn) * own + letterSpacing * spacedLetters(text),
      };
    });
  }

  /** Makes the chunk as wide as `length`. */
  fit(length: number, isStretched: boolean): void {
    const width = this.#x - this.#start;
    const count = this.#letters.length - 1;
    if (!(width > 0) || (!isStretched && count < 1)) return;
    const [by, space] = isStretched ? [length / width, 0] : [1, (length - width) / count];
    let seen = 0;
    for (const part of this.#texts) {
      const own = [...part.text].length;
      part.x = this.#start + (part.x - this.#start) * by + seen * space;
      part.stretch = by;
      part.width = part.width * by + own * space;
      part.letterSpacing += space;
      seen += own;
    }
    this.#x = this.#start + length;
  }

  /** Anchors the chunk. Returns where the next one begins. */
  finish(): { readonly x: number; readonly y: number } {
    const [first] = this.#letters;
    const anchor = first?.style.inherited['text-anchor'] ?? 'start';
    const isBackward = first?.style.inherited['direction'] === 'rtl';
    const share = anchor === 'middle' ? 0.5 : (anchor === 'end') !== isBackward ? 1 : 0;
    const shift = -share * (this.#x - this.#start);
    this.#texts.forEach((part, i) => {
      part.x += shift;
      const { around = [], angle = 0 } = this.#pieces[i] ?? {};
      const parts: DrawingPart[] = around.flatMap((style) => this.#decorationsOf(part, style));
      if (part.fill || part.stroke) parts.push(part);
      if (angle === 0 || parts.length === 0) this.parts.push(...parts);
      else this.parts.push(groupOf(parts, { matrix: rotating((angle * Math.PI) / 180, part.x, part.y) }));
    });
    return { x: this.#x + shift, y: this.#y };
  }

  #decorationsOf({ face, size, x, y, width }: TextPart, { own, inherited }: SvgStyle): ShapePart[] {
    const lines = `${own.get('text-decoration') ?? ''} ${own.get('text-decoration-line') ?? ''}`;
    const look = lines.trim() === '' ? undefined : this.#context.lookOf({ own, inherited });
    if (!look?.fill) return [];
    const { unitsPerEm, underlinePosition, underlineThickness } = face.source;
    const thickness = (size * underlineThickness) / unitsPerEm;
    const heights = {
      underline: (-size * underlinePosition) / unitsPerEm,
      'line-through': -size * 0.3,
      overline: -size * face.ascent + thickness,
    };
    return Object.entries(heights).flatMap(([name, down]): ShapePart[] => {
      if (!lines.includes(name)) return [];
      const path = rectangle({ x, y: y + down - thickness / 2, width, height: thickness });
      return [{ kind: 'shape', path, isEvenOdd: false, fill: look.fill, stroke: undefined, isStrokeFirst: false }];
    });
  }
}

const isSpace = ({ text }: Letter): boolean => text === ' ' || text === '\u00a0';

const wordSpacingOf = ({ inherited }: SvgStyle, size: number): number =>
  readUnits(inherited['word-spacing'], 0, size) ?? 0;

/** Letters of one style that follow each other. */
function runsOf(letters: readonly Letter[]): Letter[][] {
  const runs: Letter[][] = [];
  for (const letter of letters) {
    const last = runs.at(-1);
    if (last?.[0] && continues(last[0], letter)) last.push(letter);
    else runs.push([letter]);
  }
  return runs;
}

/** Whether a letter is in the same run as the first one. */
function continues(first: Letter, letter: Letter): boolean {
  if (first.style !== letter.style || first.level !== letter.level) return false;
  if (letter.dx !== undefined || letter.dy !== undefined || letter.rotate || first.rotate) return false;
  // A space at the end of a word from right to left is on its left.
  const isSpaced = letter.level % 2 === 1 || wordSpacingOf(letter.style, 1) !== 0;
  return !isSpaced || isSpace(first) === isSpace(letter);
}

function fontOf({ inherited }: SvgStyle, font: FontChoice): FontChoice {
  const { 'font-family': list, 'font-weight': weight, 'font-style': slope } = inherited;
  const families = list === undefined ? undefined : chooseFamilies(list, (name) => font.fonts.has(name));
  let { variants } = font;
  for (const property of featureProperties) {
    const value = inherited[property];
    if (value !== undefined) variants = withVariant(variants, property, value);
  }
  return {
    ...font,
    variants,
    ...(families && { families: families.own, family: families.family ?? font.family }),
    ...(weight !== undefined && { weight: Number(weight) }),
    ...(slope !== undefined && { italic: /^(?:italic|oblique)/.test(slope) }),
  };
}

/** Returns how far below its position the baseline of a text is. */
function baselineOf(around: readonly SvgStyle[], font: FontChoice, size: number): number {
  const { ascent, descent, source } = faceOf(font);
  const style = around.at(-1);
  const own = style?.own.get('alignment-baseline');
  const names: Readonly<Record<string, number>> = {
    middle: source.xHeight / source.unitsPerEm / 2,
    central: (ascent - descent) / 2,
    hanging: ascent * 0.8,
    mathematical: ascent / 2,
    'text-before-edge': ascent,
    'before-edge': ascent,
    'text-top': ascent,
    'text-after-edge': -descent,
    'after-edge': -descent,
    'text-bottom': -descent,
    ideographic: -descent,
  };
  const named = own !== undefined && own !== 'auto' && own !== 'baseline' ? own : style?.inherited['dominant-baseline'];
  const shifts = around.map(({ own: declared, inherited }) => {
    const em = Number(inherited['font-size'] ?? 16);
    return shiftOf(declared.get('baseline-shift'), em);
  });
  return (ownValue(names, named ?? '') ?? 0) * size - shifts.reduce((sum, one) => sum + one, 0);
}

function shiftOf(value: string | undefined, em: number): number {
  if (value === 'super') return em / 3;
  if (value === 'sub') return -em / 5;
  return readUnits(value, em, em) ?? 0;
}
