const MAX_ENTRIES = 10_000;
/** How long what was found, and what was not, is taken as it was; ms. An eviction that arrives makes both moot. */
const HIT_MS = 2_000;
const MISS_MS = 500;

interface Entry<T> {
  readonly found: Promise<T | undefined>;
  until: number;
}

type By = 'id' | 'code';

/**
 * Records by code and by id, kept in the process for a moment: a hot write looks none up. What is not there is
 * remembered too. `clear` is what an eviction calls; entries end by themselves as well, so that one that never arrives
 * costs seconds.
 */
export class RecordCache<T> {
  readonly #read: (by: By, value: string) => Promise<T | undefined>;
  readonly #entries = new Map<string, Entry<T>>();

  constructor(read: (by: By, value: string) => Promise<T | undefined>) {
    this.#read = read;
  }

  byCode(code: string): Promise<T | undefined> {
    return this.#get('code', code);
  }

  byId(id: string): Promise<T | undefined> {
    return this.#get('id', id);
  }

  /** Past the cache, before a client is told that there is none. */
  async fetchFresh(by: By, value: string): Promise<T | undefined> {
    this.#entries.delete(by + value);
    return this.#get(by, value);
  }

  clear(): void {
    this.#entries.clear();
  }

  #get(by: By, value: string): Promise<T | undefined> {
    const key = by + value;
    const known = this.#entries.get(key);
    if (known && known.until > performance.now()) return known.found;
    // Clients make up codes: the cache must not grow with them.
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    const entry: Entry<T> = { found: this.#read(by, value), until: Number.POSITIVE_INFINITY };
    this.#entries.set(key, entry);
    entry.found.then(
      (found) => {
        entry.until = performance.now() + (found ? HIT_MS : MISS_MS);
      },
      () => this.#entries.delete(key),
    );
    return entry.found;
  }
}
