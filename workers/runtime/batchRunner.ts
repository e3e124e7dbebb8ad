import { SearchUnavailable } from '../../domain/ports/search.ts';
import type { BatchSlot, ClaimedJob, Settlement, Settlements } from '../../domain/queue/broker.ts';
import type { QueueDefinition } from '../../domain/queue/definitions.ts';
import { UNAVAILABLE_PAUSE_SECONDS } from '../../domain/queue/retryPolicy.ts';
import { publicMessageOf } from '../../domain/runtime/errorDetails.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { within } from '../../domain/runtime/tracing.ts';
import { type Handler, settlementAfterFault, type WorkContext } from './handler.ts';

export type Handlers = Readonly<Record<string, Handler<never>>>;

/** pg-boss settles a batch after its handler has returned. */
const SETTLING_MS = 50;

/** Runs batches of claimed jobs by the handlers of their queues, and knows which jobs are claimed at the moment. */
export class BatchRunner {
  readonly #context: WorkContext;
  readonly #handlers: Handlers;
  readonly #claimed = new Map<string, ClaimedJob & { readonly abort: AbortController }>();
  readonly #batches = new Set<Promise<unknown>>();
  #stopping = false;

  constructor(context: WorkContext, handlers: Handlers) {
    this.#context = context;
    this.#handlers = handlers;
  }

  get claimed(): readonly ClaimedJob[] {
    return [...this.#claimed.values()];
  }

  /** Claimed jobs by queue. */
  get counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { queue } of this.#claimed.values()) counts[queue] = (counts[queue] ?? 0) + 1;
    return counts;
  }

  /** Whether no batch runs. */
  get isIdle(): boolean {
    return this.#batches.size === 0;
  }

  /** Runs a batch and returns how its jobs ended. */
  run(definition: QueueDefinition, jobs: readonly ClaimedJob[], slot: BatchSlot): Promise<Settlements> {
    const batch = this.#instrumented(definition.name, jobs, slot);
    this.#batches.add(batch);
    return batch.finally(() => this.#batches.delete(batch));
  }

  /** Aborts the handlers of these jobs, where they are still claimed. */
  abort(ids: Iterable<string>, reason: Error): void {
    for (const id of ids) this.#claimed.get(id)?.abort.abort(reason);
  }

  /** Runs no more batches: one that is claimed in this moment is released. */
  refuse(): void {
    this.#stopping = true;
  }

  /** Resolves when no batch runs any more. */
  async drained(): Promise<void> {
    while (this.#batches.size > 0) await Promise.allSettled([...this.#batches]);
    await Bun.sleep(SETTLING_MS);
  }

  async #instrumented(queue: string, jobs: readonly ClaimedJob[], slot: BatchSlot): Promise<Settlements> {
    const started = performance.now();
    const traced = jobs.map((job) => ({ job, ...this.#context.services.tracing.beginJob(queue, job.data) }));
    const spans = traced.flatMap(({ span }) => span ?? []);
    const own = traced.map(({ job, data }) => (data === job.data ? job : { ...job, data }));
    const settlements = await within(spans[0], () => this.#handle(queue, own, slot));
    for (const span of spans) span.end();
    const { metrics } = this.#context.services;
    metrics.batchSeconds.observe({ queue }, (performance.now() - started) / 1_000);
    for (const { id } of jobs) {
      const { type = 'done' } = settlements.get(id) ?? {};
      metrics.jobs.inc({ queue, outcome: type === 'removed' ? 'done' : type });
    }
    return settlements;
  }

  async #handle(queue: string, batch: readonly ClaimedJob[], slot: BatchSlot): Promise<Settlements> {
    // A signal costs more than an empty step, so that the jobs of a large batch share one.
    const shared = batch.length > 1 ? new AbortController() : undefined;
    const jobs = batch.map((job) => {
      const abort = shared ?? new AbortController();
      return { ...job, abort, signal: shared ? shared.signal : AbortSignal.any([job.signal, abort.signal]) };
    });
    for (const job of jobs) this.#claimed.set(job.id, job);
    try {
      // The handler of a step that was claimed with its job gets no slot, because the queue is closed, and puts the step back.
      const hasClaims = jobs.some(({ claim }) => claim);
      if (this.#stopping && !hasClaims) return settleAll(jobs, () => ({ type: 'retry', seconds: 0 }));
      const handle = this.#handlers[queue] as Handler<unknown> | undefined;
      if (!handle) throw new Error(`The queue ${queue} has no handler.`);
      const context = { ...this.#context, log: this.#context.log.child({ queue }) };
      return (await handle(jobs, context, slot)) ?? new Map();
    } catch (error) {
      return this.#afterError(queue, jobs, error);
    } finally {
      for (const job of jobs) this.#claimed.delete(job.id);
    }
  }

  #afterError(queue: string, jobs: readonly ClaimedJob[], error: unknown): Settlements {
    if (error instanceof SearchUnavailable) this.#context.searchUnavailable();
    const isFault = !isUnavailable(error) && jobs.some(({ signal }) => !signal.aborted);
    this.#context.log[isFault ? 'error' : 'warn'](
      { err: error, queue, jobs: jobs.map(({ id }) => id) },
      isFault ? 'a batch failed' : 'a batch is retried',
    );
    if (isFault) return settleAll(jobs, (job) => settlementAfterFault(job, publicMessageOf(error)));
    return settleAll(jobs, () => ({ type: 'retry', seconds: UNAVAILABLE_PAUSE_SECONDS }));
  }
}

const settleAll = (jobs: readonly ClaimedJob[], settle: (job: ClaimedJob) => Settlement): Settlements =>
  new Map(jobs.map((job) => [job.id, settle(job)]));
