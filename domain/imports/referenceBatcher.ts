import type { Database, Transaction } from '../../db/client.ts';
import type { JsonObject, Kind } from '../kinds/kind.ts';
import { needsReferences, resolveReferences } from '../relations/resolveReferences.ts';
import type { SpoolWriter } from '../runtime/spool.ts';
import type { Element } from './files/jsonElements.ts';
import type { ProblemList } from './files/problemList.ts';
import { addProblems } from './stagedRecord.ts';

/** Records whose references are resolved together. */
const TOGETHER = 200;

/** A record whose references are not resolved yet. `line` makes its line from the resolved values. */
export interface Waiting {
  readonly element: Element;
  /** The place of the values in problems. */
  readonly at: string;
  readonly values: JsonObject;
  readonly line: (values: JsonObject) => string;
}

/** Writes the lines of a file's records in order. Resolves references in batches if the kind needs it. */
export class ReferenceBatcher {
  readonly #sql: Database | Transaction;
  readonly #kind: Kind;
  readonly #list: ProblemList;
  readonly #writer: SpoolWriter;
  readonly #needed: boolean;
  #waiting: Waiting[] = [];

  constructor(sql: Database | Transaction, kind: Kind, list: ProblemList, writer: SpoolWriter) {
    this.#sql = sql;
    this.#kind = kind;
    this.#list = list;
    this.#writer = writer;
    this.#needed = needsReferences(kind);
  }

  /** Adds a record, or a line without references. Returns a promise only if the caller must wait, as SpoolWriter does. */
  add(waiting: Waiting | string): Promise<void> | undefined {
    if (typeof waiting === 'string') return this.#writer.add(waiting);
    if (!this.#needed) return this.#writer.add(waiting.line(waiting.values));
    this.#waiting.push(waiting);
    return this.#waiting.length < TOGETHER ? undefined : this.#settle();
  }

  async end(): Promise<void> {
    await this.#settle();
    await this.#writer.flush();
  }

  async #settle(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length === 0) return;
    const settled = await resolveReferences(
      this.#sql,
      this.#kind,
      waiting.map(({ values }) => values),
    );
    for (const [index, { element, at, line }] of waiting.entries()) {
      const { values, problems } = settled[index] as (typeof settled)[number];
      addProblems(
        this.#list,
        element,
        problems.map((problem) => `${at}.${problem}`),
      );
      if (problems.length === 0) await this.#writer.add(line(values));
    }
  }
}
