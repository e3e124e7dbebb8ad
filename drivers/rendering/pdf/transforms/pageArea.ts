import type { Area } from '../layout/canvas.ts';
import type { Clip, Mark } from '../layout/mark.ts';
import { boundsOfMark } from './clipping.ts';
import { overlap } from './matrix.ts';

/** What leaves the area by less is drawn whole; pt. */
const NEAR = 1;

/** How wide a letter is at most, and how far it is above and below its baseline, as shares of the size of its font. */
const LETTER = { width: 1.5, above: 1.1, below: 0.4 };

/** Hides what leaves the area that a page has for its content, as browsers do. Texts and images remain, to be reported. */
export function withinPage(marks: readonly Mark[], area: Area): readonly Mark[] {
  return marks.flatMap((mark): Mark[] => {
    if (!('x' in mark)) return [mark];
    const bounds = reachOf(mark, area);
    if (!bounds || isWithin(bounds, area)) return [mark];
    const shown = overlap(bounds, area);
    const isGone = bounds.x > area.x + area.width || bounds.x + bounds.width < area.x || isAboveOrBelow(bounds, area);
    const isReported = mark.kind === 'text' || mark.kind === 'image';
    if (mark.kind === 'float' || mark.kind === 'transformed') return [mark];
    if (isGone && !isReported && mark.kind !== 'group') return [];
    if (mark.kind === 'link') return [{ ...mark, ...shown }];
    const { x, y, ...size } = area;
    const clip: Clip = { left: x - mark.x, top: y - mark.y, ...size, curves: undefined, isPage: true };
    const isHidden = isGone && isReported ? { isHidden: true } : {};
    return [{ ...mark, ...isHidden, clips: [...(mark.clips ?? []), clip] }];
  });
}

const isAboveOrBelow = ({ y, height }: Area, area: Area): boolean => y > area.y + area.height || y + height < area.y;

/** Returns where a mark is drawn at most. The width of a text is measured only where it may leave the area. */
function reachOf(mark: Mark, { x, width }: Area): Area | undefined {
  if (mark.kind !== 'text') return clippedBounds(mark);
  const { size, text } = mark;
  const vertical = { y: mark.y + mark.baseline - size * LETTER.above, height: size * (LETTER.above + LETTER.below) };
  const widest = text.length * (size * LETTER.width + (mark.letterSpacing ?? 0));
  const isSure = mark.x >= x - NEAR && mark.x + widest <= x + width;
  const bounds = isSure ? { x: mark.x, width: widest } : boundsOfMark(mark);
  return bounds && { x: bounds.x, width: bounds.width, ...vertical };
}

/** Returns where a mark is drawn, within the boxes that hide a part of it. */
function clippedBounds(mark: Mark): Area | undefined {
  const bounds = boundsOfMark(mark);
  if (!bounds || !('clips' in mark) || !mark.clips) return bounds;
  return mark.clips.reduce<Area>(
    (rest, { left, top, width, height }) => overlap(rest, { x: mark.x + left, y: mark.y + top, width, height }),
    bounds,
  );
}

const isWithin = (inner: Area, { x, y, width, height }: Area): boolean =>
  inner.x >= x - NEAR &&
  inner.y >= y - NEAR &&
  inner.x + inner.width <= x + width + NEAR &&
  inner.y + inner.height <= y + height + NEAR;
