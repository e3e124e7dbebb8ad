import { liveJobs } from '../../db/queries/jobs/liveJobs.ts';
import type { Services } from '../ports/services.ts';
import { listQueues, listWorkers } from '../queue/administration.ts';

/** How often it is looked, while somebody follows. */
const POLL_MS = 2_000;

type Listener = (text: string) => void;
type Health = () => Promise<object>;

/**
 * Tells everybody who follows how queues, workers and Jobs under way are, as JSON text. Made once for all followers of
 * this process, and not at all while there is none.
 */
class LiveView {
  readonly #services: Services;
  readonly #health: Health;
  readonly #listeners = new Set<Listener>();
  #last: { text: string; at: number } | undefined;
  #running = false;

  constructor(services: Services, health: Health) {
    this.#services = services;
    this.#health = health;
  }

  /** Calls `listener` at once or soon and then every two seconds, until the answer of this is called. */
  follow(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#last && performance.now() - this.#last.at < POLL_MS) listener(this.#last.text);
    if (!this.#running) void this.#run();
    return () => this.#listeners.delete(listener);
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#listeners.size > 0) {
      try {
        const text = await this.#look();
        this.#last = { text, at: performance.now() };
        for (const listener of [...this.#listeners]) listener(text);
      } catch (error) {
        this.#services.log.warn({ err: error }, 'what is live could not be read');
      }
      await Bun.sleep(POLL_MS);
    }
    this.#running = false;
  }

  async #look(): Promise<string> {
    const [queues, workers, health, jobs] = await Promise.all([
      listQueues(this.#services),
      listWorkers(this.#services),
      this.#health(),
      liveJobs(this.#services.sql),
    ]);
    return `{"queues":${queues},"workers":${workers},"health":${JSON.stringify(health)},"jobs":[${jobs.join(',')}]}`;
  }
}

const views = new WeakMap<Services, LiveView>();

export function liveStatsOf(services: Services, health: Health): LiveView {
  let view = views.get(services);
  if (!view) {
    view = new LiveView(services, health);
    views.set(services, view);
  }
  return view;
}
