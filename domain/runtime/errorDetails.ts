import { sqlStateOf } from '../../db/errors.ts';
import { ServiceError } from '../errors.ts';

/** Returns the message of a caught error; a thrown value that is not an error, as text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns what clients may read about a caught error. The log of the process has messages of the database. */
export function publicMessageOf(error: unknown): string {
  const sqlState = sqlStateOf(error);
  if (sqlState !== undefined)
    return `The database rejected a statement (SQLSTATE ${sqlState}). The log of the worker has the details.`;
  const problems = error instanceof ServiceError ? error.errors : [];
  return problems.length > 0 ? `${messageOf(error).replace(/\.$/, '')}: ${problems.join('; ')}` : messageOf(error);
}

/** Returns the code of a caught error, such as ENOENT; undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  const { code }: { readonly code?: unknown } = error ?? {};
  return typeof code === 'string' ? code : undefined;
}

/** Returns the reason for the end of a sentence, without its full stop. */
export const reasonOf = (error: unknown): string =>
  (messageOf(error) || codeOf(error) || 'no answer').replace(/\.$/, '');

/** Returns a caught value as an error. */
export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
