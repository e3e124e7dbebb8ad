const MAX_ENTRIES = 10_000;
/** How long a cached record and a cached absence are used, in ms, if no eviction arrives. */
const HIT_MS = 2_000;
const MISS_MS = 500;

interface Entry<T> {
  readonly found: Promise<T | undefined>;
  until: number;
}

type By = 'id' | 'code';

/**
 * Caches records by code and by id for a moment, absences included, so that a hot write reads none from the database.
 * An eviction calls `clear`. Entries also expire, so that a lost eviction costs seconds.
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

  /** Reads past the cache, before a client gets the answer that no such record exists. */
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
    // Clients may send any number of made-up codes.
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
