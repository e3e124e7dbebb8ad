import { hostname } from 'node:os';
import { addActivity } from '../../db/queries/runtime/activity.ts';
import { storeMetrics } from '../../db/queries/runtime/processMetrics.ts';
import { version as release } from '../../package.json';
import type { Component } from '../ports/component.ts';
import type { Services } from '../ports/services.ts';
import { makePeriodicTask } from './periodicTask.ts';
import { startStopwatch } from './stopwatch.ts';

const BEAT_MS = 1_000;
/** Beats from one copy of the metrics to the next. */
const BEATS_PER_SNAPSHOT = 5;

/** A process whose last heartbeat is older does not count as alive. */
const FRESH_SECONDS = 3;

/** Heartbeats further apart are a gap: the database was unavailable, or the process was paused. */
const GAP_MS = 4_000;

export interface Heartbeat extends Component {
  readonly id: string;
  /** Returns the ms for which this process has written heartbeats without a gap. */
  steadyMs(): number;
  /** Whether an operator had requested its drain at the last heartbeat. */
  readonly isDrainRequested: boolean;
  /** Whether no older process of its role and release was alive at the last heartbeat; those that stop do not count. */
  readonly isOldest: boolean;
}

/**
 * Renews this process's row in the table `process`. Once the row of a worker is stale, other workers take over what it
 * has claimed, sooner than the heartbeat of the queue would allow.
 */
export function makeHeartbeat(
  { sql, log, metrics }: Pick<Services, 'sql' | 'log' | 'metrics'>,
  {
    id = Bun.randomUUIDv7(),
    role,
    queues,
    status,
  }: { id?: string; role: string; queues: readonly string[]; status: () => object },
): Heartbeat {
  let isStarted = false;
  let isDrainRequested = false;
  let isOldest = true;
  let beats = 0;
  let sinceBeat: (() => number) | undefined;
  let sinceGap = startStopwatch();

  async function beat(): Promise<void> {
    const now = JSON.stringify({ release, ...status(), memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576) });
    const [row] = await sql<{ isDrainRequested: boolean; isOldest: boolean }[]>`
      insert into process (id, role, host, pid, queues, started_at, seen_at, status)
      values (${id}, ${role}, ${hostname()}, ${process.pid}, ${[...queues]}::text[], now(), now(), ${now})
      on conflict (id) do update set seen_at = now(), status = excluded.status
      returning drain_requested_at is not null as "isDrainRequested", not exists (
        select from process p where p.role = ${role} and p.id < ${id} and p.seen_at > now() - make_interval(secs => ${FRESH_SECONDS})
          and p.status::json->>'release' = ${release} and p.status::json->>'stopping' is distinct from 'true') as "isOldest"`;
    isDrainRequested = row?.isDrainRequested === true;
    isOldest = row?.isOldest !== false;
    if (!sinceBeat || sinceBeat() > GAP_MS) sinceGap = startStopwatch();
    sinceBeat = startStopwatch();
    if (beats++ % BEATS_PER_SNAPSHOT !== 0) return;
    await storeMetrics(sql, id, await metrics.compressedSnapshot());
    await metrics.flushActivity((added) => addActivity(sql, added));
  }

  const beating = makePeriodicTask({
    intervalMs: BEAT_MS,
    run: beat,
    failed: (error) => log.warn({ err: error }, 'the process row could not be written'),
  });

  return {
    id,
    get isDrainRequested() {
      return isDrainRequested;
    },
    get isOldest() {
      return isOldest;
    },
    steadyMs: () => (sinceBeat && sinceBeat() <= GAP_MS ? sinceGap() : 0),
    start: async () => {
      await beat();
      isStarted = true;
      await beating.start();
    },
    stop: async () => {
      if (!isStarted) return;
      isStarted = false;
      await beating.stop();
      // What was counted since the last copy would be lost.
      await metrics.flushActivity((added) => addActivity(sql, added)).catch(() => {});
      await sql`delete from process where id = ${id}`.catch(() => {});
    },
  };
}
