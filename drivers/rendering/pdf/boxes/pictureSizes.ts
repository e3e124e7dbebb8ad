import type { Picture } from '../images/picture.ts';

/** Returns the proportion of a picture; undefined for an SVG without one. */
export function ratioOf({ width, height, hasViewBox, lacks }: Picture): number | undefined {
  return lacks && !hasViewBox && (lacks.width || lacks.height) ? undefined : width / height;
}

/** Whether a picture has a proportion and no size: it is as large as there is room. */
export const isBoundless = ({ hasViewBox = false, lacks }: Picture): boolean =>
  hasViewBox && lacks?.width === true && lacks.height;
