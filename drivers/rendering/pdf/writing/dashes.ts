import { PIXEL } from '../style/values/layoutUnits.ts';

/** The dashes of a line; pt. */
export interface Dashes {
  readonly dash: number;
  readonly gap: number;
  /** Whether the dashes are round dots. */
  readonly isRound: boolean;
}

/** How long a dot is that only its round ends show. */
const DOT = 0.001;
/** A wider line has shorter dashes, and one that is wider by a hair has round dots. */
const WIDE = 3 * PIXEL;

/**
 * Returns the dashes that browsers fit into a line of a length; undefined where it has no space for two of them.
 *
 * @param isClosed whether the line ends where it begins
 */
export function dashesOf(
  style: 'dashed' | 'dotted',
  length: number,
  width: number,
  isClosed: boolean,
): Dashes | undefined {
  const isRound = style === 'dotted' && width > WIDE + 0.01;
  if (isRound) {
    // The first and the last dot reach half a dot beyond an open line.
    const whole = isClosed ? length : length + width;
    if (whole < 2 * width) return { dash: DOT, gap: 2 * width, isRound };
    return { dash: DOT, gap: width + fittedGap(whole, width, width, isClosed) - 2 * DOT, isRound };
  }
  const [long, wide] = style === 'dotted' ? [1, 1] : width >= WIDE - 0.01 ? [2, 1] : [3, 2];
  const [dash, gap] = [long * width, wide * width];
  if (length <= 2 * dash) return undefined;
  const two = 2 * dash + gap * (isClosed ? 2 : 1);
  if (length <= two) return { dash: (dash * length) / two, gap: (gap * length) / two, isRound };
  return { dash, gap: fittedGap(length, dash, gap, isClosed), isRound };
}

/** Returns the gap nearest to the requested one with which the line ends with a dash. */
function fittedGap(length: number, dash: number, gap: number, isClosed: boolean): number {
  const fewer = Math.max(isClosed ? 1 : 2, Math.floor((isClosed ? length : length + gap) / (dash + gap)));
  const gapOf = (count: number): number => (length - count * dash) / (isClosed ? count : count - 1);
  const [large, small] = [gapOf(fewer), gapOf(fewer + 1)];
  return small <= 0 || Math.abs(large - gap) < Math.abs(small - gap) ? large : small;
}
