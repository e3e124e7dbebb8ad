import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Activity } from '../../db/queries/runtime/activity.ts';

/**
 * What this process counts. Each process keeps its own and leaves a copy in its row of `process` every few seconds;
 * `GET /metrics` of any api shows those of all (domain/monitoring/exposeMetrics.ts).
 */
const registry = new Registry();
const registers = [registry];

/** From half a millisecond, what a read by id takes, to the minute that a call waits for a worker. */
const REQUEST_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
const WORK_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800];

export const metrics = {
  requests: new Counter({
    name: 'waybill_http_requests_total',
    help: 'Requests answered, by operation (method and path) and status code.',
    labelNames: ['operation', 'code'] as const,
    registers,
  }),
  requestSeconds: new Histogram({
    name: 'waybill_http_request_duration_seconds',
    help: 'From the first byte of a request to the head of its answer.',
    labelNames: ['operation'] as const,
    buckets: REQUEST_SECONDS,
    registers,
  }),
  jobs: new Counter({
    name: 'waybill_queue_jobs_total',
    help: 'Queue jobs that this worker ended, by queue and outcome: done, again (gone back to the queue) or dead.',
    labelNames: ['queue', 'outcome'] as const,
    registers,
  }),
  batchSeconds: new Histogram({
    name: 'waybill_queue_batch_duration_seconds',
    help: 'How long a batch of queue jobs was in this worker’s hands.',
    labelNames: ['queue'] as const,
    buckets: WORK_SECONDS,
    registers,
  }),
  steps: new Counter({
    name: 'waybill_job_steps_total',
    help: 'Attempts at steps, by job type and outcome: completed, fault (tried again), failed or released.',
    labelNames: ['type', 'outcome'] as const,
    registers,
  }),
  stepSeconds: new Histogram({
    name: 'waybill_job_step_duration_seconds',
    help: 'How long an attempt at a step took.',
    labelNames: ['type'] as const,
    buckets: WORK_SECONDS,
    registers,
  }),
  renderings: new Counter({
    name: 'waybill_renderings_total',
    help: 'Documents, messages and names rendered, by format and outcome: made, refused (a fault of template or data) or failed.',
    labelNames: ['format', 'outcome'] as const,
    registers,
  }),
  renderingSeconds: new Histogram({
    name: 'waybill_rendering_duration_seconds',
    help: 'How long a rendering took, waiting for a process included.',
    labelNames: ['format'] as const,
    buckets: WORK_SECONDS,
    registers,
  }),
  handOvers: new Counter({
    name: 'waybill_hand_overs_total',
    help: 'Messages handed over to providers, by channel and outcome: sent, refused, again or unknown.',
    labelNames: ['channel', 'outcome'] as const,
    registers,
  }),
  handOverSeconds: new Histogram({
    name: 'waybill_hand_over_duration_seconds',
    help: 'How long a hand-over took.',
    labelNames: ['channel'] as const,
    buckets: WORK_SECONDS,
    registers,
  }),
};

const loopDelay = new Histogram({
  name: 'waybill_event_loop_delay_seconds',
  help: 'How late a timer of the process was, looked at ten times a second.',
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  registers,
});

// Bun's own monitorEventLoopDelay does not see a loop that is held up.
const LOOK_MS = 100;
let expected = performance.now() + LOOK_MS;
setInterval(() => {
  const now = performance.now();
  loopDelay.observe(Math.max(0, now - expected) / 1_000);
  expected = now + LOOK_MS;
}, LOOK_MS).unref();

new Gauge({
  name: 'waybill_process_memory_bytes',
  help: 'Memory of the process: resident, and the used part of its heap.',
  labelNames: ['kind'] as const,
  registers,
  collect() {
    const { rss, heapUsed } = process.memoryUsage();
    this.set({ kind: 'resident' }, rss);
    this.set({ kind: 'heap' }, heapUsed);
  },
});

new Gauge({
  name: 'waybill_process_cpu_seconds',
  help: 'Processor time that the process has had.',
  registers,
  collect() {
    const { user, system } = process.cpuUsage();
    this.set((user + system) / 1e6);
  },
});

new Gauge({
  name: 'waybill_process_uptime_seconds',
  help: 'How long the process has run.',
  registers,
  collect() {
    this.set(process.uptime());
  },
});

/** One metric as a process leaves it for others. */
export interface MetricSnapshot {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly {
    readonly value: number;
    readonly labels: Readonly<Record<string, string | number>>;
    /** Of a histogram: the name with `_bucket`, `_sum` or `_count`. */
    readonly metricName?: string;
  }[];
}

/** All that this process has counted; what nothing was counted of yet is left out. */
export async function metricsNow(): Promise<MetricSnapshot[]> {
  const found = (await registry.getMetricsAsJSON()) as unknown as MetricSnapshot[];
  return found.filter(({ values }) => values.length > 0);
}

/** The same as the bytes that a process leaves for others: JSON compressed by zstd, since names repeat in every line. */
export async function metricsSnapshot(): Promise<Uint8Array> {
  return Bun.zstdCompress(JSON.stringify(await metricsNow()), { level: 3 });
}

export async function readMetricsSnapshot(copy: Uint8Array): Promise<MetricSnapshot[]> {
  return JSON.parse((await Bun.zstdDecompress(copy)).toString()) as MetricSnapshot[];
}

const told = new Map<string, number>();

/**
 * Hands over what has been counted since the last call: for the history that charts are made of. What could not be written
 * comes again with the next call. A write whose answer got lost counts twice then; none is lost.
 */
export async function flushActivity(write: (added: readonly Activity[]) => Promise<void>): Promise<void> {
  const sources = [
    { what: 'requests', counter: metrics.requests },
    { what: 'jobs', counter: metrics.jobs },
    { what: 'steps', counter: metrics.steps },
  ] as const;
  const sums = new Map<string, Activity>();
  for (const { what, counter } of sources) {
    for (const { value, labels } of (await counter.get()).values) {
      const given = labels as Partial<Record<'code' | 'queue' | 'type' | 'outcome', string | number>>;
      const name = String(given.queue ?? given.type ?? '');
      const outcome = given.code === undefined ? String(given.outcome) : `${String(given.code)[0]}xx`;
      const key = `${what} ${name} ${outcome}`;
      sums.set(key, { what, name, outcome, count: (sums.get(key)?.count ?? 0) + value });
    }
  }
  const added: Activity[] = [];
  for (const [key, sum] of sums) {
    const count = sum.count - (told.get(key) ?? 0);
    if (count > 0) added.push({ ...sum, count });
  }
  await write(added);
  for (const [key, { count }] of sums) told.set(key, count);
}
