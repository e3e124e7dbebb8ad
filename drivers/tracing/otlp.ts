import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Component } from '../../domain/ports/component.ts';
import { Tracing } from '../../domain/runtime/tracing.ts';

export interface TracingOptions {
  /** Base of an OTLP receiver over HTTP: `http://collector:4318`. */
  readonly endpoint: string;
  /** `api`, `worker`. */
  readonly role: string;
  /** Of the traces that begin here; 0 to 1. */
  readonly ratio: number;
}

/** Maximum time a span waits to be sent together with others. */
const GATHER_MS = 1_000;

/** Makes spans and sends them to a receiver of OpenTelemetry. Stopping the component sends the rest. */
export function makeOtlpTracing({ endpoint, role, ratio }: TracingOptions): { tracing: Tracing; exporter: Component } {
  const ids = new RandomIdGenerator();
  const provider: TracerProvider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `waybill-${role}`, 'process.pid': process.pid }),
    // By the trace id, every process decides alike whether a request and all that follows from it are sampled.
    sampler: new ParentBasedSampler({
      root: new TraceIdRatioBasedSampler(ratio),
      remoteParentSampled: new TraceIdRatioBasedSampler(ratio),
    }),
    idGenerator: {
      generateTraceId: () => tracing.rootTraceId ?? ids.generateTraceId(),
      generateSpanId: () => ids.generateSpanId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: new URL('/v1/traces', endpoint).href }),
        scheduledDelayMillis: GATHER_MS,
      }),
    ],
  });
  const tracing: Tracing = new Tracing(provider.getTracer('waybill'));
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return {
    tracing,
    exporter: {
      start: async () => {},
      // A receiver that does not answer must not delay the end of the process.
      stop: () => Promise.race([provider.shutdown(), Bun.sleep(2_000)]).catch(() => {}),
    },
  };
}
