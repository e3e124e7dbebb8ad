import { badRequest } from '../../domain/errors.ts';
import { describe } from '../../domain/validation/values.ts';

/** Returns a boolean query parameter; `absent`, or false, if it is absent. Throws a 400 if it is neither true nor false. */
export function readFlag(query: URLSearchParams, name: string, absent = false): boolean {
  const value = query.get(name);
  if (value === null || value === '') return absent;
  if (value === 'false') return false;
  if (value === 'true') return true;
  throw badRequest('A query parameter is malformed.', [`${name}: must be true or false, not ${describe(value)}`]);
}
