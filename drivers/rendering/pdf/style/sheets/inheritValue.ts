import { ownValue } from '../../../../../domain/documents/css/ownValue.ts';
import type { BackgroundImages } from '../backgroundImages.ts';
import type { ContainerStyle } from '../containerStyle.ts';
import type { Style } from '../style.ts';

/** Properties that are not inherited, but take the parent's value by `inherit`. */
const inheritable: Readonly<Record<string, keyof Style>> = {
  appearance: 'appearance',
  'aspect-ratio': 'ratio',
  'background-color': 'background',
  // `border-radius: inherit` has four longhands.
  'border-top-left-radius': 'corners',
  'box-shadow': 'shadows',
  'box-sizing': 'borderBox',
  clear: 'clear',
  display: 'display',
  float: 'float',
  height: 'height',
  'max-height': 'maxHeight',
  'max-width': 'maxWidth',
  'min-height': 'minHeight',
  'min-width': 'minWidth',
  'object-fit': 'objectFit',
  'object-position': 'objectPosition',
  'overflow-x': 'contains',
  'overflow-y': 'contains',
  'page-break-inside': 'keepTogether',
  position: 'position',
  'table-layout': 'fixedTable',
  'text-overflow': 'ellipsis',
  'vertical-align': 'verticalAlign',
  width: 'width',
  'z-index': 'zIndex',
};

/** The same of containers. */
const inheritableOfContainers: Readonly<Record<string, keyof ContainerStyle>> = {
  'row-gap': 'rowGap',
  'column-gap': 'columnGap',
  'grid-template-columns': 'columns',
  'grid-template-rows': 'rows',
  'flex-direction': 'direction',
  'align-items': 'alignItems',
  'justify-content': 'justifyContent',
};
/** The same of the images behind an element. */
const inheritableOfImages: Readonly<Record<string, keyof BackgroundImages>> = {
  'background-image': 'layers',
  'background-size': 'sizes',
  'background-position': 'positions',
  'background-repeat': 'repeats',
  'background-origin': 'origins',
  'background-clip': 'clips',
  'background-attachment': 'isFixed',
};
/** Those that have four sides: `border-top-color`. */
const inheritableSide = /^(?:(margin|padding)-|border-|)(top|right|bottom|left)(?:-(style|width|color))?$/;

const isSide = (side = ''): side is keyof Style['border'] => side !== '';

/** Takes a value of the parent. */
export function inheritValue(style: Style, parent: Style, property: string): void {
  const name = ownValue(inheritable, property);
  if (name) Object.assign(style, { [name]: parent[name] });
  const key = ownValue(inheritableOfContainers, property);
  if (key) style.container = { ...style.container, [key]: parent.container[key] };
  const list = ownValue(inheritableOfImages, property);
  if (list) style.images = { ...style.images, [list]: parent.images[list] };
  const [, box, side, part] = inheritableSide.exec(property) ?? [];
  if (!isSide(side)) return;
  const from = parent.border[side];
  if (side === property) style.inset[side] = parent.inset[side];
  else if (box === 'margin') style.margin[side] = parent.margin[side];
  else if (box === 'padding') style.padding[side] = parent.padding[side];
  else if (part === 'style') style.border[side].style = from.style;
  else if (part === 'width') style.border[side].width = from.width;
  // The colour of text is inherited as such: it is that of the element itself.
  else if (part === 'color') style.border[side].colour = from.colour === parent.colour ? undefined : from.colour;
}
