import { TooManyRequestsError, WaybillError } from './errors.ts';

const FIRST_MS = 500;
const LONGEST_MS = 5_000;

/** Returns the ms until the repetition of a request: the pause doubles with each failure, and is never below a Retry-After. */
export function backoffMs(failures: number, error: unknown): number {
  const pause = Math.min(FIRST_MS * 2 ** failures, LONGEST_MS) * (0.5 + Math.random() / 2);
  const retryAfter = error instanceof TooManyRequestsError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.max(pause, retryAfter);
}

/** Whether the service would refuse the request again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof WaybillError && error.code < 500 && !(error instanceof TooManyRequestsError);
