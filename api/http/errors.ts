import { httpCodes, SERVICE_FAILED, ServiceError, type Status } from '../../domain/errors.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { type Problem, problemOf } from '../../domain/validation/problemParts.ts';

/** The body of every error response. */
export interface ErrorBody {
  readonly status: Status;
  readonly timestamp: string;
  readonly message: string;
  readonly traceId: string;
  readonly errors: readonly string[];
  /** The parts of each of `errors`. */
  readonly problems: readonly Problem[];
}

/** The sentence of every operation that needs the search engine while it does not respond. */
const SEARCH_UNAVAILABLE = 'Search is not available right now; reads by id and writes are.';

/** Limits the response to a body with very many problems. */
const MAX_ERRORS = 100;

/**
 * Returns the status code and body for an error. A ServiceError is described in full, an unavailable search engine by one
 * sentence, and any other error by its trace id only, because its text may be internal.
 */
export function describeError(error: unknown, traceId: string): { code: number; body: ErrorBody; expected: boolean } {
  const known = error instanceof ServiceError ? error : undefined;
  const status = known?.status ?? 'INTERNAL_SERVER_ERROR';
  const errors = known?.errors ?? [];
  const body: ErrorBody = {
    status,
    timestamp: new Date().toISOString(),
    message: known?.message ?? (error instanceof SearchUnavailable ? SEARCH_UNAVAILABLE : SERVICE_FAILED),
    traceId,
    errors: shorten(errors),
    problems: errors.slice(0, MAX_ERRORS).map(problemOf),
  };
  return { code: httpCodes[status], body, expected: known !== undefined };
}

function shorten(errors: readonly string[]): readonly string[] {
  if (errors.length <= MAX_ERRORS) return errors;
  return [...errors.slice(0, MAX_ERRORS), `... and ${errors.length - MAX_ERRORS} more`];
}

export class MethodNotAllowed extends ServiceError {
  /** The value of the header Allow. */
  readonly allow: string;

  constructor(method: string, allowed: readonly string[]) {
    const allow = allowed.join(', ');
    super('METHOD_NOT_ALLOWED', `The path does not support ${method}; it supports ${allow}.`);
    this.allow = allow;
  }
}
