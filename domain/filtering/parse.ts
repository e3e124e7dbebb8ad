import { badRequest } from '../errors.ts';
import { hasCode } from '../kinds/declaration/members.ts';
import type { Json, JsonObject, Kind } from '../kinds/kind.ts';
import { jsonProblemText } from '../validation/jsonSyntax.ts';
import { describe, isObject } from '../validation/values.ts';
import { parseConditions } from './conditions.ts';
import { readWords } from './fulltext.ts';
import type { Filtering, SortKey } from './parsed.ts';
import { allowedColumns, find, scopeOf } from './scope.ts';

/** The use of a filtering, which determines its allowed and default sizes. */
export type Use = 'page' | 'list' | 'count' | 'backup';

/** Maximum number of records up to the end of a page: deeper pages cost every engine more than a backup. */
export const MAX_WINDOW = 10_000;

const sizes = {
  page: { default: 20, max: 1_000 },
  list: { default: 1_000, max: MAX_WINDOW },
  count: { default: 0, max: MAX_WINDOW },
  backup: { default: 0, max: Number.MAX_SAFE_INTEGER },
} as const satisfies Record<Use, { default: number; max: number }>;

export const MAX_SORT_KEYS = 20;
const members = ['filters', 'fulltext', 'sort', 'page', 'size', 'entityType'];

/**
 * Reads the query parameter `filtering`. A backup may come without one; everywhere else it is required.
 * Throws a 400 that names every problem, each beginning with its place: `filtering.filters[0].value: …`.
 */
export function parseFiltering(kind: Kind, raw: string | undefined, use: Use): Filtering {
  if (raw === undefined && use === 'backup') return checkFiltering(kind, {}, use);
  return checkFiltering(kind, filteringJson(raw), use);
}

/** Reads a filtering that is the body of a request. Throws as {@link parseFiltering}. */
export function checkFiltering(kind: Kind, input: Json, use: Use): Filtering {
  const problems: string[] = [];
  const filtering = readFiltering(kind, input, use, problems);
  if (!filtering || problems.length > 0) throw unreadable(problems);
  return filtering;
}

/** Returns the query parameter `filtering` as JSON. Throws a 400 if it is absent or not JSON. */
export function filteringJson(raw: string | undefined): Json {
  if (raw === undefined) throw unreadable(['filtering: is required']);
  try {
    return JSON.parse(raw);
  } catch (error) {
    throw unreadable([`filtering: must be a JSON object, ${jsonProblemText(raw, error)}`]);
  }
}

const unreadable = (problems: readonly string[]): Error => badRequest('The filtering cannot be read.', problems);

/** Reads a filtering that is parsed JSON. The result is complete only if no problem was added. */
export function readFiltering(kind: Kind, input: Json, use: Use, problems: string[]): Filtering | undefined {
  const object: Json = Array.isArray(input) ? { filters: input } : input;
  if (!isObject(object)) {
    problems.push(`filtering: must be an object or an array of filters, not ${describe(input)}`);
    return undefined;
  }
  for (const name of Object.keys(object)) {
    if (!members.includes(name)) problems.push(`filtering.${name}: unknown member, allowed are ${members.join(', ')}`);
  }
  const filters = Array.isArray(input) ? 'filtering' : 'filtering.filters';
  const { page, size, sized } = readWindow(kind, object, use, problems);
  checkEntityType(kind, object['entityType'], problems);
  return {
    conditions: parseConditions(kind, object['filters'], problems, filters),
    words: readWords(kind, object['fulltext'], problems, 'filtering.fulltext'),
    sort: readSort(kind, object['sort'], problems),
    page,
    size,
    sized,
  };
}

function checkEntityType(kind: Kind, input: Json | undefined, problems: string[]): void {
  if (input === undefined || input === null || input === kind.name) return;
  problems.push(`filtering.entityType: must be ${kind.name} here, not ${describe(input)}`);
}

