import { boundsOf, determinant, identity, inverse, type Matrix, multiplied, overlap } from '../transforms/matrix.ts';
import { DrawingProblems } from './drawingProblems.ts';
import { REGION } from './elementText.ts';
import {
  DENSITY,
  type DrawingPart,
  type DrawingProblem,
  type EffectPart,
  type GroupPart,
  MAX_SIDE,
} from './parts/drawing.ts';

/** The least pixels for one of the page that an effect is drawn with. */
const MIN_DENSITY = 0.5;
/** Maximum number of pixels that one filter, and all filters of a drawing, compute. */
const MAX_COMPUTED = 4_000_000;
const MAX_ALL_COMPUTED = 8_000_000;
/** How many pixels are computed in the time that a picture takes besides. */
const COMPUTED_OF_EACH = 2_000;

interface Box {
  readonly width: number;
  readonly height: number;
}

interface EffectOptions {
  /** Pixels of an effect for one of the page, and the least of them. */
  readonly density?: number;
  readonly minDensity?: number;
  /** Maximum number of pixels that one filter computes. */
  readonly maxComputed?: number;
}

/**
 * Returns why the filters of a drawing that becomes a picture as a whole are ignored; nothing if they can be drawn.
 *
 * @param known which of them are ignored in any case
 */
export function problemsOfWhole(
  drawing: GroupPart,
  box: Box,
  known: readonly DrawingProblem[] = [],
): readonly DrawingProblem[] {
  const ignored = new DrawingProblems();
  // resvg draws it with twice the density, so that its filters compute four times as many pixels as are counted.
  const density = Math.min(DENSITY, MAX_SIDE / Math.max(box.width, box.height)) / 2;
  new Effects(box, ignored, { density, minDensity: density, maxComputed: MAX_ALL_COMPUTED }).group(drawing, identity);
  const [first] = [...known, ...ignored.all];
  const problem = 'the filters of a drawing are ignored, because they compute too many pixels';
  return first ? [{ problem, text: first.text }] : [];
}

/** Decides with how many pixels the effects in a drawing are drawn. One that needs too many is not drawn, with a problem. */
export class Effects {
  /** Those that are drawn. */
  readonly drawn: EffectPart[] = [];
  readonly #box: Box;
  readonly #problems: DrawingProblems;
  readonly #known = new Map<EffectPart, DrawingPart>();
  readonly #density: number;
  readonly #minDensity: number;
  readonly #maxComputed: number;
  #computed = 0;

  constructor(
    box: Box,
    problems: DrawingProblems,
    { density = DENSITY, minDensity = MIN_DENSITY, maxComputed = MAX_COMPUTED }: EffectOptions = {},
  ) {
    this.#box = box;
    this.#problems = problems;
    this.#density = density;
    this.#minDensity = minDensity;
    this.#maxComputed = maxComputed;
  }

  /** Returns a group with its effects sized. `around`: the map from the units around it to CSS pixels. */
  group(group: GroupPart, around: Matrix): GroupPart {
    const matrix = multiplied(around, group.matrix ?? identity);
    const { mask } = group;
    return {
      ...group,
      parts: group.parts.map((part) => this.#part(part, matrix)),
      mask: mask && { ...mask, parts: mask.parts.map((part) => this.#part(part, matrix)) },
    };
  }

  #part(part: DrawingPart, matrix: Matrix): DrawingPart {
    if (part.kind === 'group') return this.group(part, matrix);
    if (part.kind !== 'effect') return part;
    const known = this.#known.get(part) ?? this.#sized(part, matrix);
    this.#known.set(part, known);
    return known;
  }

  #sized(part: EffectPart, matrix: Matrix): DrawingPart {
    const scale = Math.sqrt(Math.abs(determinant(matrix)));
    if (!(scale > 0) || !(part.area.width > 0 && part.area.height > 0)) return empty;
    let { area } = part;
    const inner = effectsIn(part.plain);
    const computedAt = (pixels: number): number => {
      const all = pixelsOf(area, pixels);
      const computedOfInner = inner.reduce((sum, one) => {
        const own = pixels * one.scale;
        return sum + COMPUTED_OF_EACH + Math.min(all, pixelsOf(one.effect.area, own)) * one.effect.passesAt(own);
      }, 0);
      return COMPUTED_OF_EACH + all * part.passesAt(pixels) + computedOfInner;
    };
    // What is far larger than the drawing is cut at it.
    if (computedAt(scale * this.#density) > this.#maxComputed)
      area = overlap(area, boundsOf(inverse(matrix), { x: 0, y: 0, ...this.#box }));
    if (!(area.width > 0 && area.height > 0)) return empty;
    let density = this.#density;
    while (density > this.#minDensity && computedAt(scale * density) > this.#maxComputed) density *= 0.8;
    const computed = computedAt(scale * density);
    if (computed <= this.#maxComputed && this.#computed + computed <= MAX_ALL_COMPUTED) {
      this.#computed += computed;
      const { x, y, width, height } = area;
      const region = ` filterUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" height="${height}"`;
      const sized = { ...part, area, content: part.content.replaceAll(REGION, region), pixels: scale * density };
      this.drawn.push(sized);
      return sized;
    }
    const isAlone = computed > this.#maxComputed;
    const limit = isAlone ? this.#maxComputed : MAX_ALL_COMPUTED;
    const whose = isAlone ? 'it computes' : 'the filters of its drawing compute';
    this.#problems.add(
      `filter: ${part.filter} is ignored, because ${whose} more than ${limit / 1_000_000} million pixels`,
      part.filter,
    );
    return this.group({ kind: 'group', matrix: undefined, clips: [], opacity: 1, parts: part.plain }, matrix);
  }
}

const pixelsOf = ({ width, height }: EffectPart['area'], pixels: number): number =>
  Math.ceil(width * pixels) * Math.ceil(height * pixels);

/** Returns the effects in parts, each with the scale of its units, and those in them. */
function effectsIn(parts: readonly DrawingPart[]): { readonly effect: EffectPart; readonly scale: number }[] {
  const found: { readonly effect: EffectPart; readonly scale: number }[] = [];
  const todo: { readonly parts: readonly DrawingPart[]; readonly scale: number }[] = [{ parts, scale: 1 }];
  for (let next = todo.pop(); next; next = todo.pop())
    for (const part of next.parts) {
      if (part.kind === 'effect') {
        found.push({ effect: part, scale: next.scale });
        todo.push({ parts: part.plain, scale: next.scale });
      }
      if (part.kind !== 'group') continue;
      const scale = next.scale * Math.sqrt(Math.abs(determinant(part.matrix ?? identity)));
      for (const content of [part.parts, part.mask?.parts ?? []]) todo.push({ parts: content, scale });
    }
  return found;
}

const empty: DrawingPart = { kind: 'group', matrix: undefined, clips: [], opacity: 1, parts: [] };
