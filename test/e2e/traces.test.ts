import { expect, test } from 'bun:test';
import { makeFolderForFile, startServiceForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { SignalledList } from '../helpers/waits/signal.ts';

/** A receiver of OpenTelemetry takes what the processes send; a trace is whole from the request to the worker's last call. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly role: string;
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'role'>[] }[];
  }[];
}

const received = new SignalledList<Span>();
const spans = received.items;

const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    expect(new URL(request.url).pathname).toBe('/v1/traces');
    const { resourceSpans } = (await request.json()) as Sent;
    for (const { resource, scopeSpans } of resourceSpans) {
      const role = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) received.add({ ...span, role });
    }
    return Response.json({});
  },
});
stopAfterFile(() => receiver.stop(true));
const service = await startServiceForFile({
  DATA_DIR: makeFolderForFile(),
  SAMPLE_DATA: 'false',
  WORKERS: '1',
  PORT: '0',
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${receiver.port}`,
});

/** Names from the span up to its first ancestor, with who made each. */
function wayTo(span: Span): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? wayTo(parent) : []), `${span.role} ${span.name}`];
}

test('from the request through the queue to the index', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const client = 'b7ad6b7169203331';
  await service.send('POST', '/api/v2/worklog-types', { code: 'traced', name: 'Traced' });
  const response = await fetch(`${service.url}/api/v2/worklog-types/traced`, {
    method: 'PATCH',
    body: JSON.stringify({ name: 'Traced again' }),
    headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-${client}-01` },
  });
  expect(response.status).toBe(200);
  const last = await received.until('the whole trace', () =>
    spans.find((span) => span.traceId === traceId && span.name === 'search.sync'),
  );
  await received.until('its ancestors', () => wayTo(last).length === 3);
  expect(wayTo(last)).toEqual([
    'waybill-api PATCH /api/v2/worklog-types/{idOrCode}',
    'waybill-api index.sync',
    'waybill-api search.sync',
  ]);
  expect(spans.find(({ name, traceId: own }) => own === traceId && name.startsWith('PATCH'))?.parentSpanId).toBe(
    client,
  );
});

test('a call that waits for a worker is one trace, and its error names it', async () => {
  await service.send('POST', '/api/v2/scripts', { code: 'throws', name: 'Throws', source: 'throw new Error("no")' });
  const response = await fetch(`${service.url}/api/v2/scripts/throws/evaluate`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(response.status).toBe(400);
  const { traceId } = (await response.json()) as { traceId: string };
  const last = await received.until('the run', () =>
    spans.find((span) => span.traceId === traceId && span.name === 'sandbox.run'),
  );
  await received.until('its ancestors', () => wayTo(last).length === 3);
  expect(wayTo(last).slice(1)).toEqual(['waybill-worker script.evaluate', 'waybill-worker sandbox.run']);
  const request = spans.find((span) => span.traceId === traceId && span.role === 'waybill-api');
  expect(request?.parentSpanId ?? '').toBe('');
});
