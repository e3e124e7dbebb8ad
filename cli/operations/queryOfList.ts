import { readFiltering } from '../../domain/filtering/index.ts';
import { kinds } from '../../domain/kinds/index.ts';
import type { Json, Kind } from '../../domain/kinds/kind.ts';
import { type ListOfView, listOfView, timeRanges, viewPaths } from '../../domain/savedQueries/listSearch.ts';
import { isObjects } from '../../domain/validation/values.ts';
import { usageError } from '../base/exitCodes.ts';
import { oneOf } from '../base/filters.ts';
import { shownStatuses } from '../base/jobStatus.ts';
import { kindOf } from '../base/kinds.ts';
import { suggestion } from '../base/similar.ts';

/** Returns what the queries of a view mean. */
export function listOf(view: string): ListOfView {
  const found = listOfView(view);
  if (found && kinds.some(({ path }) => path === found.kind)) return found;
  throw usageError(
    `The view is ${JSON.stringify(view)} and must be one of ${viewPaths.join(', ')}, or records/ with the path of a kind.`,
  );
}

/** The times of a query have no zone: they are those of this machine. */
export function timeOf(local: string | null): string | undefined {
  const at = local ? new Date(local) : undefined;
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined;
}

/** The values of members of an address; others have the values of the member of the kind. */
const valuesOfView: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // OPEN stands for NEW and IN_PROGRESS in the list of the console.
  jobs: { status: [...shownStatuses, 'OPEN'] },
  audit: { outcome: ['200', 'failed', 'unknown'] },
};
const valuesOfLists: Readonly<Record<string, readonly string[]>> = {
  range: [...timeRanges.map(({ name }) => name), 'any'],
  dir: ['ASC', 'DESC'],
};

/** Returns the text of a query. Names and values that the list does not have, and conditions that its search rejects, are refused. */
export function checkedQuery(view: string, text: string): string {
  const { kind: path, members, search } = listOf(view);
  const kind = kindOf(path);
  const query = new URLSearchParams(text.replace(/^\?/, ''));
  for (const [name, value] of query) {
    if (!members.includes(name))
      throw usageError(
        `The query has ${JSON.stringify(name)}, which the list ${view} does not have. It has ${members.join(', ')}.${suggestion(name, members)}`,
      );
    checkValue(name, value, valuesOfView[view]?.[name] ?? valuesOfLists[name] ?? listedValues(kind, name));
  }
  const problems: string[] = [];
  readFiltering(kind, search(query, timeOf) as object as Json, 'page', problems);
  if (problems.length > 0)
    throw usageError(`The list ${view} cannot be searched with the query: ${problems.join('; ')}.`);
  return query.toString();
}

/** The values of a member of the kind, if its declaration lists them. */
function listedValues({ members }: Kind, name: string): readonly string[] | undefined {
  const found = members[name];
  return found && 'values' in found ? found.values : undefined;
}

function checkValue(name: string, value: string, allowed: readonly string[] | undefined): void {
  if (value === '') throw usageError(`The query has ${name} without a value: give it a value, or leave it out.`);
  if (allowed) oneOf(value, allowed, `The ${name} of the query`);
  if ((name === 'from' || name === 'to') && timeOf(value) === undefined)
    throw usageError(
      `The ${name} of the query is ${JSON.stringify(value)} and must be a time, such as 2026-01-31T08:00.`,
    );
  if (name === 'f' && !isRows(value))
    throw usageError(
      `The f of the query is ${JSON.stringify(value)} and must be a JSON array of conditions, such as [{"column":"code","operator":"EQ","value":"X"}].`,
    );
}

/** Whether a text is the rows of the form in the address of a list of records. */
function isRows(text: string): boolean {
  try {
    return isObjects(JSON.parse(text));
  } catch {
    return false;
  }
}
