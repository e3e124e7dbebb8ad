import type { Caller } from '../../domain/kinds/kind.ts';

const visibleAscii = /^[\x21-\x7e]{1,128}$/;
const traceParent = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/**
 * Returns the caller of a request: the X-Request-Id or a new UUID, the X-Correlation-Id, and the trace id of a W3C
 * `traceparent` or a new one.
 */
export function callerOf(headers: Headers): Caller {
  const requestId = headers.get('x-request-id');
  const correlationId = headers.get('x-correlation-id');
  const caller = {
    user: 'anonymous',
    requestId: requestId !== null && visibleAscii.test(requestId) ? requestId : crypto.randomUUID(),
    ...spanOf(headers.get('traceparent')),
  };
  return correlationId !== null && isPrintable(correlationId) ? { ...caller, correlationId } : caller;
}

function spanOf(header: string | null): { traceId: string; spanId?: string } {
  const [, traceId, spanId] = (header === null ? undefined : traceParent.exec(header)) ?? [];
  if (traceId === undefined || spanId === undefined) return { traceId: crypto.randomUUID().replaceAll('-', '') };
  return { traceId, spanId };
}

/** Returns whether the text is valid in response headers and in records. */
function isPrintable(text: string): boolean {
  return text.length > 0 && text.length <= 1_024 && /^[\x20-\x7e]*$/.test(text);
}
