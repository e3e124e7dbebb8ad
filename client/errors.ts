import type { ErrorBody, Problem } from './api.ts';

/** An error response of Waybill: its status code, its problems, and the trace id of its log lines. */
export class WaybillError extends Error {
  override readonly name: string = 'WaybillError';
  readonly code: number;
  /** One sentence; `message` contains it and the errors. */
  readonly summary: string;
  readonly errors: readonly string[];
  /** The parts of each of `errors`: the code, the path of the member, and the allowed values. */
  readonly problems: readonly Problem[];
  readonly traceId: string | undefined;
  /** The id of the request in the log of the service. */
  readonly requestId: string | undefined;

  constructor(code: number, body: ErrorBody | undefined, headers = new Headers()) {
    const summary = body?.message ?? `Waybill responded with status ${code}.`;
    const errors = body?.errors ?? [];
    super([summary, ...errors].join(' '));
    this.code = code;
    this.summary = summary;
    this.errors = errors;
    this.problems = body?.problems ?? [];
    this.traceId = body?.traceId;
    this.requestId = headers.get('x-request-id') ?? undefined;
  }
}

/** 400: the request is invalid, or the current state does not allow it. */
export class BadRequestError extends WaybillError {
  override readonly name = 'BadRequestError';
}

/** 401: the credential is missing, invalid, expired or revoked. */
export class UnauthorizedError extends WaybillError {
  override readonly name = 'UnauthorizedError';
}

/** 403: the caller may not do this. */
export class ForbiddenError extends WaybillError {
  override readonly name = 'ForbiddenError';
}

/** 404: there is no such path or record. */
export class NotFoundError extends WaybillError {
  override readonly name = 'NotFoundError';
}

/** 409: the worker has lost the leases of all steps of its report; nothing was changed. */
export class LeaseLostError extends WaybillError {
  override readonly name = 'LeaseLostError';
}

/** 410: changes after the cursor have been deleted. */
export class GoneError extends WaybillError {
  override readonly name = 'GoneError';
}

/** 412: the record does not have the ETag that the request named; nothing was changed. */
export class PreconditionFailedError extends WaybillError {
  override readonly name = 'PreconditionFailedError';
}

/** 422: the Idempotency-Key was sent with another request before. */
export class KeyUsedError extends WaybillError {
  override readonly name = 'KeyUsedError';
}

/** 429: too many requests. */
export class TooManyRequestsError extends WaybillError {
  override readonly name = 'TooManyRequestsError';
  readonly retryAfterSeconds: number | undefined;

  constructor(code: number, body: ErrorBody | undefined, headers = new Headers()) {
    super(code, body, headers);
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  }
}

/** 500 and above: the service failed, or is unavailable. */
export class ServiceFailedError extends WaybillError {
  override readonly name = 'ServiceFailedError';
}

const classes: Readonly<Record<number, typeof WaybillError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: LeaseLostError,
  410: GoneError,
  412: PreconditionFailedError,
  422: KeyUsedError,
  429: TooManyRequestsError,
};

/** Returns the error of a response with this status. */
export function makeError(code: number, body: unknown, headers?: Headers): WaybillError {
  const Class = classes[code] ?? (code >= 500 ? ServiceFailedError : WaybillError);
  return new Class(code, isErrorBody(body) ? body : undefined, headers);
}

/** Returns the error of a response whose body has not been read. */
export async function errorOf(response: Response): Promise<WaybillError> {
  return makeError(response.status, await response.json().catch(() => undefined), response.headers);
}

export function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'message' in body && 'traceId' in body;
}
