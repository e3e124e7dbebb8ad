import type { Filter, FilteringObject, FilterOrGroup, SortColumn } from '../../client/index.ts';
import { fulltextMembers, hasFulltext } from '../../domain/filtering/columns.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import { usageError } from './exitCodes.ts';
import { shownStatuses, shownStatusFilters } from './jobStatus.ts';
import { suggestion } from './similar.ts';

type Operator = NonNullable<Filter['operator']>;

const signs: Readonly<Record<string, Operator>> = {
  '=': 'EQ',
  '!=': 'NE',
  '~': 'LIKE',
  '!~': 'NOT_LIKE',
  '>': 'GT',
  '>=': 'GE',
  '<': 'LT',
  '<=': 'LE',
};
const words: Readonly<Record<string, Operator>> = {
  in: 'IN',
  'not in': 'NOT_IN',
  'is null': 'IS_NULL',
  'is not null': 'IS_NOT_NULL',
};

export const filterHelp =
  "condition on a member, repeatable: 'code=X', '!=', '>=', '<=', '>', '<', 'name~%text%', '!~', 'code in a,b', 'code not in a,b', 'email is null', 'email is not null'";

/**
 * Reads conditions such as `status=FAILED`. A member or a value that the kind does not have is refused. A cancelled Job or step is
 * CANCELLED here, and not FAILED as in the interface.
 */
export function parseFilter(text: string, kind?: Kind): FilterOrGroup[] {
  const [, column = '', sign, value = ''] = /^\s*([\w.]+)\s*(!=|!~|>=|<=|=|~|>|<)\s*(.*)$/s.exec(text) ?? [];
  if (sign !== undefined) return checked({ column, operator: signs[sign] ?? 'EQ', value }, kind);
  const [, name = '', word = '', list = ''] =
    /^\s*([\w.]+)\s+(in|not\s+in|is\s+null|is\s+not\s+null)\b\s*(.*)$/is.exec(text) ?? [];
  const operator = words[word.toLowerCase().replaceAll(/\s+/g, ' ')];
  if (operator === undefined)
    throw usageError(
      `--filter is ${JSON.stringify(text)} and must be a condition, such as ${filterHelp.split(': ')[1]}.`,
    );
  return checked({ column: name, operator, ...(/IN$/.test(operator) && { value: list }) }, kind);
}

function checked(filter: Filter, kind: Kind | undefined): FilterOrGroup[] {
  if (!kind) return [filter];
  const first = checkMember(kind, filter.column ?? '', '--filter');
  const found = kind.members[first];
  if (!found) return [filter];
  const isOfJobs = first === 'status' && (kind.name === 'Job' || kind.name === 'JobStep');
  const allowed = isOfJobs ? shownStatuses : 'values' in found ? found.values : undefined;
  const { operator = 'EQ', value = '' } = filter;
  if (!allowed || !/^(EQ|NE|IN|NOT_IN)$/.test(operator)) return [filter];
  const values = (/IN$/.test(operator) ? value.split(',') : [value]).map((one) =>
    oneOf(one, allowed, `--filter ${first}`),
  );
  if (!isOfJobs) return [filter];
  const excludes = operator.startsWith('N');
  return shownStatusFilters(shownStatuses.filter((status) => values.includes(status) !== excludes));
}

/** Returns the first name of a path such as `auditInfo.version`. Another than the members of the kind is refused. */
export function checkMember(kind: Kind, path: string, option: string): string {
  const [first = ''] = path.split('.', 1);
  const names = [...new Set(['id', ...Object.keys(kind.members), 'auditInfo'])];
  if (names.includes(first)) return first;
  throw usageError(
    `${option} names ${JSON.stringify(first)}, which is no member of ${kind.name}. Members: ${names.join(', ')}.${suggestion(first, names)}`,
  );
}

/** Returns a value that is one of those allowed. */
export function oneOf<Value extends string>(value: string, allowed: readonly Value[], source: string): Value {
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  throw usageError(
    `${source} is ${JSON.stringify(value)} and must be one of ${allowed.join(', ')}.${suggestion(value, allowed)}`,
  );
}

/** Reads `name` or `name:desc`. */
function parseSort(text: string, kind: Kind | undefined): SortColumn {
  const [column = '', direction = 'asc'] = text.split(':');
  if (kind) checkMember(kind, column, '--sort');
  return {
    column,
    direction: oneOf(direction.toUpperCase(), ['ASC', 'DESC'] as const, `The order of --sort ${column}`),
  };
}

export interface SearchOptions {
  readonly filter?: readonly string[];
  readonly fulltext?: string;
  readonly sort?: readonly string[];
}

/** Refuses `--fulltext` for a kind without the members that it reads, and says how its texts are searched. */
function checkFulltext(kind: Kind): void {
  if (hasFulltext(kind)) return;
  const read = `--fulltext reads ${fulltextMembers.join(', ')}, and ${kind.name} has none of them.`;
  const searched = ['data', 'subject'].find((name) => name in kind.members);
  const condition = searched === undefined ? '' : ` Search its ${searched} by a condition: -f '${searched}~text'.`;
  throw usageError(`${read}${condition}`);
}

/** Returns the filtering of `--filter`, `--fulltext` and `--sort`. */
export function filteringOf({ filter = [], fulltext, sort = [] }: SearchOptions, kind?: Kind): FilteringObject {
  if (kind && fulltext !== undefined) checkFulltext(kind);
  return {
    ...(filter.length > 0 && { filters: filter.flatMap((one) => parseFilter(one, kind)) }),
    ...(fulltext !== undefined && { fulltext }),
    ...(sort.length > 0 && { sort: sort.map((one) => parseSort(one, kind)) }),
  };
}

/** Parses the value of an option that is a whole number. */
export function wholeNumber(name: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw usageError(`${name} is ${JSON.stringify(text)} and must be a whole number from ${min} to ${max}.`);
  };
}

/** Collects the values of an option that can be repeated. */
export const collected = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];
