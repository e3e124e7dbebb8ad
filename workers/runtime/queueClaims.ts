import type { Logger } from 'pino';
import type { Services } from '../../domain/ports/services.ts';
import type { Broker, ClaimedJob } from '../../domain/queue/broker.ts';
import type { QueueDefinition } from '../../domain/queue/definitions.ts';
import type { Settlements } from './batchRunner.ts';

export interface QueueClaimsOptions {
  readonly services: Services;
  readonly broker: Broker;
  readonly log: Logger;
  readonly definitions: readonly QueueDefinition[];
  readonly run: (definition: QueueDefinition, jobs: readonly ClaimedJob[]) => Promise<Settlements>;
}

/** Claims jobs from a worker's queues, but for those that are paused or wait for the search engine. */
export class QueueClaims {
  readonly #options: QueueClaimsOptions;
  readonly #open = new Set<string>();
  #searchUnavailable = false;
  #stopping = false;

  constructor(options: QueueClaimsOptions) {
    this.#options = options;
  }

  /** Opens and closes queues by their pauses and the state of the search engine. Called at an interval. */
  async update(): Promise<void> {
    const { sql } = this.#options.services;
    const paused = new Set((await sql<{ queue: string }[]>`select queue from queue_pause`).map(({ queue }) => queue));
    if (this.#searchUnavailable) await this.#pingSearch();
    if (this.#stopping) return;
    for (const definition of this.#options.definitions) {
      const waits = this.#searchUnavailable && definition.needs === 'search';
      if (paused.has(definition.name) || waits) this.#close(definition.name);
      else await this.#claim(definition);
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

  async #claim(definition: QueueDefinition): Promise<void> {
    const { broker, run } = this.#options;
    if (this.#open.has(definition.name)) return;
    this.#open.add(definition.name);
    await broker.work(definition, (jobs) => run(definition, jobs));
  }

  #close(queue: string): void {
    if (!this.#open.delete(queue)) return;
    const { broker, log } = this.#options;
    broker.abandon(queue).catch((error: unknown) => log.warn({ err: error, queue }, 'a queue could not be closed'));
  }
}
