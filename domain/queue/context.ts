import type { Caller } from '../kinds/kind.ts';

/** The ids that follow a request into queues, logs and outgoing calls. */
export interface Context {
  readonly requestId: string;
  readonly correlationId?: string;
  readonly traceId: string;
  /** The span that whatever follows belongs to. */
  readonly spanId?: string;
}

export function contextOf({ requestId, correlationId, traceId, spanId }: Context): Context {
  return {
    requestId,
    ...(correlationId !== undefined && { correlationId }),
    traceId,
    ...(spanId !== undefined && { spanId }),
  };
}

/** Who a worker is in the auditInfo of what it changes. */
const WORKER = 'worker';

/** A worker that goes on with a request: it writes under its own name and carries the request's ids. */
export function workerCaller(context: Context | undefined): Caller {
  return context
    ? { user: WORKER, ...contextOf(context) }
    : { user: WORKER, requestId: newTrace(), traceId: newTrace() };
}

const newTrace = (): string => crypto.randomUUID().replaceAll('-', '');
