/** The statuses of an ErrorBody with their HTTP codes. Nothing else maps them. */
export const httpCodes = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  UNPROCESSABLE_ENTITY: 422,
  TOO_MANY_REQUESTS: 429,
  REQUEST_HEADER_FIELDS_TOO_LARGE: 431,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
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
  /** The job that the call has started and waited for; the response names it. */
  readonly jobId?: string;

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

/** 409: the caller has lost what the request is about. */
export function conflict(message: string, errors: readonly string[]): ServiceError {
  return new ServiceError('CONFLICT', message, errors);
}

/** 410: what the request refers to has been deleted, as it was announced. */
export function noLongerStored(message: string, errors: readonly string[] = []): ServiceError {
  return new ServiceError('GONE', message, errors);
}

/** 412: a condition of the request on the record does not hold. */
export function preconditionFailed(message: string, errors: readonly string[]): ServiceError {
  return new ServiceError('PRECONDITION_FAILED', message, errors);
}

/** The sentence for an error whose text may be internal. */
export const SERVICE_FAILED = 'The service failed; search its log for this trace id.';

/** Returns the error of a call that has started a job and waited for it. */
export function errorOfJob(error: unknown, jobId: string): ServiceError {
  const known = error instanceof ServiceError ? error : unavailable(SERVICE_FAILED, error);
  return Object.assign(known, { jobId });
}

/** 500 with a sentence for the client; `cause` is only logged. */
export function unavailable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('INTERNAL_SERVER_ERROR', message, [], { cause });
}

export const isBadRequest = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.status === 'BAD_REQUEST';

/** 403: the caller may not do this. */
export function forbidden(message: string, errors: readonly string[] = []): ServiceError {
  return new ServiceError('FORBIDDEN', message, errors);
}

/** 503: this process cannot confirm what callers may do. */
export function accessUnconfirmed(cause?: unknown): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', 'The rights of callers cannot be confirmed; retry later.', [], {
    cause,
  });
}

/** 401. The client gets the same answer whatever the reason, which is logged and audited only. */
export class CredentialRefused extends ServiceError {
  readonly reason: string;
  /** Whose credential was refused, for the audit list; absent if it belongs to nobody. */
  readonly owner?: CredentialOwner | undefined;

  constructor(reason: string, owner?: CredentialOwner) {
    super('UNAUTHORIZED', 'The credential is missing, invalid, expired or revoked.');
    this.reason = reason;
    this.owner = owner;
  }
}

interface CredentialOwner {
  readonly code: string;
  readonly keyName?: string | undefined;
}

/** 429 with Retry-After. */
export class TooManyRequests extends ServiceError {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
