import { badRequest } from '../../domain/errors.ts';
import type { Caller } from '../../domain/kinds/kind.ts';
import { fromHeader } from '../../domain/validation/headerText.ts';

const visibleAscii = /^[\x21-\x7e]{1,128}$/;
const traceParent = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/**
 * Returns the caller of a request: the X-Request-Id or a new UUID, the X-Correlation-Id, and the trace id of a W3C
 * `traceparent` or a new one.
 */
export function callerOf(headers: Headers): Caller {
  const requestId = headers.get('x-request-id');
  const correlationId = correlationIdOf(headers);
  const caller = {
    user: 'anonymous',
    requestId: requestId !== null && visibleAscii.test(requestId) ? requestId : crypto.randomUUID(),
    ...spanOf(headers.get('traceparent')),
  };
  return correlationId === undefined ? caller : { ...caller, correlationId };
}

function spanOf(header: string | null): { traceId: string; spanId?: string } {
  const [, traceId, spanId] = (header === null ? undefined : traceParent.exec(header)) ?? [];
  if (traceId === undefined || spanId === undefined) return { traceId: crypto.randomUUID().replaceAll('-', '') };
  return { traceId, spanId };
}

const MAX_CORRELATION_ID = 1_024;

/** Returns the X-Correlation-Id if it is valid in headers and in records. Its bytes are UTF-8. */
function correlationIdOf(headers: Headers): string | undefined {
  const value = headers.get('x-correlation-id') ?? '';
  const text = /^[\x20-\x7e]*$/.test(value) ? value : fromHeader(value);
  if (text === undefined || text === '' || /\p{Cc}/u.test(text)) return undefined;
  return text.length <= MAX_CORRELATION_ID || [...text].length <= MAX_CORRELATION_ID ? text : undefined;
}

/** Throws a 400 for an X-Correlation-Id that could not be returned and stored as it was sent. */
export function checkCorrelationId(headers: Headers): void {
  if (!headers.get('x-correlation-id') || correlationIdOf(headers) !== undefined) return;
  throw badRequest('A header is malformed.', [
    `X-Correlation-Id: must be UTF-8 without control characters, and have at most ${MAX_CORRELATION_ID} characters`,
  ]);
}
