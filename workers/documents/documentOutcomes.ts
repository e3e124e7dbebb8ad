import type { Database } from '../../db/client.ts';
import { type Claim, type ItemOutcome, writeOutcomes } from '../../db/queries/documents/documentItems.ts';
import { retryWhileUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { ClaimLost } from '../runtime/handler.ts';

/** ms for which outcomes gather; a killed worker loses as much. */
const GATHER_MS = 250;
/** Characters that are written without waiting for more. */
const FLUSH_LENGTH = 2 * 1024 * 1024;
/** Characters beyond which `add` waits until they are written. */
const MAX_LENGTH = 16 * 1024 * 1024;

/** Writes the outcomes of a step's items, many in one statement, while this worker has the claim of the step. */
export class OutcomeWriter {
  readonly #sql: Database;
  readonly #claim: Claim;
  #pending: ItemOutcome[] = [];
  #length = 0;
  #writing: Promise<void> | undefined;
  #timer: Timer | undefined;
  #failure: { readonly error: unknown } | undefined;
  #claimLost = false;

  constructor(sql: Database, claim: Claim) {
    this.#sql = sql;
    this.#claim = claim;
  }

  /** Whether another worker has claimed the step. */
  get claimLost(): boolean {
    return this.#claimLost;
  }

  /** Adds an outcome. Throws if an earlier one could not be written. */
  async add(outcome: ItemOutcome): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    this.#pending.push(outcome);
    this.#length += outcome.content.length;
    if (this.#length >= FLUSH_LENGTH) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
    while (this.#length > MAX_LENGTH && this.#writing) await this.#writing;
  }

  /** Resolves when all outcomes are written. */
  async end(): Promise<void> {
    // The end of a write may start the next one.
    while ((this.#pending.length > 0 || this.#writing) && !this.#failure) {
      this.#flush();
      await this.#writing;
    }
    if (this.#failure) throw this.#failure.error;
  }

  /** Writes one statement at a time. Outcomes that are added meanwhile join the next. */
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
        if (this.#length >= FLUSH_LENGTH) this.#flush();
        else if (this.#pending.length > 0) this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
      });
  }

  async #write(): Promise<void> {
    const outcomes = this.#pending;
    const length = this.#length;
    this.#pending = [];
    const isClaimed = await retryWhileUnavailable(() => writeOutcomes(this.#sql, this.#claim, outcomes));
    this.#length -= length;
    if (isClaimed) return;
    this.#claimLost = true;
    throw new ClaimLost();
  }
}
