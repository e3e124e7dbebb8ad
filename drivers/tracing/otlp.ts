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
  /** Base URL of an OTLP receiver over HTTP: `http://collector:4318`. */
  readonly endpoint: string;
  /** Name of the process: `api`, `worker`. */
  readonly role: string;
  /** Share of traces to sample, 0 to 1. */
  readonly ratio: number;
}

/** Maximum time a span waits to join a batch. */
const BATCH_MS = 1_000;

/** Creates spans and sends them to an OpenTelemetry receiver. Stopping the component sends the remaining spans. */
export function makeOtlpTracing({ endpoint, role, ratio }: TracingOptions): { tracing: Tracing; exporter: Component } {
  const ids = new RandomIdGenerator();
  const provider: TracerProvider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `waybill-${role}`, 'process.pid': process.pid }),
    // The trace id decides, so that every process samples the same requests and the work that results from them.
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
        scheduledDelayMillis: BATCH_MS,
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
      // A receiver that does not respond must not delay the end of the process.
      stop: () => Promise.race([provider.shutdown(), Bun.sleep(2_000)]).catch(() => {}),
    },
  };
}
