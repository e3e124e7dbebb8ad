import { changeBounds } from '../../db/queries/changes/changeRows.ts';
import { enqueueRuleFeeds, feedHolders, releaseFeedsOf } from '../../db/queries/changes/ruleFeedRows.ts';
import { setClocksBack } from '../../db/queries/jobs/claimOrder.ts';
import { findOpenWork, type OpenWork } from '../../db/queries/jobs/openWork.ts';
import { abandonedSteps, type OpenStep, openSteps } from '../../db/queries/jobs/stepReconciliation.ts';
import { ownsTables } from '../../db/roles/ownership.ts';
import { lapseLeases } from '../../domain/jobs/leases/lapseLeases.ts';
import { moveRuleSecrets } from '../../domain/notifications/moveSecrets.ts';
import type { Component } from '../../domain/ports/component.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import { deadLetterQueue } from '../../domain/queue/definitions.ts';
import { expireLinks } from '../../domain/relations/expireLinks.ts';
import { makePeriodicTask } from '../../domain/runtime/periodicTask.ts';
import type { WorkContext } from './handler.ts';
import { SILENT_SECONDS } from './peerLiveness.ts';
import {
  cancelStalledJobs,
  closeStalledJobs,
  enqueueMissedCallbacks,
  expireLateJobs,
  followEndedJobs,
  planStalledJobs,
} from './stalledJobs.ts';
import { repairSteps } from './stepRepair.ts';

const INTERVAL_MS = 1_500;
/** Each worker reconciles once in this many intervals, in case the passes of the oldest one fail. */
const INTERVALS_PER_OWN_PASS = 10;
const ABANDONED_PAGE = 1_000;
/** Seconds for which the step of a dead letter is looked for. */
const DEAD_SECONDS = 120;
/** Open steps are many and seldom wrong, so that few are compared at a time. */
const OPEN_PAGE = 300;
/** Advisory lock of the one process that reconciles. */
const LOCK = 8_710_240;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface Reconciler extends Component {
  /** One comparison, whatever other workers do. */
  pass(): Promise<void>;
}

/**
 * Compares open steps of managed Jobs with queue jobs and live processes, and repairs differences. pg-boss ends a job in
 * SQL when its last attempt loses its heartbeat; no handler runs then, and the step would stay open. One process at a
 * time reconciles, in most intervals the oldest worker: a pass costs as much as many steps, and several workers would not find more. Of
 * the steps of clients' own Jobs, only lapsed leases are ended.
 *
 * @param isOldest whether no older worker is alive
 */
export function makeReconciler(context: WorkContext, isOldest: () => boolean = () => true): Reconciler {
  const { services, broker, log, types } = context;
  const { sql } = services;
  const queueOf = new Map(Object.entries(types).map(([type, { stepQueue }]) => [type, stepQueue]));
  const deadLetterQueues = [...new Set(queueOf.values())].map(deadLetterQueue);
  let cursor = FIRST_ID;
  let secretsAreMoved = false;
  let intervals = 0;

  async function passInTurn(): Promise<void> {
    if (intervals++ % INTERVALS_PER_OWN_PASS === 0 || isOldest()) await pass();
  }

  async function pass(): Promise<void> {
    // A statement alone: an idle service has no transaction for each pass.
    const open = await findOpenWork(sql, LOCK);
    if (!open || (secretsAreMoved && !Object.values(open).includes(true))) return;
    await sql.begin(async (lock) => {
      // The work is done on other connections.
      const [row] = await lock<{ locked: boolean }[]>`
        select set_config('idle_in_transaction_session_timeout', '20s', true), pg_try_advisory_xact_lock(${LOCK}) as locked`;
      if (!row?.locked) return;
      if (open.overdueClaims) await broker.lapseClaims();
      await reconcile(open);
      // A worker with a role of its own leaves it to `migrate`.
      if (!secretsAreMoved)
        secretsAreMoved = !(await ownsTables(sql)) || (await moveRuleSecrets(services, workerCaller(undefined)));
    });
  }

  async function reconcile(open: OpenWork): Promise<void> {
    if (open.openSteps) {
      await repairSteps(context, await nextSteps());
      await lapseLeases(services, workerCaller(undefined));
    }
    if (open.openJobs) {
      await expireLateJobs(context);
      await cancelStalledJobs(context);
      await closeStalledJobs(context);
      await followEndedJobs(context);
    }
    if (open.callbacks) await enqueueMissedCallbacks(context);
    if (open.openJobs) await planStalledJobs(context);
    if (open.advancedClocks)
      await setClocksBack(sql, (queue) => [...queueOf].flatMap(([type, name]) => (name === queue ? type : [])));
    if (open.expiredLinks) await expireLinks(services);
    // Readers number changes too; without one, the changes would wait for ever.
    if (open.unnumberedChanges) await changeBounds(sql);
    if (!open.ruleFeeds) return;
    for (const holder of await feedHolders(sql))
      if (holder !== context.worker && (await context.isWorkerGone(holder))) await releaseFeedsOf(sql, holder);
    if ((await enqueueRuleFeeds(sql)) > 0) services.wakeRelay();
  }

  /** The steps that dead processes and dead letters have left, and the next page of all that are open. */
  async function nextSteps(): Promise<OpenStep[]> {
    const silentFor = SILENT_SECONDS;
    const [limit, deadFor] = [ABANDONED_PAGE, DEAD_SECONDS];
    const abandoned = await abandonedSteps(sql, queueOf, { deadLetterQueues, deadFor, limit, silentFor });
    const page = await openSteps(sql, queueOf, { after: cursor, limit: OPEN_PAGE, silentFor });
    cursor = page.length < OPEN_PAGE ? FIRST_ID : (page.at(-1)?.id ?? FIRST_ID);
    const seen = new Set(abandoned.map(({ id }) => id));
    return [...abandoned, ...page.filter(({ id }) => !seen.has(id))];
  }

  const task = makePeriodicTask({
    intervalMs: INTERVAL_MS,
    run: passInTurn,
    failed: (error) => log.warn({ err: error }, 'steps could not be reconciled'),
  });
  return { ...task, pass };
}
