import { liveJobs } from '../../db/queries/jobs/liveJobs.ts';
import type { Platform } from '../ports/ports.ts';
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
  readonly #platform: Platform;
  readonly #health: Health;
  readonly #listeners = new Set<Listener>();
  #last: { text: string; at: number } | undefined;
  #running = false;

  constructor(platform: Platform, health: Health) {
    this.#platform = platform;
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
        this.#platform.log.warn({ err: error }, 'what is live could not be read');
      }
      await Bun.sleep(POLL_MS);
    }
    this.#running = false;
  }

  async #look(): Promise<string> {
    const [queues, workers, health, jobs] = await Promise.all([
      listQueues(this.#platform),
      listWorkers(this.#platform),
      this.#health(),
      liveJobs(this.#platform.sql),
    ]);
    return `{"queues":${queues},"workers":${workers},"health":${JSON.stringify(health)},"jobs":[${jobs.join(',')}]}`;
  }
}

const views = new WeakMap<Platform, LiveView>();

export function liveViewOf(platform: Platform, health: Health): LiveView {
  let view = views.get(platform);
  if (!view) {
    view = new LiveView(platform, health);
    views.set(platform, view);
  }
  return view;
}
