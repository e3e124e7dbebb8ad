import type { Logger } from 'pino';
import { claimLimits } from '../../db/queries/queue/claimLimits.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { BatchSlot, Broker, ClaimedJob, Settlements } from '../../domain/queue/broker.ts';
import type { QueueDefinition } from '../../domain/queue/definitions.ts';
import { workerConcurrency } from '../../domain/queue/workerConcurrency.ts';
import { SILENT_SECONDS } from './peerLiveness.ts';

export interface QueueClaimsOptions {
  readonly services: Services;
  readonly broker: Broker;
  readonly log: Logger;
  /** The id of the worker. */
  readonly workerId: string;
  readonly definitions: readonly QueueDefinition[];
  readonly run: (definition: QueueDefinition, jobs: readonly ClaimedJob[], slot: BatchSlot) => Promise<Settlements>;
}

/**
 * Claims jobs from a worker's queues, but for those that are paused or wait for the search engine, and runs no more batches
 * than its share of the concurrency that an administrator has set.
 */
export class QueueClaims {
  readonly #options: QueueClaimsOptions;
  /** By open queue, the batches at a time. */
  readonly #open = new Map<string, number>();
  #searchUnavailable = false;
  #stopping = false;

  constructor(options: QueueClaimsOptions) {
    this.#options = options;
  }

  /** Opens and closes queues by their pauses, limits and the state of the search engine. Called at an interval. */
  async update(): Promise<void> {
    const { services, definitions, workerId } = this.#options;
    const names = definitions.map(({ name }) => name);
    const limits = await claimLimits(services.sql, workerId, names, SILENT_SECONDS);
    const byQueue = new Map(limits.map((limit) => [limit.queue, limit]));
    if (this.#searchUnavailable) await this.#pingSearch();
    for (const definition of definitions) {
      if (this.#stopping) return;
      const { name, needs } = definition;
      const limit = byQueue.get(name);
      const batches = limit?.share ?? workerConcurrency(definition, services.search);
      const waits = this.#searchUnavailable && needs === 'search';
      if (limit?.paused || waits || batches === 0) this.#close(name);
      else this.#claim(definition, batches);
    }
  }

  /** Closes the queues that need the search engine until it answers a ping. */
  suspendSearch(): void {
    if (this.#searchUnavailable) return;
    this.#searchUnavailable = true;
    this.#options.log.warn('the search engine is unavailable; its queues wait');
    for (const { name, needs } of this.#options.definitions) if (needs === 'search') this.#close(name);
  }

  /** Claims no more jobs; claimed ones continue. */
  stop(): void {
    this.#stopping = true;
    for (const { name } of this.#options.definitions) this.#close(name);
  }

  /** Claims again from the next update on. */
  resume(): void {
    this.#stopping = false;
  }

  async #pingSearch(): Promise<void> {
    const { services, log } = this.#options;
    try {
      await services.search.ping();
      this.#searchUnavailable = false;
      log.info('the search engine is available again');
    } catch (error) {
      log.debug({ err: error }, 'the search engine is still unavailable');
    }
  }

  #claim(definition: QueueDefinition, batches: number): void {
    const { broker, run, workerId } = this.#options;
    if (this.#open.get(definition.name) === batches) return;
    this.#open.set(definition.name, batches);
    broker.work(definition, (...batch) => run(definition, ...batch), { concurrency: batches, workerId });
  }

  #close(queue: string): void {
    if (!this.#open.delete(queue)) return;
    const { broker, log } = this.#options;
    broker.abandon(queue).catch((error: unknown) => log.warn({ err: error, queue }, 'a queue could not be closed'));
  }
}
