import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { addActivity } from '../../db/queries/runtime/activity.ts';
import { keepMetrics } from '../../db/queries/runtime/processMetrics.ts';
import type { Component } from '../ports/component.ts';
import { flushActivity, metricsSnapshot } from './metrics.ts';

/** How often a process says that it lives. */
const BEAT_MS = 1_000;
/** Beats from one copy of its metrics to the next. */
const BEATS_A_COPY = 5;

export interface Heartbeat extends Component {
  readonly id: string;
}

/**
 * Keeps this process's row in the table of living processes. What a worker has claimed is given to others once its row
 * has not been seen for a while, sooner than the queue's own heartbeat tells.
 */
export function makeHeartbeat(
  sql: Database,
  log: Logger,
  {
    id = Bun.randomUUIDv7(),
    role,
    queues,
    status,
  }: { id?: string; role: string; queues: readonly string[]; status: () => object },
): Heartbeat {
  let timer: Timer | undefined;
  let beating: Promise<unknown> | undefined;
  let beats = 0;

  async function beat(): Promise<void> {
    const now = JSON.stringify({ ...status(), memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576) });
    await sql`
      insert into process (id, role, host, pid, queues, started_at, seen_at, status)
      values (${id}, ${role}, ${hostname()}, ${process.pid}, ${[...queues]}::text[], now(), now(), ${now})
      on conflict (id) do update set seen_at = now(), status = excluded.status`;
    if (beats++ % BEATS_A_COPY !== 0) return;
    await keepMetrics(sql, id, await metricsSnapshot());
    await flushActivity((added) => addActivity(sql, added));
  }

  return {
    id,
    start: async () => {
      await beat();
      timer = setInterval(() => {
        if (beating) return;
        beating = beat()
          .catch((error: unknown) => log.warn({ err: error }, 'the process row could not be written'))
          .finally(() => {
            beating = undefined;
          });
      }, BEAT_MS);
    },
    stop: async () => {
      if (!timer) return;
      clearInterval(timer);
      timer = undefined;
      await beating;
      // What it has counted since its last copy would go with it.
      await flushActivity((added) => addActivity(sql, added)).catch(() => {});
      await sql`delete from process where id = ${id}`.catch(() => {});
    },
  };
}
