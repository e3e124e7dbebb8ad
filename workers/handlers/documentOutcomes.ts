import type { Database } from '../../db/client.ts';
import { type Claim, type ItemOutcome, writeOutcomes } from '../../db/queries/documents/documentItems.ts';
import { retryWhileUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';

/** How long outcomes gather; what is lost with a worker that is killed. */
const GATHER_MS = 250;
/** Characters that are not waited with. */
const ENOUGH = 2 * 1024 * 1024;
/** Characters beyond which no more is made until they are written. */
const TOO_MUCH = 16 * 1024 * 1024;

/** Writes what became of a step's items, many in one statement, as long as the step is this worker's. */
export class OutcomeWriter {
  readonly #sql: Database;
  readonly #claim: Claim;
  #pending: ItemOutcome[] = [];
  #length = 0;
  #writing: Promise<void> | undefined;
  #timer: Timer | undefined;
  #failure: { readonly error: unknown } | undefined;
  #lost = false;

  constructor(sql: Database, claim: Claim) {
    this.#sql = sql;
    this.#claim = claim;
  }

  /** Another worker has the step by now. */
  get lost(): boolean {
    return this.#lost;
  }

  /** Throws when what was added before could not be written. */
  async add(outcome: ItemOutcome): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    this.#pending.push(outcome);
    this.#length += outcome.content.length;
    if (this.#length >= ENOUGH) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
    while (this.#length > TOO_MUCH && this.#writing) await this.#writing;
  }

  /** Resolves when all is written. */
  async end(): Promise<void> {
    // What ends one write may begin the next.
    while ((this.#pending.length > 0 || this.#writing) && !this.#failure) {
      this.#flush();
      await this.#writing;
    }
    if (this.#failure) throw this.#failure.error;
  }

  /** One statement at a time; what comes meanwhile goes with the next. */
  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing || this.#pending.length === 0) return;
    this.#writing = this.#write()
      .catch((error: unknown) => {
        this.#failure ??= { error };
        this.#pending = [];
        this.#length = 0;
      })
      .finally(() => {
        this.#writing = undefined;
        if (this.#length >= ENOUGH) this.#flush();
        else if (this.#pending.length > 0) this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
      });
  }

  async #write(): Promise<void> {
    const outcomes = this.#pending;
    const length = this.#length;
    this.#pending = [];
    const mine = await retryWhileUnavailable(() => writeOutcomes(this.#sql, this.#claim, outcomes));
    this.#length -= length;
    if (mine) return;
    this.#lost = true;
    throw new Error('the step is no longer this worker’s');
  }
}
