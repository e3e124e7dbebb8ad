import type { Row, TableBox } from '../boxes/boxes.ts';
import { hasBackground, hasImages, type Style, sides } from '../style/style.ts';

/** The background of a section is seen where its rows have none. */
export function inSection(row: Style, section: Style): Style {
  const isSeen = (row.background !== undefined && row.background.opacity > 0) || hasImages(row);
  const { background, images } = section;
  return isSeen || !hasBackground(section) ? row : { ...row, background, images };
}

/** Gives the page break above a section to its first row, and its borders to its rows, which share them where borders collapse. */
export function surround(rows: Row[], first: number, { border, collapse, breakBefore }: Style): void {
  const top = rows[first];
  if (breakBefore && top) rows[first] = { ...top, style: { ...top.style, breakBefore } };
  if (!collapse || sides.every((side) => border[side].width === 0)) return;
  const none = { ...border.top, width: 0 };
  for (let i = first; i < rows.length; i++) {
    const row = rows[i];
    const [top, bottom] = [i === first ? border.top : none, i === rows.length - 1 ? border.bottom : none];
    if (row) rows[i] = { ...row, around: { ...border, top, bottom } };
  }
}

/**
 * Returns a table with the page breaks at its ends. As in browsers, one above the first row of the body is above the table, and
 * counts for nothing below a head, nor does one below the last body above a foot.
 *
 * @param breaksAfter whether a page ends below the last body
 */
export function withBreaks(table: TableBox, breaksAfter: boolean): TableBox {
  const { head, foot, style } = table;
  const breakAfter = style.breakAfter || (breaksAfter && foot.length === 0);
  const [first, ...others] = table.body;
  if (!first?.style.breakBefore)
    return breakAfter === style.breakAfter ? table : { ...table, style: { ...style, breakAfter } };
  const body = [{ ...first, style: { ...first.style, breakBefore: false } }, ...others];
  return { ...table, body, style: { ...style, breakAfter, breakBefore: style.breakBefore || head.length === 0 } };
}
