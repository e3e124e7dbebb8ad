import type { Services } from '../ports/services.ts';
import { recordText } from '../records/record.ts';

/** How often the Jobs are looked at that somebody follows. One query for all of them; nothing when nobody does. */
const POLL_MS = 400;

export interface JobProgress {
  readonly version: number;
  /** The Job as JSON text, without its steps. */
  readonly text: string;
  readonly closed: boolean;
  /** Steps by status. */
  readonly progress: Readonly<Record<'NEW' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED', number>>;
}

type Listener = (news: JobProgress | undefined) => void;

/**
 * Tells followers of Jobs what has changed. Polled: a NOTIFY at each change would make all commits of the database take
 * turns, and what is followed is watched by people.
 */
class Following {
  readonly #services: Services;
  readonly #listeners = new Map<string, Set<Listener>>();
  #running = false;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Calls `listener` with the Job's news, undefined once it is gone, until the answer of this is called. */
  follow(id: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(id, listeners);
    if (!this.#running) void this.#run();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#listeners.size > 0) {
      try {
        await this.#poll([...this.#listeners.keys()]);
      } catch (error) {
        this.#services.log.warn({ err: error }, 'followed Jobs could not be read');
      }
      await Bun.sleep(POLL_MS);
    }
    this.#running = false;
  }

  async #poll(ids: string[]): Promise<void> {
    const rows = await this.#services.sql<
      { id: string; version: number; doc: string; audit: string; status: string; counts: string }[]
    >`
      select j.id, j.version, j.doc, j.audit, j.status, coalesce((select json_object_agg(status, n)::text from (
        select status, count(*)::int as n from job_step s where s.job_id = j.id group by status) counted), '{}') as counts
      from job j where j.id = any(${ids}::uuid[])`;
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of ids) {
      const row = byId.get(id);
      const news: JobProgress | undefined = row && {
        version: row.version,
        text: recordText(row),
        closed: row.status === 'COMPLETED' || row.status === 'FAILED',
        progress: { NEW: 0, IN_PROGRESS: 0, COMPLETED: 0, FAILED: 0, ...(JSON.parse(row.counts) as object) },
      };
      for (const listener of [...(this.#listeners.get(id) ?? [])]) listener(news);
    }
  }
}

const followings = new WeakMap<Services, Following>();

export function jobProgressOf(services: Services): Following {
  let following = followings.get(services);
  if (!following) {
    following = new Following(services);
    followings.set(services, following);
  }
  return following;
}
