import type { ImageBox } from '../../boxes/boxes.ts';
import type { Picture } from '../../images/picture.ts';
import { isDisabled } from '../../style/selectors.ts';
import type { TreeElement } from '../../style/sheets/siblingViews.ts';
import { notInherited, type Style, sides } from '../../style/style.ts';
import { PIXEL } from '../../style/values/layoutUnits.ts';
import { isChecked } from './fieldValues.ts';

/** The sides of a mark; px. */
const SIDE = 13;
/** The colours of marks, and of those of disabled fields. */
const markColours = { edge: '#767676', chosen: '#0075ff' };
const disabledMarkColours = { edge: '#cecece', chosen: '#cecece' };

/** Builds the mark of a check box or a radio button: as in browsers, as large as the shorter side of its box, of 13 pixels unless declared. */
export function markOf(view: TreeElement, type: 'checkbox' | 'radio', style: Style): ImageBox {
  const { edge, chosen } = isDisabled(view)
    ? disabledMarkColours
    : { ...markColours, ...(style.accent && { chosen: style.accent.hex }) };
  const isChosen = isChecked(view.element);
  const stroke = `stroke="${type === 'radio' && isChosen ? chosen : edge}" fill="#fff"`;
  const content =
    type === 'radio'
      ? `<circle cx="6.5" cy="6.5" r="6" ${stroke}/>${isChosen ? `<circle cx="6.5" cy="6.5" r="3.5" fill="${chosen}"/>` : ''}`
      : `<rect x=".5" y=".5" width="12" height="12" rx="2" ${isChosen ? `fill="${chosen}"` : stroke}/>${isChosen ? '<path d="M3 6.7l2.4 2.4L10 4.3" fill="none" stroke="#fff" stroke-width="1.8"/>' : ''}`;
  // As in browsers, a mark has neither the padding nor the border that are declared for all fields.
  const { padding, border } = notInherited();
  for (const side of sides) border[side].width = 0;
  const side = SIDE * PIXEL * (style.units.zoom ?? 1);
  const { width = side, height = side } = style;
  const own: Style = { ...style, width, height, padding, border, objectFit: 'contain' };
  return { kind: 'image', style: own, picture: drawing(SIDE, SIDE, content), isField: true };
}

const drawings = new Map<string, Picture>();

/** Returns a picture of this size in CSS pixels. */
export function drawing(width: number, height: number, content: string): Picture {
  const known = drawings.get(content);
  if (known) return known;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`;
  const picture = { bytes: Buffer.from(svg), drawn: true, width: width * PIXEL, height: height * PIXEL };
  drawings.set(content, picture);
  return picture;
}
