import { type Colour, readColourOf } from '../style/values/colours.ts';
import type { Picture } from './picture.ts';
import { type ShapeBounds, shapeBounds } from './svgBounds.ts';

/** A text of a drawing, and what is drawn behind it in there: undefined for nothing. */
export interface SvgText {
  readonly text: string;
  readonly colour: Colour;
  readonly behind: Colour | undefined;
}

interface Look {
  readonly fill: string;
  readonly opacity: number;
  /** Whether it has an outline, is transformed or hidden, so that nothing is known about it. */
  readonly isUnknown: boolean;
  /** Whether it is drawn elsewhere, or not at all. */
  readonly isElsewhere: boolean;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Maximum number of texts that are looked at, and of shapes that they are compared with. */
const MAX_TEXTS = 500;
const MAX_SHAPES = 2_000;
const elsewhere = /^(?:defs|symbol|clippath|mask|pattern|marker|title|desc|metadata|style)$/;
const shapes = /^(?:rect|circle|ellipse|path|polygon|polyline|use|image)$/;
const token = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][\w:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|([^<]+)/gi;

/**
 * Returns the texts of a drawing whose colour and background are known: with nothing behind them, or with rectangles. Behind other
 * shapes and gradients, anything may be, and anywhere behind transformed ones.
 */
export function textsOfDrawing(picture: Picture): readonly SvgText[] {
  const known = texts.get(picture);
  if (known) return known;
  const svg = Buffer.from(picture.bytes).toString();
  const found = /<text\b/i.test(svg) ? read(svg) : [];
  texts.set(picture, found);
  return found;
}

const texts = new WeakMap<Picture, readonly SvgText[]>();

function read(svg: string): SvgText[] {
  const reader = new SvgReader();
  for (const [, end, name, attributes = '', text] of svg.matchAll(token)) {
    if (reader.isOver || reader.found.length >= MAX_TEXTS) break;
    if (text !== undefined) reader.text(text);
    else if (name !== undefined && end) reader.end(name.toLowerCase());
    else if (name !== undefined) reader.start(name.toLowerCase(), attributes);
  }
  return reader.found;
}

interface Shape extends ShapeBounds {
  /** That of a rectangle; undefined for other shapes, on which anything may be seen. */
  readonly colour: Colour | undefined;
}

class SvgReader {
  readonly found: SvgText[] = [];
  /** Whether something is drawn that anything may stand on. */
  isOver = false;
  readonly #around: Look[] = [{ fill: '#000', opacity: 1, isUnknown: false, isElsewhere: false }];
  readonly #shapes: Shape[] = [];
  #place: Place | undefined;

  start(name: string, attributes: string): void {
    const around = this.#around.at(-1);
    if (!around) return;
    const look = lookOf(name, attributes, around);
    if (name === 'text') this.#place = placeOf(attributes);
    else if (shapes.test(name) && !look.isElsewhere) this.#shape(name, attributes, look);
    if (!attributes.endsWith('/')) this.#around.push(look);
  }

  #shape(name: string, attributes: string, look: Look): void {
    const colour = readColourOf(look.fill);
    // One without a fill is a line.
    if (colour === undefined) return;
    const bounds = look.isUnknown ? undefined : shapeBounds(name, (key) => attributeOf(attributes, key));
    if (!bounds || this.#shapes.length >= MAX_SHAPES) {
      this.isOver = true;
      return;
    }
    const isKnown = name === 'rect' && colour !== null && colour.opacity * look.opacity === 1;
    this.#shapes.push({ ...bounds, colour: isKnown ? colour : undefined });
  }

  text(text: string): void {
    const look = this.#around.at(-1);
    if (!look || !this.#place || look.isUnknown || look.isElsewhere || !/[\p{L}\p{N}]/u.test(text)) return;
    const colour = readColourOf(look.fill);
    if (!colour) return;
    const { x, y } = this.#place;
    const behind = this.#shapes.findLast((one) => x >= one.x && x <= one.right && y >= one.y && y <= one.bottom);
    if (behind && !behind.colour) return;
    const own = { ...colour, opacity: colour.opacity * look.opacity };
    this.found.push({ text: text.trim(), colour: own, behind: behind?.colour });
  }

  end(name: string): void {
    this.#around.pop();
    if (name === 'text') this.#place = undefined;
  }
}

function lookOf(name: string, attributes: string, { fill, opacity, isUnknown, isElsewhere }: Look): Look {
  const own = (property: string): string | undefined => attributeOf(attributes, property);
  const opacities = ['opacity', 'fill-opacity'].map((property) => Number(own(property) ?? 1));
  const isOutlined = (own('stroke') ?? 'none') !== 'none';
  const isMoved = own('transform') !== undefined;
  const isHidden = own('display') === 'none' || own('visibility') === 'hidden';
  return {
    fill: own('fill') ?? fill,
    opacity: opacities.reduce((product, one) => product * (one >= 0 && one <= 1 ? one : 1), opacity),
    isUnknown: isUnknown || isOutlined || isMoved || isHidden,
    isElsewhere: isElsewhere || elsewhere.test(name),
  };
}

const placeOf = (attributes: string): Place => ({
  x: numberOf(attributes, 'x') ?? 0,
  y: numberOf(attributes, 'y') ?? 0,
});

function numberOf(attributes: string, name: string): number | undefined {
  const value = attributeOf(attributes, name);
  return value !== undefined && /^\s*-?[\d.]+(?:px)?\s*$/.test(value) ? Number.parseFloat(value) : undefined;
}

const patterns = new Map<string, readonly [declaration: RegExp, attribute: RegExp]>();

function attributeOf(attributes: string, name: string): string | undefined {
  const known = patterns.get(name) ?? [
    new RegExp(String.raw`\sstyle\s*=\s*["'](?:[^"']*;)?\s*${name}\s*:\s*([^;"']+)`, 'i'),
    new RegExp(String.raw`\s${name}\s*=\s*["']([^"']*)["']`, 'i'),
  ];
  patterns.set(name, known);
  return known.map((pattern) => pattern.exec(attributes)?.[1]?.trim()).find((value) => value !== undefined);
}
