import type { Placed } from './selectors.ts';
import type { Declarations } from './stylesheet.ts';

type Declaration = Declarations[number];

const measures = new Set(['table', 'td', 'th', 'col', 'img', 'hr']);
const aligned = new Set(['td', 'th', 'tr', 'p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tbody', 'thead', 'tfoot']);
const listTypes: Record<string, string> = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
  '1': 'decimal',
};

/** What the attributes of old say of an element's looks; most elements have none. */
export function presentational({ tag, attributes, parent }: Placed): Declaration[] | undefined {
  const found: Declaration[] = [];
  const say = (property: string, value: string): unknown => found.push([property, value, false]);
  const { width, height, align, valign, bgcolor, border, cellspacing, dir } = attributes;
  if (dir === 'rtl' || dir === 'ltr') say('direction', dir);
  if (measures.has(tag)) {
    if (width !== undefined) say('width', width);
    if (height !== undefined) say('height', height);
  }
  if (align !== undefined) {
    if (aligned.has(tag)) say('text-align', `-webkit-${align.toLowerCase()}`);
    else if (tag === 'table' && align.toLowerCase() !== 'left') {
      say('margin-left', 'auto');
      if (align.toLowerCase() === 'center') say('margin-right', 'auto');
    }
  }
  if (valign !== undefined) say('vertical-align', valign.toLowerCase());
  if (bgcolor !== undefined) say('background-color', bgcolor);
  if (tag === 'table') {
    if (border !== undefined && border !== '0') frame(say, border === '' ? '1' : border);
    if (cellspacing !== undefined) say('border-spacing', cellspacing);
  }
  if (tag === 'td' || tag === 'th') {
    const table = parent?.parent?.parent;
    const outer = table?.tag === 'table' ? table.attributes : undefined;
    if (outer?.['border'] !== undefined && outer['border'] !== '0') frame(say, '1');
    if (outer?.['cellpadding'] !== undefined) {
      for (const side of ['top', 'right', 'bottom', 'left']) say(`padding-${side}`, outer['cellpadding']);
    }
    if (attributes['nowrap'] !== undefined) say('white-space', 'nowrap');
  }
  if ((tag === 'ol' || tag === 'ul' || tag === 'li') && attributes['type'] !== undefined) {
    say('list-style-type', listTypes[attributes['type']] ?? attributes['type'].toLowerCase());
  }
  if (tag === 'font' && attributes['color'] !== undefined) say('color', attributes['color']);
  return found.length > 0 ? found : undefined;
}

function frame(say: (property: string, value: string) => unknown, width: string): void {
  for (const side of ['top', 'right', 'bottom', 'left']) {
    say(`border-${side}-style`, 'solid');
    say(`border-${side}-width`, width);
    say(`border-${side}-color`, '#808080');
  }
}
