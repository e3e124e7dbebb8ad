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
import { tracing } from '../../domain/runtime/tracing.ts';

export interface TracingOptions {
  /** Base of an OTLP receiver over HTTP: `http://collector:4318`. */
  readonly endpoint: string;
  /** `api`, `worker`. */
  readonly role: string;
  /** Of the traces that begin here; 0 to 1. */
  readonly ratio: number;
}

/** How long a span waits for others to be sent with. */
const GATHER_MS = 1_000;

/** Sends spans to a receiver of OpenTelemetry, from now on. Stopping sends what is left. */
export function startTracing({ endpoint, role, ratio }: TracingOptions): Component {
  const ids = new RandomIdGenerator();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `waybill-${role}`, 'process.pid': process.pid }),
    // A request and all that follows from it are sampled or not as one: by the trace id, the same in every process.
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
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  tracing.on = true;
  return {
    start: async () => {},
    // A receiver that is away must not hold up the end of the process.
    stop: () => Promise.race([provider.shutdown(), Bun.sleep(2_000)]).catch(() => {}),
  };
}
