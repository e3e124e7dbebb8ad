import type { Database } from '../../db/client.ts';
import { MAX_RESULTS, type NewResult, writeResults } from '../../db/queries/jobs/results.ts';

/** Characters of the results of one statement, unless a single one is larger. */
const MAX_LENGTH = 8 * 1024 * 1024;

interface Pending {
  readonly result: NewResult;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Writes results as they come: one statement at a time, and what comes meanwhile shares the next with one NOTIFY. */
export class ReplyWriter {
  readonly #sql: Database;
  #pending: Pending[] = [];
  #writing = false;

  constructor(sql: Database) {
    this.#sql = sql;
  }

  write(result: NewResult): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ result, resolve, reject });
      if (!this.#writing) void this.#run();
    });
  }

  /** How many of what is pending go into one statement: documents may be large. */
  #together(): number {
    let length = 0;
    const end = this.#pending.findIndex(({ result }) => {
      length += result.result?.length ?? 0;
      return length > MAX_LENGTH;
    });
    return Math.min(MAX_RESULTS, end === -1 ? MAX_RESULTS : Math.max(1, end));
  }

  async #run(): Promise<void> {
    this.#writing = true;
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, this.#together());
      try {
        await writeResults(
          this.#sql,
          batch.map(({ result }) => result),
        );
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = false;
  }
}
