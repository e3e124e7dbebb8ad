import { listToCell } from '../../../domain/imports/files/listCell.ts';
import { type Member, type Members, withAudit } from '../../../domain/kinds/declaration/members.ts';
import type { Json, JsonObject } from '../../../domain/kinds/kind.ts';
import { parseJson } from '../../../domain/validation/parseJson.ts';
import { isObject, isTexts } from '../../../domain/validation/values.ts';
import type { SelectedKind, Selection } from './fields.ts';

/** Records as CSV, as imports read it (domain/imports/files/csvColumns.ts): a backup as CSV compared with the records has no differences. */

export interface CsvColumn {
  readonly name: string;
  readonly cellOf: (record: JsonObject) => string;
}

/**
 * Returns the columns of the selected members: an object has one for each of its members, a reference has its id and code.
 * Arrays of texts are `a|b` in a cell; other arrays and free objects are JSON.
 */
export function csvColumns({ members }: SelectedKind, selection?: Selection): CsvColumn[] {
  return columnsIn(withAudit(members), selection ?? null, []);
}

function columnsIn(members: Members, selection: Selection | null, path: readonly string[]): CsvColumn[] {
  const selected = selection ?? new Map(Object.keys(members).map((name) => [name, null]));
  return [...selected].flatMap(([name, inner]) => columnsOf(members[name], inner, [...path, name]));
}

const keyOfReference: Selection = new Map([
  ['id', null],
  ['code', null],
]);

function columnsOf(member: Member | undefined, selection: Selection | null, path: readonly string[]): CsvColumn[] {
  switch (member?.type) {
    case 'object':
      return columnsIn(member.members, selection, path);
    case 'reference':
      return leaves(selection ?? keyOfReference, path, cell);
    case 'localizations':
      return leaves(selection, path, cell);
    case 'free':
      return leaves(selection, path, selection ? freeCell : cell);
    case 'strings':
      return leaves(null, path, listCell);
    default:
      return leaves(null, path, cell);
  }
}

function leaves(
  selection: Selection | null,
  path: readonly string[],
  write: (value: Json | undefined) => string,
): CsvColumn[] {
  if (selection) return [...selection].flatMap(([name, inner]) => leaves(inner, [...path, name], write));
  return [{ name: path.join('.'), cellOf: (record) => write(valueAt(record, path)) }];
}

function valueAt(record: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = record;
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const listCell = (value: Json | undefined): string => (isTexts(value) ? listToCell(value) : cell(value));

/** A free object has no types: a text that an import would read as another value is written as JSON. */
function freeCell(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' && !isJson(value) && value !== '' ? value : JSON.stringify(value);
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns a line of RFC 4180. Other separators that an import recognizes are quoted too. */
export function csvLine(cells: readonly string[]): string {
  const line = cells.map((text) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',');
  // An empty line would be none.
  return `${line === '' ? '""' : line}\r\n`;
}
