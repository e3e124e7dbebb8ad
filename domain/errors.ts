/** The statuses an ErrorBody can carry, and the HTTP code each one goes out with: the only place that maps them. */
export const httpCodes = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  INTERNAL_SERVER_ERROR: 500,
} as const;

export type Status = keyof typeof httpCodes;

/**
 * An error a client is told about. `message` is one plain sentence and `errors` one string a problem, each beginning
 * with the path of the member; what only the log may see goes into `cause`.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  readonly status: Status;
  readonly errors: readonly string[];

  constructor(status: Status, message: string, errors: readonly string[] = [], options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.errors = errors;
  }
}

/** 400: what was sent is wrong. `errors` holds every problem found, not the first alone. */
export function badRequest(message: string, errors: readonly string[] = []): ServiceError {
  return new ServiceError('BAD_REQUEST', message, errors);
}

/** 404 for the operations that list it. */
export function notFound(message: string, errors: readonly string[] = []): ServiceError {
  return new ServiceError('NOT_FOUND', message, errors);
}

/** 500 with a sentence fit for the client; `cause` stays in the log. */
export function unavailable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('INTERNAL_SERVER_ERROR', message, [], { cause });
}
