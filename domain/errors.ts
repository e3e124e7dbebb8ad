/** The statuses of an ErrorBody with their HTTP codes. Nothing else maps them. */
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
 * An error that is reported to the client. `message` is one plain sentence; `errors` has one string for each problem and
 * begins with the path of the member. `cause` is logged and never sent.
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

/** 400: the request is invalid. `errors` has all problems, not only the first. */
export function badRequest(message: string, errors: readonly string[] = []): ServiceError {
  return new ServiceError('BAD_REQUEST', message, errors);
}

/** 404 for the operations that list it. */
export function notFound(message: string, errors: readonly string[] = []): ServiceError {
  return new ServiceError('NOT_FOUND', message, errors);
}

/** 500 with a sentence for the client; `cause` is only logged. */
export function unavailable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('INTERNAL_SERVER_ERROR', message, [], { cause });
}
