import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Activity, durationsOf } from '../../db/queries/runtime/activity.ts';
import type { Component } from '../ports/component.ts';

/** From half a millisecond, which a read by id takes, to the minute for which a call waits for a worker. */
export const REQUEST_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
export const WORK_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800];
const LOOP_DELAY_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** How often the delay of the event loop is measured. Bun's own monitorEventLoopDelay misses a blocked loop. */
const LOOP_DELAY_MS = 100;

/** One metric as a process stores it for the others. */
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

/**
 * The metrics of this process. Each process stores a copy in its row of `process` every few seconds; `GET /metrics` of
 * any api process returns those of all (domain/monitoring/exposeMetrics.ts).
 */
export class Metrics implements Component {
  readonly #registry = new Registry();
  readonly #registers = [this.#registry];

  readonly requests = this.#counter(
    'waybill_http_requests_total',
    ['operation', 'code'],
    'Requests answered, by operation (method and path) and status code.',
  );
  readonly requestSeconds = this.#seconds(
    'waybill_http_request_duration_seconds',
    ['operation'],
    'From the first byte of a request to the head of its response.',
    REQUEST_SECONDS,
  );
  readonly jobs = this.#counter(
    'waybill_queue_jobs_total',
    ['queue', 'outcome'],
    'Queue jobs settled by this worker, by queue and outcome: done, retry or deadLetter.',
  );
  readonly batchSeconds = this.#seconds(
    'waybill_queue_batch_duration_seconds',
    ['queue'],
    'How long this worker processed a batch of queue jobs.',
  );
  readonly steps = this.#counter(
    'waybill_job_steps_total',
    ['type', 'outcome'],
    'Attempts at steps, by job type and outcome: completed, retry (after a failure), failed or released.',
  );
  readonly stepSeconds = this.#seconds(
    'waybill_job_step_duration_seconds',
    ['type'],
    'How long an attempt at a step took.',
  );
  readonly renderings = this.#counter(
    'waybill_renderings_total',
    ['format', 'outcome'],
    'Documents, messages and names rendered, by format and outcome: rendered, rejected (a failure of template or data) or failed.',
  );
  readonly renderingSeconds = this.#seconds(
    'waybill_rendering_duration_seconds',
    ['format'],
    'How long a rendering took, the wait for a process included.',
  );
  readonly handOvers = this.#counter(
    'waybill_hand_overs_total',
    ['channel', 'outcome'],
    'Messages handed over to providers, by channel and outcome.',
  );
  readonly handOverSeconds = this.#seconds(
    'waybill_hand_over_duration_seconds',
    ['channel'],
    'How long a hand-over took.',
  );
  readonly #loopDelay = this.#seconds(
    'waybill_event_loop_delay_seconds',
    [],
    'How late a timer of the process was, measured ten times a second.',
    LOOP_DELAY_SECONDS,
  );

  /** The sums of the activity already written, by counter. */
  readonly #written = new Map<string, number>();
  #timer: Timer | undefined;

  constructor() {
    this.#registerProcessGauges();
  }

  async start(): Promise<void> {
    let expected = performance.now() + LOOP_DELAY_MS;
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#loopDelay.observe(Math.max(0, now - expected) / 1_000);
      expected = now + LOOP_DELAY_MS;
    }, LOOP_DELAY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
  }

  /** The metrics of this process as of now. Metrics without values are left out. */
  async snapshot(): Promise<MetricSnapshot[]> {
    const found = (await this.#registry.getMetricsAsJSON()) as unknown as MetricSnapshot[];
    return found.filter(({ values }) => values.length > 0);
  }

  /** The snapshot as JSON, compressed by zstd since names repeat in every line. */
  async compressedSnapshot(): Promise<Uint8Array> {
    return Bun.zstdCompress(JSON.stringify(await this.snapshot()), { level: 3 });
  }

  /**
   * Writes what was counted since the last call, for the history behind charts. If `write` fails, the next call writes
   * it as well. A write whose result was lost is counted twice; nothing is lost.
   */
  async flushActivity(write: (added: readonly Activity[]) => Promise<void>): Promise<void> {
    const sums = await this.#activitySums();
    const added: Activity[] = [];
    for (const [key, sum] of sums) {
      const count = sum.count - (this.#written.get(key) ?? 0);
      if (count > 0) added.push({ ...sum, count });
    }
    await write(added);
    for (const [key, { count }] of sums) this.#written.set(key, count);
  }

  async #activitySums(): Promise<Map<string, Activity>> {
    const sources = [
      { what: 'requests', counter: this.requests, durations: this.requestSeconds },
      { what: 'jobs', counter: this.jobs, durations: this.batchSeconds },
      { what: 'steps', counter: this.steps, durations: this.stepSeconds },
      { what: 'handOvers', counter: this.handOvers, durations: this.handOverSeconds },
    ] as const;
    const sums = new Map<string, Activity>();
    for (const { what, counter, durations } of sources) {
      for (const { value, labels } of (await counter.get()).values) {
        const { code, outcome, ...named }: Labels = labels;
        const sum = code === undefined ? String(outcome) : `${String(code)[0]}xx`;
        add(sums, { what, name: nameIn(named), outcome: sum, count: value });
      }
      for (const { name, bound, count } of bucketCounts((await durations.get()).values))
        add(sums, { what: durationsOf(what), name, outcome: bound, count });
    }
    return sums;
  }

  #counter<Label extends string>(name: string, labelNames: Label[], help: string): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: this.#registers });
  }

  #seconds<Label extends string>(
    name: string,
    labelNames: Label[],
    help: string,
    buckets = WORK_SECONDS,
  ): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets, registers: this.#registers });
  }

  /** Registers the metrics of the read replica: a process without one does not have them. */
  ofReplica() {
    const registers = this.#registers;
    return {
      lagSeconds: new Gauge({
        name: 'waybill_replica_lag_seconds',
        help: 'Time by which the read replica is behind the primary.',
        registers,
      }),
      lagBytes: new Gauge({
        name: 'waybill_replica_lag_bytes',
        help: 'Bytes of the write-ahead log that the read replica has not replayed.',
        registers,
      }),
      used: new Gauge({
        name: 'waybill_replica_used',
        help: '1 while the process reads from the read replica, 0 while the primary serves all its reads.',
        registers,
      }),
      reads: this.#counter(
        'waybill_replica_reads_total',
        ['server'],
        'Reads that the read replica may serve, by the server that has served them: replica or primary.',
      ),
    };
  }

  #registerProcessGauges(): void {
    const registers = this.#registers;
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
      help: 'Processor time that the process has used.',
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
  }
}

