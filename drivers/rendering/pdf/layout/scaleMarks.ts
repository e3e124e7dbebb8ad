import type { Mark } from './mark.ts';

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Lengths of marks beside `y`. */
const lengths = [
  'x',
  'width',
  'height',
  'size',
  'baseline',
  'letterSpacing',
  'thickness',
  'radius',
  'above',
  'whole',
] as const;

/** Returns marks as they are drawn on a smaller scale. */
export function scaled(marks: readonly Mark[], by: number): Mark[] {
  if (by === 1) return [...marks];
  return marks.map((mark) => {
    const result: Writable<Mark> & Partial<Record<(typeof lengths)[number], number>> = { ...mark, y: mark.y * by };
    for (const key of lengths) {
      const length = result[key];
      if (length !== undefined) result[key] = length * by;
    }
    if ('shown' in mark && mark.shown) {
      const { width, height } = mark.shown;
      return { ...result, shown: { width: width * by, height: height * by } };
    }
    if (result.kind === 'group') {
      const [a, b, c, d, e, f] = result.matrix;
      return { ...result, marks: scaled(result.marks, by), matrix: [a, b, c, d, e * by, f * by] };
    }
    return mark.kind === 'rect' && mark.style ? { ...result, scale: by } : result;
  });
}
