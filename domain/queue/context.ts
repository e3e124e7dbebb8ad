import type { Caller, RightsHolder } from '../kinds/kind.ts';

/** The ids that follow a request into queues, logs and outgoing calls. */
export interface Context {
  readonly requestId: string;
  readonly correlationId?: string;
  readonly traceId: string;
  /** The span that the following work belongs to. */
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

/** The members of a payload that say which request has enqueued it, and whose rights apply. */
export const submissionOf = (caller: Caller): { readonly context: Context; readonly holder?: RightsHolder } => ({
  context: contextOf(caller),
  ...(caller.holder && { holder: caller.holder }),
});

/** The user of a worker in the auditInfo of records that it changes. */
const WORKER = 'worker';

/** The caller of a worker's writes: the worker's own user, with the ids of the request that it continues. */
export function workerCaller(context: Context | undefined): Caller {
  return context
    ? { user: WORKER, ...contextOf(context) }
    : { user: WORKER, requestId: newTrace(), traceId: newTrace() };
}

const newTrace = (): string => crypto.randomUUID().replaceAll('-', '');
