export interface RetryOptions {
  /** Maximum number of repetitions of a request; 3 by default, 0 for none. */
  readonly retries?: number;
  /** Pause before the first repetition; it doubles each time. 200 by default. */
  readonly pauseMs?: number;
  /** Longest pause, also of a Retry-After: a longer one ends the repetitions. 30,000 by default. */
  readonly maxPauseMs?: number;
  readonly fetch?: typeof fetch;
}

/** A request; a function makes its body for each attempt, such as a stream, which can be read once. */
export interface RepeatableInit extends Omit<RequestInit, 'body'> {
  readonly body?: RequestInit['body'] | (() => NonNullable<RequestInit['body']>);
}

type Send = (input: string, init?: RepeatableInit) => Promise<Response>;

/** The service has done nothing for these: any request may be repeated. */
const refused = new Set([429, 503]);
/** The service, or a gateway, may have done something. */
const uncertain = new Set([502, 504]);
/** Reads whose question is a body, and reports of workers, which name a claim. */
const repeatablePost =
  /\/(search\/(list|page|count)|diff\/only|backup|job-steps\/(extend|progress|complete|fail|release))$/;

/**
 * Returns a function that sends a request, and repeats it after a pause if the service has refused it for now, or is
 * unavailable. A request that the service may have executed is repeated only if this changes nothing: GET, HEAD, PUT and
 * DELETE, searches by POST, reports of workers, and requests with an Idempotency-Key.
 */
export function makeSend(options: RetryOptions = {}): Send {
  const { retries = 3, pauseMs = 200, maxPauseMs = 30_000, fetch: send = fetch } = options;
  return async (input, init) => {
    for (let attempt = 0; ; attempt++) {
      const { body, ...rest } = init ?? {};
      const made = typeof body === 'function' ? body() : body;
      const request = { ...rest, ...(made !== undefined && { body: made }) };
      const outcome = await send(input, request).catch((error: unknown) => ({ error }));
      const pause = attempt < retries ? pauseAfter(outcome, input, init, pauseMs * 2 ** attempt) : undefined;
      if (pause === undefined || pause > maxPauseMs) {
        if (outcome instanceof Response) return outcome;
        throw outcome.error;
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      await sleep(pause, init?.signal ?? undefined);
    }
  };
}

/** Returns the ms until a repetition; undefined if the request is not repeated. */
function pauseAfter(
  outcome: Response | { readonly error: unknown },
  input: string,
  init: RepeatableInit | undefined,
  backoff: number,
): number | undefined {
  // A random part, so that many clients do not return at once.
  const pause = backoff * (0.5 + Math.random() / 2);
  if (!(outcome instanceof Response)) return !init?.signal?.aborted && isRepeatable(input, init) ? pause : undefined;
  if (!refused.has(outcome.status) && !(uncertain.has(outcome.status) && isRepeatable(input, init))) return undefined;
  return Math.max(pause, retryAfterMs(outcome.headers.get('retry-after')));
}

/** Reads the seconds or the date of a Retry-After. */
function retryAfterMs(header: string | null): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

function isRepeatable(input: string, init: RepeatableInit | undefined): boolean {
  const method = init?.method ?? 'GET';
  if (['GET', 'HEAD', 'PUT', 'DELETE'].includes(method)) return true;
  const { pathname } = new URL(input, 'http://localhost');
  return (method === 'POST' && repeatablePost.test(pathname)) || new Headers(init?.headers).has('idempotency-key');
}

/** Resolves after so many ms. Rejects with the reason of the signal when it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const leave = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, ms);
    signal?.addEventListener('abort', leave, { once: true });
  });
}
