import { ServiceError, TooManyRequests } from '../../domain/errors.ts';
import type { Caller } from '../../domain/kinds/kind.ts';
import type { Services } from '../../domain/ports/services.ts';
import { toHeader } from '../../domain/validation/headerText.ts';
import { describeError, MethodNotAllowed } from './errors.ts';
import { loggedUrl } from './requestLog.ts';
import type { Answer } from './route.ts';

type StreamedAnswer = Exclude<Answer, string | null> & { readonly body: ReadableStream<Uint8Array> };

/** Returns whether the body is a finite stream. An event stream can be idle for long, and ends when its client leaves. */
export function isStreamed(answer: Answer): answer is StreamedAnswer {
  if (answer === null || typeof answer === 'string' || answer.isEndless) return false;
  if (answer.contentType === 'text/event-stream') return false;
  return answer.body instanceof ReadableStream;
}

/**
 * Returns the response to a request, with the ids of its caller as headers. Caches store only responses whose routes allow
 * it: the others contain records or credentials of one caller.
 */
export function responseOf(answer: Answer, caller: Caller): Response {
  const {
    body,
    contentType = 'application/json',
    headers,
    cookies,
    code = 200,
  } = typeof answer === 'string' || answer === null ? { body: answer } : answer;
  const all: Record<string, string> = {
    'x-request-id': caller.requestId,
    'cache-control': 'no-store',
    ...headers,
  };
  if (caller.correlationId !== undefined) all['x-correlation-id'] = toHeader(caller.correlationId);
  if (body !== null) all['content-type'] = contentType;
  const response = new Response(body, { status: code, headers: all });
  for (const cookie of cookies ?? []) response.headers.append('set-cookie', cookie);
  return response;
}

/** Returns the response to a failed request. Logs errors that no client caused. */
export function errorResponse(services: Services, error: unknown, request: Request, caller: Caller): Response {
  const { code, body, expected } = describeError(error, caller.traceId);
  if (code >= 500) {
    const { method, url } = request;
    services.log.error({ ...caller, err: error, method, url: loggedUrl(url) }, 'request failed');
  } else if (!expected) services.log.warn({ ...caller, err: error }, 'request rejected');
  return responseOf({ body: JSON.stringify(body), code, headers: headersOf(error) }, caller);
}

function headersOf(error: unknown): Record<string, string> {
  if (error instanceof ServiceError && error.jobId !== undefined) return { 'x-job-id': error.jobId };
  if (error instanceof MethodNotAllowed) return { allow: error.allow };
  if (error instanceof ServiceError && error.status === 'UNAUTHORIZED') return { 'www-authenticate': 'Bearer' };
  if (error instanceof TooManyRequests) return { 'retry-after': String(error.retryAfterSeconds) };
  return {};
}
