import type { TransformStyle } from '../style/transformStyle.ts';
import { resolved } from '../style/values/lengths.ts';
import { identity, type Matrix, moving, multiplied } from './matrix.ts';

/** Returns how a box of this size is mapped, positioned from its own top left. */
export function matrixOf(
  { translate, rotate, scale, steps, origin }: TransformStyle,
  { width, height }: { readonly width: number; readonly height: number },
): Matrix {
  const [x, y] = [resolved(origin.x, width), resolved(origin.y, height)];
  let matrix = moving(x, y);
  for (const step of [translate, rotate, scale, ...steps]) {
    if (step)
      matrix = multiplied(matrix, 'x' in step ? moving(resolved(step.x, width), resolved(step.y, height)) : step);
  }
  return bounded(multiplied(matrix, moving(-x, -y)));
}

/** A PDF has no larger numbers. */
const MAX = 1_000_000;

function bounded(matrix: Matrix): Matrix {
  const within = (number: number): number => Math.max(-MAX, Math.min(MAX, number));
  const [a, b, c, d, e, f] = matrix;
  if (!matrix.every(Number.isFinite)) return identity;
  return [within(a), within(b), within(c), within(d), within(e), within(f)];
}
