import type { Canvas } from '../canvas.ts';
import type { BaselineMark, BaselinePair, Mark } from '../mark.ts';

/** The baselines of what is not aligned by its first and its last line; `lines` where it is. */
interface OwnBaselines {
  readonly first: number | 'none' | 'lines';
  readonly last: number | 'none';
}

/** Nothing is aligned by what is out of the flow. */
export const noBaselines: OwnBaselines = { first: 'none', last: 'none' };

/** Draws what has baselines of its own, and notes them. `baselinesOf`: undefined for none of its own. */
export function withBaselines<Drawn>(
  { marks }: Canvas,
  top: number,
  draw: () => Drawn,
  baselinesOf: (drawn: Drawn) => OwnBaselines | undefined,
): Drawn {
  const pair: BaselinePair = { first: 'lines', last: 'lines' };
  const start: BaselineMark = { kind: 'baseline', y: top, pair, side: 'first' };
  const count = marks.push(start);
  const drawn = draw();
  const own = marks.length > count ? baselinesOf(drawn) : undefined;
  if (!own) return drawn;
  const end: BaselineMark = { kind: 'baseline', y: top, pair, side: 'last' };
  for (const mark of [start, end]) {
    const baseline = own[mark.side];
    pair[mark.side] = typeof baseline === 'number' ? 'own' : baseline;
    if (typeof baseline === 'number') mark.y = baseline;
  }
  marks.push(end);
  return drawn;
}

/** The baseline of the first or the last line of a list of marks, from where they are positioned. `from`: the index of the first. */
export function baselineIn(marks: readonly Mark[], which: 'first' | 'last', from = 0): number | undefined {
  const step = which === 'first' ? 1 : -1;
  for (let at = which === 'first' ? from : marks.length - 1; at >= from; at += step) {
    const mark = marks[at];
    if (!mark) return undefined;
    const pair = mark.kind === 'baseline' && mark.side === which ? mark.pair : undefined;
    if (pair?.[which] === 'none') at = otherEnd(marks, at, step, pair);
    const baseline = baselineOf(mark, which);
    if (baseline !== undefined) return baseline;
  }
  return undefined;
}

/** Returns the index of the other mark of a pair, or of the last one in a direction. */
function otherEnd(marks: readonly Mark[], from: number, step: 1 | -1, pair: BaselinePair): number {
  let at = from + step;
  for (let mark = marks[at]; mark && !(mark.kind === 'baseline' && mark.pair === pair); mark = marks[at]) at += step;
  return at;
}

/** Returns the baseline of a mark, or of the marks in it. */
function baselineOf(mark: Mark, which: 'first' | 'last'): number | undefined {
  if (mark.kind === 'baseline')
    return !mark.pair || (mark.side === which && mark.pair[which] === 'own') ? mark.y : undefined;
  if (mark.kind === 'text') return mark.y + mark.baseline - (mark.lowered ?? 0);
  const inner = mark.kind === 'group' ? baselineIn(mark.marks, which) : undefined;
  return inner === undefined ? undefined : mark.y + inner;
}
