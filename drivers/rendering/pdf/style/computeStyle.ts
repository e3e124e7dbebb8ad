import { propertyReaders } from './propertyReaders.ts';
import { notInherited, type Style, sides } from './style.ts';
import { readColourOf, readLength, resolved } from './values.ts';

/** The width of a border whose style is set without a width; pt. */
const MEDIUM_BORDER = 2.25;

/** Computes a style from the declaration that applies to each longhand property. */
export function computeStyle(parent: Style, declarations: ReadonlyMap<string, string>): Style {
  const style: Style = { ...parent, ...notInherited() };
  for (const side of sides) style.border[side].width = MEDIUM_BORDER;
  readFirst(style, parent, declarations);
  for (const [property, value] of declarations) {
    if (value !== 'inherit') propertyReaders[property]?.(style, value.toLowerCase(), parent);
    else if (property in inheritable) Object.assign(style, inheritable[property]?.(parent));
  }
  for (const side of sides) {
    const border = style.border[side];
    if (border.style === 'none' || border.style === 'hidden') border.width = 0;
    border.colour ??= style.colour;
  }
  return style;
}

/** Reads the properties that others depend on: lengths in `em` on the size, borders on the colour. */
function readFirst(style: Style, parent: Style, declarations: ReadonlyMap<string, string>): void {
  const size = declarations.get('font-size');
  if (size !== undefined) style.size = readSize(size, parent.size);
  const declared = declarations.get('color');
  const colour = declared === undefined || declared === 'inherit' ? null : readColourOf(declared);
  if (colour !== null) style.colour = colour;
  if (style.alignsTables && /^(inline-)?table$/.test(declarations.get('display') ?? '')) alignTable(style);
}

/** Aligns a table in an aligned cell as browsers do (`<td align="center"><table>`): e-mails are laid out this way. */
function alignTable(style: Style): void {
  if (style.align !== 'left') style.margin.left = 'auto';
  if (style.align === 'center') style.margin.right = 'auto';
  style.align = style.rightToLeft ? 'right' : 'left';
  style.alignsTables = false;
}

/** Properties that are not inherited, but take the parent's value by `inherit`. */
const inheritable: Record<string, (parent: Style) => Partial<Style>> = {
  'background-color': ({ background }) => ({ background }),
  width: ({ width }) => ({ width }),
  height: ({ height }) => ({ height }),
};

const sizes: Record<string, number> = {
  'xx-small': 6.75,
  'x-small': 7.5,
  small: 9.75,
  medium: 12,
  large: 13.5,
  'x-large': 18,
  'xx-large': 24,
};

function readSize(value: string, parent: number): number {
  if (value === 'smaller') return parent / 1.2;
  if (value === 'larger') return parent * 1.2;
  const length = sizes[value] ?? readLength(value, parent);
  return length === undefined ? parent : Math.max(0, Math.min(2000, resolved(length, parent)));
}
