import {
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Caller } from '../kinds/kind.ts';
import type { Context } from '../queue/context.ts';

/** The requests that a queue job continues, as its payload carries them. */
interface Carrier {
  readonly context?: Context;
  readonly contexts?: readonly Context[];
}

/**
 * Makes the spans of requests, of queue jobs and of calls to other systems. They belong to the trace whose id log lines
 * and errors carry. Without a tracer it makes no spans, and only the ids travel.
 */
export class Tracing {
  readonly #tracer: Tracer | undefined;
  #rootTraceId: string | undefined;

  constructor(tracer?: Tracer) {
    this.#tracer = tracer;
  }

  get isEnabled(): boolean {
    return this.#tracer !== undefined;
  }

  /** The trace id for the next span without a parent: that of the request, which exists before its span. */
  get rootTraceId(): string | undefined {
    return this.#rootTraceId;
  }

  /** Starts the span of a request. Work for the request uses the returned caller, whose span id names the new span. */
  beginRequest(caller: Caller, method: string): { caller: Caller; span: Span | undefined } {
    if (!this.#tracer) return { caller, span: undefined };
    const { traceId, spanId } = caller;
    const parent =
      spanId === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remoteSpan(traceId, spanId));
    this.#rootTraceId = traceId;
    const span = this.#tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
    this.#rootTraceId = undefined;
    return { caller: { ...caller, spanId: span.spanContext().spanId }, span };
  }

  /**
   * Starts the span of a queue job as a child of the request that enqueued it. The returned payload names the new span,
   * so that jobs which the handler enqueues become its children. A job that continues several requests is a child of
   * the first and links to the others.
   */
  beginJob<Payload>(queue: string, data: Payload): { data: Payload; span: Span | undefined } {
    if (!this.#tracer || typeof data !== 'object' || data === null) return { data, span: undefined };
    const { context: own, contexts = [] } = data as Carrier;
    const [first, ...others] = own ? [own] : contexts;
    if (first?.spanId === undefined) return { data, span: undefined };
    const links = others.flatMap(({ traceId, spanId }) => (spanId ? [{ context: remoteSpan(traceId, spanId) }] : []));
    const span = this.#tracer.startSpan(
      queue,
      { kind: SpanKind.CONSUMER, links, attributes: { 'messaging.destination.name': queue } },
      trace.setSpanContext(ROOT_CONTEXT, remoteSpan(first.traceId, first.spanId)),
    );
    if (!own) return { data, span };
    return { data: { ...data, context: { ...own, spanId: span.spanContext().spanId } }, span };
  }

  /** Runs a call to another system (a search engine, a provider, a child process) in a span of its own. */
  async call<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (!this.#tracer || !trace.getActiveSpan()) return work();
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CLIENT });
    try {
      return await within(span, work);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
      throw error;
    } finally {
      span.end();
    }
  }
}

export const noTracing = new Tracing();

/** @param operation method and path as the interface names them, or `unknown` */
export function endRequest(span: Span | undefined, operation: string, code: number): void {
  if (!span) return;
  span.updateName(operation);
  span.setAttributes({ 'http.route': operation, 'http.response.status_code': code });
  if (code >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Runs `work` with `span` as the parent of the spans that it starts. */
export function within<T>(span: Span | undefined, work: () => T): T {
  return span ? context.with(trace.setSpan(context.active(), span), work) : work();
}

/** A span of another process, by the ids that came with a request or a queue job. */
function remoteSpan(traceId: string, spanId: string): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}
