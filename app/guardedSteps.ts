import type { Services } from '../domain/ports/services.ts';
import { makeBroker } from '../drivers/queue/pgBossBroker.ts';
import { eraseUser } from '../workers/erasure/eraseUser.ts';
import { bulkChange } from '../workers/handlers/bulkChange.ts';
import { executeSteps } from '../workers/runtime/stepExecutor.ts';
import { makeWorker, type Worker } from '../workers/runtime/worker.ts';
import type { Config } from './config.ts';
import { databaseUrl } from './drivers.ts';
import { definitionsFor } from './wiring.ts';

/** Connections that pg-boss opens in an api, beside the pool of the process. */
const QUEUE_CONNECTIONS = 2;

/** A stopping api finishes the records at hand within this time; their steps go to another api. */
const DRAIN_MS = 5_000;

/** Makes what runs the steps in an api that write what the database role of workers may not. */
export function makeGuardedSteps(services: Services, config: Config): Worker {
  const { sql, log } = services;
  const definitions = definitionsFor(config);
  const broker = makeBroker({
    sql,
    log,
    definitions,
    worker: { url: databaseUrl(config), name: 'waybill api', connections: QUEUE_CONNECTIONS },
  });
  return makeWorker(services, broker, {
    role: 'api',
    definitions,
    drainMs: DRAIN_MS,
    handlers: { 'step.guarded': executeSteps },
    typeHandlers: { ERASE_USER: eraseUser, GUARDED_BULK_CHANGE: bulkChange },
  });
}
