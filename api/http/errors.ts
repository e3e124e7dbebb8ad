import { httpCodes, ServiceError, type Status } from '../../domain/errors.ts';

/** ErrorBody, as every operation answers it. */
export interface ErrorBody {
  readonly status: Status;
  readonly timestamp: string;
  readonly message: string;
  readonly traceId: string;
  readonly errors: readonly string[];
}

/** More problems than these say nothing more, and a body of a million of them has to be answered too. */
const MOST_ERRORS = 100;

/** What a client is told of an error: what was meant for it, or of any other error only that it happened. */
export function errorAnswer(error: unknown, traceId: string): { code: number; body: string; expected: boolean } {
  const told = error instanceof ServiceError ? error : undefined;
  const status = told?.status ?? 'INTERNAL_SERVER_ERROR';
  const body: ErrorBody = {
    status,
    timestamp: new Date().toISOString(),
    message: told?.message ?? 'The service failed to answer; its log tells more under this trace id.',
    traceId,
    errors: shorten(told?.errors ?? []),
  };
  return { code: httpCodes[status], body: JSON.stringify(body), expected: told !== undefined };
}

function shorten(errors: readonly string[]): readonly string[] {
  if (errors.length <= MOST_ERRORS) return errors;
  return [...errors.slice(0, MOST_ERRORS), `... and ${errors.length - MOST_ERRORS} more`];
}
