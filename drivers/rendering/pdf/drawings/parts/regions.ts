import type { Area } from '../../layout/canvas.ts';
import { boundsOf } from '../../transforms/matrix.ts';
import { type Measure, readShare, readUnits } from './svgLengths.ts';

/**
 * Returns the area that a mask or a filter declares. By default, it is a tenth larger on each side than the box of the element.
 *
 * @param box of the element; undefined if the lengths are in the units of the user
 */
export function regionOf(
  attribs: Readonly<Record<string, string>>,
  box: Area | undefined,
  { width, height, em }: Measure,
): Area {
  const length = (name: string, whole: number, otherwise: string): number => {
    const text = attribs[name] ?? otherwise;
    return (box ? readShare(text) : readUnits(text, whole, em)) ?? 0;
  };
  const declared = {
    x: length('x', width, '-10%'),
    y: length('y', height, '-10%'),
    width: length('width', width, '120%'),
    height: length('height', height, '120%'),
  };
  return box ? boundsOf([box.width, 0, 0, box.height, box.x, box.y], declared) : declared;
}
