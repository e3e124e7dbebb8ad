import { splitList } from '../../filtering/splitList.ts';
import type { Json } from '../../kinds/kind.ts';

/**
 * Arrays of texts in a cell of a CSV: `a|b`. A backslash escapes `|` and itself. A cell that begins with `[` is a JSON
 * array: it stands for the arrays that have no other cell, because an empty one means that the member is absent.
 */
export function listToCell(list: readonly string[]): string {
  const cell = list.map((text) => text.replaceAll(/[\\|]/g, '\\$&')).join('|');
  return cell === '' || cell.startsWith('[') ? JSON.stringify(list) : cell;
}

/** Returns the texts of a cell that is no JSON array. */
export const cellToList = (cell: string): Json => splitList(cell, '|');
