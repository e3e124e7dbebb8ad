import { badRequest } from '../../domain/errors.ts';
import { describe } from '../../domain/validation/values.ts';
import type { Route } from './route.ts';

/** Returns a boolean query parameter; `absent`, or false, if it is absent. Throws a 400 if it is neither true nor false. */
export function readFlag(query: URLSearchParams, name: string, absent = false): boolean {
  const value = query.get(name);
  if (value === null || value === '') return absent;
  if (value === 'false') return false;
  if (value === 'true') return true;
  throw badRequest('A query parameter is malformed.', [`${name}: must be true or false, not ${describe(value)}`]);
}

/** Throws a 400 if a parameter that has one value is repeated: a caller could not know which of them counts. */
export function checkRepetitions({ query = [] }: Pick<Route, 'query'>, url: string): void {
  const at = url.indexOf('?');
  if (at === -1) return;
  const sent = new URLSearchParams(url.slice(at));
  const problems = query.flatMap(({ name, schema }) => {
    const values = schema.type === 'array' ? [] : sent.getAll(name);
    return values.length > 1 ? [`${name}: must be given once, not ${values.length} times`] : [];
  });
  if (problems.length > 0) throw badRequest('A query parameter is repeated.', problems);
}
