import {
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import type { Caller } from '../kinds/kind.ts';
import type { Context } from '../queue/context.ts';
import { overlay } from './overlay.ts';

/**
 * Spans of requests, of queue jobs and of calls to other sides, under the trace id that log lines and errors carry. Off
 * unless drivers/tracing/otlp.ts has been started: nothing is made then, and only the ids travel.
 */
export const tracing: {
  on: boolean;
  /** The trace id of the next span without a parent: the request's own, which exists before its span. */
  rootTraceId: string | undefined;
} = { on: false, rootTraceId: undefined };

const tracer = trace.getTracer('waybill');

/** A span of another process, as its ids came with a request or a queue job. */
function remote(traceId: string, spanId: string): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** Begins the span of a request; what follows from it is to be done under the caller that it answers. */
export function beginRequest(caller: Caller, method: string): { caller: Caller; span: Span | undefined } {
  if (!tracing.on) return { caller, span: undefined };
  const { traceId, spanId } = caller;
  const parent = spanId === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote(traceId, spanId));
  tracing.rootTraceId = traceId;
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
  tracing.rootTraceId = undefined;
  return { caller: { ...caller, spanId: span.spanContext().spanId }, span };
}

/** Ends it. `operation` is method and path as the interface names them, or `unknown`. */
export function endRequest(span: Span | undefined, operation: string, code: number): void {
  if (!span) return;
  span.updateName(operation);
  span.setAttributes({ 'http.route': operation, 'http.response.status_code': code });
  if (code >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Does something with a span as the one that further spans of this flow belong to. */
export function within<T>(span: Span | undefined, work: () => T): T {
  return span ? context.with(trace.setSpan(context.active(), span), work) : work();
}

/** A queue job's payload, with the requests that it goes on with. */
interface Carrier {
  readonly context?: Context;
  readonly contexts?: readonly Context[];
}

/**
 * Begins the span of a queue job under the request that put it there. The payload it answers names the new span, so
 * that what the job's work enqueues in its turn belongs to it. A job that goes on with several requests belongs to
 * the first and links to the others.
 */
export function beginJob<Payload>(queue: string, data: Payload): { data: Payload; span: Span | undefined } {
  if (!tracing.on || typeof data !== 'object' || data === null) return { data, span: undefined };
  const { context: own, contexts = [] } = data as Carrier;
  const [first, ...others] = own ? [own] : contexts;
  if (first?.spanId === undefined) return { data, span: undefined };
  const links = others.flatMap(({ traceId, spanId }) => (spanId ? [{ context: remote(traceId, spanId) }] : []));
  const span = tracer.startSpan(
    queue,
    { kind: SpanKind.CONSUMER, links, attributes: { 'messaging.destination.name': queue } },
    trace.setSpanContext(ROOT_CONTEXT, remote(first.traceId, first.spanId)),
  );
  if (!own) return { data, span };
  return { data: { ...data, context: { ...own, spanId: span.spanContext().spanId } }, span };
}

/** A call to another side (a search engine, a provider, a child process) as a span of its own in the current flow. */
async function calling<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!tracing.on || !trace.getActiveSpan()) return work();
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT });
  try {
    return await within(span, work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
    throw error;
  } finally {
    span.end();
  }
}

/** The same port, with a span for each call of these methods. */
export function withSpans<Port extends object>(port: Port, name: string, methods: readonly (keyof Port)[]): Port {
  if (!tracing.on) return port;
  const traced: Partial<Port> = {};
  for (const method of methods) {
    const call = port[method];
    // What there is not in a port is not there afterwards either.
    if (typeof call !== 'function') continue;
    const given = (...values: unknown[]) => calling(`${name}.${String(method)}`, () => call.apply(port, values));
    traced[method] = given as Port[keyof Port];
  }
  return overlay(port, traced);
}