type Labels = Readonly<Partial<Record<string, string | number>>>;

/** Returns the queue, job type or channel of a metric. Operations are too many for a history. */
const nameIn = ({ queue, type, channel }: Labels): string => String(queue ?? type ?? channel ?? '');

function add(sums: Map<string, Activity>, one: Activity): void {
  const key = `${one.what} ${one.name} ${one.outcome}`;
  sums.set(key, { ...one, count: (sums.get(key)?.count ?? 0) + one.count });
}

/** Returns the observations of each bucket of a histogram. Those of a histogram itself include the buckets below. */
function bucketCounts(
  values: readonly { readonly value: number; readonly labels: Labels; readonly metricName?: string }[],
): { name: string; bound: string; count: number }[] {
  const below = new Map<string, number>();
  return values
    .filter(({ labels }) => labels['le'] !== undefined)
    .map(({ value, labels: { le, ...labels } }) => {
      const series = Object.values(labels).join();
      const count = value - (below.get(series) ?? 0);
      below.set(series, value);
      return { name: nameIn(labels), bound: String(le), count };
    });
}

/** Reads what `compressedSnapshot` of another process has made. */
export async function readMetricsSnapshot(compressed: Uint8Array): Promise<MetricSnapshot[]> {
  return JSON.parse((await Bun.zstdDecompress(compressed)).toString());
}
