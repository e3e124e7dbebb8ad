import type { Area } from '../layout/canvas.ts';
import type { Mark } from '../layout/mark.ts';
import type { Colour } from '../style/values/colours.ts';
import { identity } from './matrix.ts';

type Drawn = Extract<Mark, { kind: 'text' | 'rect' | 'frame' | 'line' | 'image' | 'group' }>;

const isDrawn = (mark: Mark): mark is Drawn => /^(?:text|rect|frame|line|image|group)$/.test(mark.kind);

/** Returns a mark as it is seen in a group of some opacity. Borders, and what is in other groups, are not faded. */
export function fadedMark<One extends Mark>(mark: One, by: number): One {
  if (mark.kind === 'image') return { ...mark, opacity: (mark.opacity ?? 1) * by };
  if (mark.kind !== 'text' && mark.kind !== 'rect' && mark.kind !== 'line') return mark;
  const faded = { ...mark, colour: fadedColour(mark.colour, by) };
  if (faded.kind !== 'text' || !faded.outline) return faded;
  return { ...faded, outline: { ...faded.outline, colour: fadedColour(faded.outline.colour, by) } };
}

const fadedColour = ({ hex, opacity }: Colour, by: number): Colour => ({ hex, opacity: opacity * by });

/** Whether nothing of marks is seen through others of them: they are texts, or one mark with one colour. */
const isFlat = (marks: readonly Drawn[]): boolean =>
  marks.every((one) => one.kind === 'text' && !one.outline) ||
  (marks.length === 1 &&
    marks.every(
      (one) => one.kind === 'line' || one.kind === 'image' || (one.kind === 'rect' && !one.style && !one.shadows),
    ));

/** Returns what a box with `opacity` contains as one group, behind which nothing of it shows through. */
export function fadedGroup(marks: readonly Mark[], opacity: number, bounds: Area | undefined): readonly Mark[] {
  const drawn = marks.filter(isDrawn);
  if (!bounds || isFlat(drawn)) return marks.map((mark) => fadedMark(mark, opacity));
  for (const mark of drawn) {
    mark.x -= bounds.x;
    mark.y -= bounds.y;
  }
  // Links and the like are places on the page.
  return [
    { kind: 'group', ...bounds, marks: drawn, matrix: identity, opacity },
    ...marks.filter((mark) => !isDrawn(mark)),
  ];
}
