import type { BlockBox, Box, Inline, Row, TableBox } from './boxes.ts';

/** What boxes became, so that they remain the same boxes to what has measured them. */
const known = new WeakMap<Box, Box>();

/** Returns boxes that are in columns: without the page breaks that they, and the boxes in them, declare, and with the breaks of columns. */
export const withoutPageBreaks = (boxes: readonly Box[]): Box[] =>
  boxes.map((box) => {
    const own = known.get(box) ?? unbroken(box);
    known.set(box, own);
    return own;
  });

/** Returns the boxes in lines without the page breaks that are declared in them. */
export const linesWithoutPageBreaks = (inline: readonly Inline[]): Inline[] =>
  inline.map((item) => {
    const [box] = item.kind === 'box' || item.kind === 'out' ? withoutPageBreaks([item.box]) : [];
    return box && (item.kind === 'box' || item.kind === 'out') ? { ...item, box } : item;
  });

function unbroken(box: Box): Box {
  if (box.kind === 'table') return unbrokenTable(withoutOwn(box));
  return box.kind === 'block' ? unbrokenBlock(withoutOwn(box)) : withoutOwn(box);
}

function withoutOwn<Part extends Box | Row>(part: Part): Part {
  const { breakBefore, breakAfter, columns } = part.style;
  return breakBefore === columns.begins && breakAfter === columns.ends
    ? part
    : { ...part, style: { ...part.style, breakBefore: columns.begins, breakAfter: columns.ends } };
}

const unbrokenBlock = (box: BlockBox): BlockBox => ({
  ...box,
  children: withoutPageBreaks(box.children),
  ...(box.inline && { inline: linesWithoutPageBreaks(box.inline) }),
});

const unbrokenTable = (table: TableBox): TableBox => ({
  ...table,
  ...(table.caption && { caption: unbrokenBlock(table.caption) }),
  head: unbrokenRows(table.head),
  body: unbrokenRows(table.body),
  foot: unbrokenRows(table.foot),
});

const unbrokenRows = (rows: readonly Row[]): Row[] =>
  rows.map((row) => ({
    ...withoutOwn(row),
    cells: row.cells.map((cell) => ({ ...cell, content: unbrokenBlock(cell.content) })),
  }));