function readWindow(
  kind: Kind,
  object: JsonObject,
  use: Use,
  problems: string[],
): Pick<Filtering, 'page' | 'size' | 'sized'> {
  const limits = sizes[use];
  const min = use === 'backup' ? 0 : 1;
  const before = problems.length;
  const page = readWhole(object['page'], 0, Number.MAX_SAFE_INTEGER, 'page', problems);
  const size = readWhole(object['size'], min, limits.max, 'size', problems);
  const window = { page: use === 'page' ? (page ?? 0) : 0, size: size ?? limits.default, sized: size !== undefined };
  if (use === 'page' && problems.length === before && (window.page + 1) * window.size > MAX_WINDOW) {
    problems.push(
      `filtering.page: page ${window.page} of size ${window.size} reaches beyond ${MAX_WINDOW} records; use the parameter after to read in parts${kind.operations.includes('backup') ? ', or use backup' : ''}`,
    );
  }
  return window;
}

function readWhole(
  input: Json | undefined,
  min: number,
  max: number,
  name: string,
  problems: string[],
): number | undefined {
  if (input === undefined || input === null) return undefined;
  if (typeof input === 'number' && Number.isSafeInteger(input) && input >= min && input <= max) return input;
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
  problems.push(`filtering.${name}: must be a whole number ${range}, not ${describe(input)}`);
  return undefined;
}

function readSort(kind: Kind, input: Json | undefined, problems: string[]): SortKey[] {
  const at = 'filtering.sort';
  if (input === undefined || input === null) return defaultSort(kind);
  if (!Array.isArray(input)) {
    problems.push(`${at}: must be an array of {"column": ..., "direction": "ASC" or "DESC"}, not ${describe(input)}`);
    return [];
  }
  if (input.length > MAX_SORT_KEYS) {
    problems.push(`${at}: must have at most ${MAX_SORT_KEYS} elements, not ${input.length}`);
    return [];
  }
  if (input.length === 0) return defaultSort(kind);
  return input.flatMap((element, index) => readSortKey(kind, element, `${at}[${index}]`, problems) ?? []);
}

function defaultSort(kind: Kind): SortKey[] {
  const target = find(scopeOf(kind), hasCode(kind) ? 'code' : 'id');
  return target?.type === 'column' ? [{ column: target.column, descending: false }] : [];
}

function readSortKey(kind: Kind, input: Json, at: string, problems: string[]): SortKey | undefined {
  if (!isObject(input)) {
    problems.push(`${at}: must be an object with column and direction, not ${describe(input)}`);
    return undefined;
  }
  for (const name of Object.keys(input)) {
    if (name !== 'column' && name !== 'direction')
      problems.push(`${at}.${name}: unknown member, allowed are column, direction`);
  }
  const direction = input['direction'] ?? 'ASC';
  if (direction !== 'ASC' && direction !== 'DESC')
    problems.push(`${at}.direction: must be ASC or DESC, not ${describe(direction)}`);
  const descending = direction === 'DESC';
  const name = input['column'];
  const scope = scopeOf(kind);
  if (name === undefined || name === null) {
    problems.push(`${at}.column: is required`);
    return undefined;
  }
  if (typeof name === 'string' && !name.includes('\u0000') && name.isWellFormed()) {
    const target = find(scope, name);
    if (target?.type === 'entry') return { column: target.column, path: target.path, descending };
    if (target?.type === 'column') {
      if (target.column.type !== 'entries' && target.column.type !== 'elements')
        return { column: target.column, descending };
      const many = target.column.type === 'elements' ? 'an array of objects' : 'an object of any members';
      problems.push(`${at}.column: ${name} is ${many}, which has no order`);
      return undefined;
    }
  }
  problems.push(
    `${at}.column: ${kind.name} has no member ${describe(name)} to sort by, allowed are ${allowedColumns(scope)}`,
  );
  return undefined;
}
