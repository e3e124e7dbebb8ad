import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { makeApi } from '../../../api/http/server.ts';
import { allRoutes } from '../../../api/routes/index.ts';
import { type Database, openDatabase, openQueuePool } from '../../../db/client.ts';
import type { Component } from '../../../domain/ports/component.ts';
import type { SearchEngine } from '../../../domain/ports/search.ts';
import type { ServiceDependencies } from '../../../domain/ports/serviceDependencies.ts';
import type { Services } from '../../../domain/ports/services.ts';
import type { Broker, ClaimedJob } from '../../../domain/queue/broker.ts';
import { type QueueDefinition, type QueueName, queues } from '../../../domain/queue/definitions.ts';
import { makeRelay } from '../../../domain/queue/relay.ts';
import { RefreshCoalescer } from '../../../domain/search/refreshCoalescer.ts';
import { claimingDatabase } from '../../../drivers/queue/claimingDatabase.ts';
import { isFetchedSingly } from '../../../drivers/queue/fetchers.ts';
import { lapseClaims } from '../../../drivers/queue/lapseClaims.ts';
import { makeBroker } from '../../../drivers/queue/pgBossBroker.ts';
import { createQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { RemovedJobs } from '../../../drivers/queue/removedJobs.ts';
import { settleJobs } from '../../../drivers/queue/settlement.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { jobTypeHandlers, makeHandlers } from '../../../workers/handlers/index.ts';
import { BatchRunner, type Handlers } from '../../../workers/runtime/batchRunner.ts';
import type { JobTypeHandler, JobTypeHandlers, StepContext, WorkContext } from '../../../workers/runtime/handler.ts';
import { makeReconciler } from '../../../workers/runtime/reconciler.ts';
import { makeWorkContext, type WorkOptions } from '../../../workers/runtime/workContext.ts';
import { makeTestServices } from '../services.ts';

const definitions: readonly QueueDefinition[] = Object.values(queues);
const log = pino({ level: process.env['KILL_POINTS_LOG'] ?? 'silent' });

export interface ProcessOptions {
  /** The queues that the process works on. */
  readonly queues: readonly QueueName[];
  readonly search?: (sql: Database) => SearchEngine;
  readonly dependencies?: Partial<ServiceDependencies>;
  readonly work?: Partial<Omit<WorkOptions, 'typeHandlers'>>;
  /** Replace those of the product, for broken twins. */
  readonly handlers?: Handlers;
  readonly typeHandlers?: JobTypeHandlers;
}

export interface ClientAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * An api, a relay and a worker in this process, of the parts of the product, but without timers: each batch is moved,
 * claimed, run and settled when `work` gets to it. So a run has the same statements in the same order each time.
 */
export class DrivenProcess {
  readonly services: Services;
  readonly sql: Database;
  /** The queue of the batch that runs, and the job types whose handlers it has called. */
  readonly running = new Set<string>();
  readonly #options: ProcessOptions;
  readonly #boss: PgBoss;
  /** The connection of pg-boss. */
  readonly #claims: ReturnType<typeof openQueuePool>;
  readonly #broker: Broker;
  readonly #context: WorkContext;
  readonly #runner: BatchRunner;
  #api: (Component & { readonly url: string }) | undefined;
  readonly #requests = new AbortController();

  private constructor(url: string, options: ProcessOptions) {
    const { search = makePostgresSearch, dependencies, work, handlers, typeHandlers } = options;
    this.#options = options;
    this.sql = openDatabase(url, { name: 'waybill driven', max: 5 });
    const { sql } = this;
    const engine = search(sql);
    const awaitSearchable = new RefreshCoalescer(sql, engine, log, () => {}).wait;
    this.services = makeTestServices(sql, { log, search: engine, awaitSearchable, ...dependencies });
    const workerId = Bun.randomUUIDv7();
    this.#claims = openQueuePool(url, { name: 'waybill driven queues', max: 1 });
    const stepClaims = new Map(definitions.filter(isFetchedSingly).map(({ name }) => [name, workerId]));
    this.#boss = new PgBoss({
      db: claimingDatabase({ claims: this.#claims, removedJobs: new RemovedJobs(), stepClaims }),
      ...{ migrate: false, supervise: false, schedule: false },
    });
    this.#boss.on('error', (error) => log.warn({ err: error }, 'queue broker'));
    // With the connections of pg-boss, as in a worker, but without its timers.
    this.#broker = {
      ...makeBroker({ sql, log, definitions }),
      ensureQueues: () => createQueues(this.#boss, definitions),
      lapseClaims: () => lapseClaims({ boss: this.#boss, sql }),
    };
    const worker = `driven:${workerId.slice(-12)}`;
    this.#context = makeWorkContext(
      {
        ...{ services: this.services, broker: this.#broker, log, workerId, worker },
        // The other one is dead.
        isWorkerGone: async (name) => name !== worker,
        searchUnavailable: () => {},
      },
      { ...work, typeHandlers: this.#noting({ ...jobTypeHandlers, ...typeHandlers }) },
    );
    this.#runner = new BatchRunner(this.#context, { ...makeHandlers(), ...handlers });
  }

  static async start(url: string, options: ProcessOptions): Promise<DrivenProcess> {
    const started = new DrivenProcess(url, options);
    await started.#broker.start();
    await started.#boss.start();
    return started;
  }

  /** Works until its queues and the outbox have nothing that is due. */
  async work(): Promise<void> {
    for (let isBusy = true; isBusy; ) {
      isBusy = false;
      await this.relay();
      for (const name of this.#options.queues) if (await this.#runBatch(queues[name])) isBusy = true;
    }
  }

  /** Moves the outbox rows that are due. */
  async relay(): Promise<void> {
    // A relay moves a batch when it stops.
    await makeRelay(this.sql, this.#broker, log).stop();
  }

  /** As the reconciler of a worker does it at an interval. */
  reconcile(): Promise<void> {
    return makeReconciler(this.#context).pass();
  }

  /** Sends a request to the api of the process, as a client. */
  async request(method: string, path: string, body?: unknown): Promise<ClientAnswer> {
    this.#api ??= await this.#startApi();
    const response = await fetch(`${this.#api.url}/api/v2${path}`, {
      method,
      signal: this.#requests.signal,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Closes the connections without waiting for work. The calls of a dead process fail then, in place of waiting for ever. */
  async stop(): Promise<void> {
    this.#requests.abort();
    await this.sql.end({ timeout: 0 });
    await this.#claims.end({ timeout: 0 });
    // Not awaited: with the connections of a dead process they wait for an answer.
    for (const part of [this.#api, this.#broker]) void part?.stop().catch(() => {});
    void this.#boss.stop({ graceful: false, close: true }).catch(() => {});
  }

  async #startApi() {
    const api = makeApi(this.services, { host: '127.0.0.1', port: 0, maxBody: 16 * 1024 * 1024, routes: allRoutes() });
    await api.start();
    return api;
  }

  /** Handlers that say when they are called. */
  #noting(handlers: JobTypeHandlers): JobTypeHandlers {
    const noted = Object.entries(handlers).map(([type, handler]): [string, JobTypeHandler] => {
      const noting =
        <Input, Result>(call: (input: Input, context: StepContext) => Result) =>
        (input: Input, context: StepContext): Result => {
          this.running.add(type);
          return call(input, context);
        };
      const { finish } = handler;
      const calls = { plan: noting(handler.plan), run: noting(handler.run), ...(finish && { finish: noting(finish) }) };
      return [type, { ...handler, ...calls }];
    });
    return Object.fromEntries(noted);
  }

  /** Claims, runs and settles one batch. Returns false if there was none. */
  async #runBatch(definition: QueueDefinition): Promise<boolean> {
    const { name: queue, batchSize } = definition;
    const fetched = await this.#boss.fetch<object>(queue, { batchSize });
    if (fetched.length === 0) return false;
    this.running.add(queue);
    const { signal } = new AbortController();
    const jobs = fetched.map((job: (typeof fetched)[number] & Pick<ClaimedJob, 'claim'>): ClaimedJob => {
      const { id, data, retryCount, claim } = job;
      return { id, queue, data, retryCount, signal, ...(claim && { claim }) };
    });
    const slot = { take: async () => true, free: () => {} };
    await settleJobs({ boss: this.#boss, sql: this.sql }, jobs, await this.#runner.run(definition, jobs, slot));
    await this.#boss.complete(queue, fetched);
    this.running.clear();
    return true;
  }
}
