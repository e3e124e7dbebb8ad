import { type Border, type Style, sides } from '../../style/style.ts';
import { PIXEL } from '../../style/values/layoutUnits.ts';

/** The colour of the borders of fields that declare none. */
const GREY = '#767676';

/**
 * Returns the style of a field as browsers draw it: a border that no rule changes has the space of two pixels, of which the outer one
 * is drawn.
 */
export function withFieldBorder(style: Style): Style {
  const pixel = PIXEL * (style.units.zoom ?? 1);
  const isOwn = ({ width, style: look, colour }: Border): boolean =>
    (look === 'inset' || look === 'outset') && Math.abs(width - 2 * pixel) < 0.01 && colour?.hex === GREY;
  if (!sides.every((side) => isOwn(style.border[side]) && typeof style.padding[side] === 'number')) return style;
  const border = { ...style.border };
  for (const side of sides) border[side] = { ...border[side], width: pixel, style: 'solid' };
  return { ...withSpace(style, { top: pixel, right: pixel, bottom: pixel, left: pixel }), border };
}

/** Adds space within the padding of a field, in pt. */
export function withSpace(style: Style, space: Partial<Record<(typeof sides)[number], number>>): Style {
  const padding = { ...style.padding };
  for (const side of sides) {
    const own = padding[side];
    if (typeof own === 'number') padding[side] = own + (space[side] ?? 0);
  }
  return { ...style, padding };
}
