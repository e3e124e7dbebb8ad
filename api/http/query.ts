import { badRequest } from '../../domain/errors.ts';
import { nearestOf } from '../../domain/validation/nearestName.ts';
import { describe } from '../../domain/validation/values.ts';
import type { Route } from './route.ts';

/** Throws a 400 that names each query parameter which the operation does not declare, and the declared one most like it. */
export function checkQuery({ query = [], ignoresUnknownQuery }: Route, url: string): void {
  const at = url.indexOf('?');
  if (at === -1 || at === url.length - 1 || ignoresUnknownQuery) return;
  const known = query.map(({ name }) => name);
  const unknown = [...new Set(new URLSearchParams(url.slice(at)).keys())].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const expected = known.length === 0 ? 'the operation has none' : `the operation has ${known.join(', ')}`;
  throw badRequest(
    'A query parameter is unknown.',
    unknown.map((name) => {
      if (name.trim() === '')
        return `query: has a value without the name of a parameter, ${expected}; write name=value, with & between two parameters`;
      const nearest = nearestOf(name, known);
      const hint = nearest === undefined ? expected : `did you mean ${nearest}?`;
      return `${name.slice(0, 60).toWellFormed()}: unknown query parameter, ${hint}`;
    }),
  );
}

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
