import type { BlockBox } from '../../boxes/boxes.ts';
import { setForeignBoxes } from '../../boxes/foreignBoxes.ts';
import type { Picture } from '../../images/picture.ts';
import type { TreeElement } from '../../style/sheets/siblingViews.ts';
import { anonymous, type Style } from '../../style/style.ts';
import type { Stylesheet } from '../../style/stylesheet.ts';
import type { BlockBuilder } from '../rowCells.ts';
import { svgPicture } from './inlineSvg.ts';

/** Builds an `<svg>` of the page with the HTML in it; undefined where it cannot be drawn. */
export function buildDrawing(
  builder: BlockBuilder,
  view: TreeElement,
  style: Style,
  sheets: readonly Stylesheet[],
): Picture | undefined {
  const boxes: BlockBox[] = [];
  const drawing = svgPicture(view, style, sheets, (foreign) => {
    boxes.push(builder.block(foreign, { style: foreignStyle(builder, foreign, view, style) }, 0));
  });
  if (drawing) setForeignBoxes(drawing, boxes);
  return drawing;
}

/** Returns the style of the box of a `<foreignObject>`, which contains the positioned boxes in it. `style`: of the drawing `svg`. */
function foreignStyle(builder: BlockBuilder, view: TreeElement, svg: TreeElement, style: Style): Style {
  const around: TreeElement[] = [];
  for (let one: TreeElement | undefined = view; one && one !== svg; one = one.parent) around.push(one);
  const own = around.reduceRight((outer, one) => builder.styleOf(one, outer), style);
  return { ...anonymous(own, 'block'), position: 'relative' };
}
