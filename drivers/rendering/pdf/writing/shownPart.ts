import { partOfMark } from '../images/backgroundTiles.ts';
import type { Area } from '../layout/canvas.ts';
import type { RectMark } from '../layout/mark.ts';
import type { BackgroundBox } from '../style/backgroundImages.ts';
import { type Curves, curvesOf, curvesWithin } from '../style/values/corners.ts';
import { overlap } from '../transforms/matrix.ts';

/** Returns the part of a box that a background is seen in, as far as it is on the page. */
export function shownPart(
  mark: RectMark,
  part: BackgroundBox,
): { readonly area: Area; readonly curves: Curves | undefined } {
  const curves = curvesOf(mark.corners, mark);
  if (part === 'border-box') return { area: mark, curves };
  const whole = partOfMark(mark, part);
  const { above = 0, whole: height = mark.height } = mark;
  const insets = {
    top: whole.y - mark.y + above,
    right: mark.x + mark.width - whole.x - whole.width,
    bottom: mark.y - above + height - whole.y - whole.height,
    left: whole.x - mark.x,
  };
  return { area: overlap(mark, whole), curves: curvesWithin(curves, insets) };
}
