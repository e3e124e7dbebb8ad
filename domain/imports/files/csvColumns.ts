import type { Member, Members } from '../../kinds/declaration/members.ts';
import type { Json, JsonObject, Kind } from '../../kinds/kind.ts';
import { jsonSyntaxProblem } from '../../validation/jsonSyntax.ts';
import { parseJson } from '../../validation/parseJson.ts';
import { isObject } from '../../validation/values.ts';
import { cellToList } from './listCell.ts';

/**
 * Converts the text of a cell to a value of the column's member type.
 *
 * @param reject gets the problem of a cell that cannot be read
 */
type CellReader = (cell: string, reject: (problem: string) => void) => Json;

interface CsvColumn {
  /** The path of the value in the record; empty for an ignored column. */
  readonly path: readonly string[];
  readonly read: CellReader;
  /** The column is the id or the code of a reference. */
  readonly ofReference?: true;
}

/** The columns of a CSV file, read from its header line. */
export interface CsvColumns {
  readonly count: number;
  /** The cells of the header line. */
  readonly names: readonly string[];
  /** Whether the columns cover all members, so that a row replaces the whole record. */
  readonly complete: boolean;
  /**
   * Merges the cells of a row into the stored record. An empty cell clears its member. Each problem begins with the path of a
   * member, whose value is then the text of the cell.
   */
  over(cells: readonly string[], current: JsonObject | undefined, problems?: string[]): JsonObject;
}

/** Reads a header line. The columns are usable only if no problem was added. */
export function readHeader(kind: Kind, names: readonly string[], problems: string[]): CsvColumns {
  const seen = new Set<string>();
  const columns = names.map((header): CsvColumn => {
    const name = header.trim();
    if (seen.has(name)) problems.push(`header: the column ${JSON.stringify(name)} occurs twice`);
    seen.add(name);
    const column = columnAt(kind.members, name, []);
    if (!column && name !== 'auditInfo' && !name.startsWith('auditInfo.')) {
      problems.push(
        `header: ${kind.name} has no member ${JSON.stringify(name)}, columns are ${Object.keys(kind.members).join(', ')}, and dotted names inside objects`,
      );
    }
    return column ?? { path: [], read: asText };
  });
  return {
    count: names.length,
    names: names.map((header) => header.trim()),
    complete: isCovered(kind.members, seen, ''),
    over: (cells, current, problems = []) => over(columns, cells, current, problems),
  };
}

function columnAt(members: Members, name: string, path: readonly string[]): CsvColumn | undefined {
  const dot = name.indexOf('.');
  const first = dot === -1 ? name : name.slice(0, dot);
  const rest = dot === -1 ? undefined : name.slice(dot + 1);
  const member = Object.hasOwn(members, first) ? members[first] : undefined;
  return member && memberColumn(member, rest, [...path, first]);
}

function memberColumn(member: Member, rest: string | undefined, path: readonly string[]): CsvColumn | undefined {
  switch (member.type) {
    case 'string':
    case 'uuid':
    case 'date':
      return rest === undefined ? { path, read: asText } : undefined;
    case 'integer':
    case 'number':
      return rest === undefined ? { path, read: asNumber } : undefined;
    case 'boolean':
      return rest === undefined ? { path, read: asBoolean } : undefined;
    case 'strings':
      return rest === undefined ? { path, read: asList } : undefined;
    case 'objects':
      return rest === undefined ? { path, read: asJson } : undefined;
    case 'free':
      if (rest === undefined) return { path, read: asJson };
      return isUsable(rest) ? { path: [...path, ...rest.split('.')], read: asLoose } : undefined;
    case 'localizations': {
      if (rest === undefined) return { path, read: asJson };
      const [language, text, ...more] = rest.split('.');
      if (!isUsable(rest) || !language || text === undefined || more.length > 0) return undefined;
      if (!member.open && text !== 'name' && text !== 'description') return undefined;
      return { path: [...path, language, text], read: asText };
    }
    case 'object':
      // `isValid` of a period is computed, so the column is ignored.
      if (member.period && rest === 'isValid') return { path: [], read: asText };
      return rest === undefined ? { path, read: asJson } : columnAt(member.members, rest, path);
    case 'reference':
      if (rest === undefined) return { path, read: asJson };
      return rest === 'id' || rest === 'code' ? { path: [...path, rest], read: asText, ofReference: true } : undefined;
  }
}

const isUsable = (rest: string): boolean => rest.split('.').every((name) => name !== '' && name !== '__proto__');

function isCovered(members: Members, names: ReadonlySet<string>, prefix: string): boolean {
  return Object.entries(members).every(
    ([name, member]) =>
      names.has(prefix + name) ||
      // The id finds the record, or is not compared.
      (prefix === '' && name === 'id') ||
      (member.type === 'object' && isCovered(member.members, names, `${prefix}${name}.`)),
  );
}

function over(
  columns: readonly CsvColumn[],
  cells: readonly string[],
  current: JsonObject | undefined,
  problems: string[],
): JsonObject {
  const record: JsonObject = { ...current };
  // A reference is replaced as a whole: merged, a new code would have the old id.
  for (const { path, ofReference } of columns) if (ofReference && path[0] !== undefined) delete record[path[0]];
  for (const [index, { path, read }] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (path.length === 0) continue;
    const reject = (problem: string) => problems.push(`${path.join('.')}: ${problem}`);
    put(record, path, cell === '' ? undefined : read(cell, reject));
  }
  return record;
}

/** Sets or clears the value at a path. Copies the objects on the path, because the stored record must not change. */
function put(record: JsonObject, path: readonly string[], value: Json | undefined): void {
  let target = record;
  for (const name of path.slice(0, -1)) {
    const inner = Object.hasOwn(target, name) ? target[name] : undefined;
    if (value === undefined && !isObject(inner)) return;
    const copy: JsonObject = isObject(inner) ? { ...inner } : {};
    target[name] = copy;
    target = copy;
  }
  const last = path.at(-1) as string;
  if (value === undefined) delete target[last];
  else target[last] = value;
}

const asText: CellReader = (cell) => cell;
// A malformed cell remains text, so that reading the record reports the expected type.
const asNumber: CellReader = (cell) =>
  /^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(cell) ? (parseJson(withoutZeros(cell)) as Json) : cell;
/** JSON has no leading zeros. */
const withoutZeros = (cell: string): string => cell.trim().replace(/^(-?)0+(?=\d)/, '$1');
const asBoolean: CellReader = (cell) =>
  cell.trim().toLowerCase() === 'true' ? true : cell.trim().toLowerCase() === 'false' ? false : cell;
/** A cell that is meant as JSON has a problem if it is malformed. Any other text has the wrong type. */
const asJson: CellReader = (cell, reject) => {
  const value = asLoose(cell, reject);
  if (value === cell && /^\s*[[{]/.test(cell)) reject(jsonProblemOfCell(cell));
  return value;
};
/** A free object declares no types: a cell that is valid JSON is parsed, any other cell is text. */
const asLoose: CellReader = (cell) => {
  try {
    return parseJson(cell) as Json;
  } catch {
    return cell;
  }
};
const asList: CellReader = (cell, reject) => (cell.startsWith('[') ? asJson(cell, reject) : cellToList(cell));

function jsonProblemOfCell(cell: string): string {
  const problem = jsonSyntaxProblem(cell);
  const place = problem ? `, line ${problem.line}, column ${problem.column} of the cell: ${problem.reason}` : '';
  return `is not JSON${place}; write JSON in the cell, with each quote doubled`;
}
