import { queryReadable } from '../../db/queries/access/readableRows.ts';
import { maskOf } from '../access/hidden/hiddenMembers.ts';
import { type ReadScope, readableRows } from '../access/reach.ts';
import type { Json, JsonObject, Kind, ValueProblem } from '../kinds/kind.ts';
import { parseStored } from '../records/storedText.ts';
import {
  keepsChars,
  needsReferences,
  type ResolvedReferences,
  resolveReferences,
} from '../relations/resolveReferences.ts';
import type { SpoolWriter } from '../runtime/spool.ts';
import { causedProblems, valueProblems } from '../validation/valueProblems.ts';
import type { Element } from './files/jsonElements.ts';
import type { ProblemList } from './files/problemList.ts';
import { addProblems, type CompareField } from './stagedRecord.ts';

/** Records whose references are resolved together. */
const TOGETHER = 200;
/** As TOGETHER, where each batch reads the whole table for the stored records. */
const TOGETHER_UNINDEXED = 5_000;

/** The records of a file, and the member by which they are matched with the stored ones. */
export interface Compared {
  readonly kind: Kind;
  readonly field: CompareField;
  /** Whether changed chars are checked against the registries of their types. */
  readonly checksChars: boolean;
  /** Whether changed values are checked, as those of single writes. */
  readonly checksValues: boolean;
}

/** A record whose references are not resolved yet. `line` makes its line from the resolved values. */
export interface Waiting {
  readonly element: Element;
  /** The place of the values in problems. */
  readonly at: string;
  /** The value by which the stored record is found; undefined for a new record. */
  readonly key: Json | undefined;
  readonly values: JsonObject;
  readonly line: (values: JsonObject) => string;
}

/** Writes the lines of a file's records in order. Resolves references in batches if the kind needs it. */
export class ReferenceBatcher {
  readonly #scope: ReadScope;
  readonly #compared: Compared;
  readonly #list: ProblemList;
  readonly #writer: SpoolWriter;
  readonly #needed: boolean;
  readonly #together: number;
  #waiting: Waiting[] = [];

  constructor(scope: ReadScope, compared: Compared, list: ProblemList, writer: SpoolWriter) {
    this.#scope = scope;
    this.#compared = compared;
    this.#list = list;
    this.#writer = writer;
    this.#needed = needsReferences(compared.kind);
    this.#together = scope.access.unrestricted || compared.field.key.unique ? TOGETHER : TOGETHER_UNINDEXED;
  }

  /** Adds a record, or a line without references. Returns a promise only if the caller must wait, as SpoolWriter does. */
  add(waiting: Waiting | string): Promise<void> | undefined {
    if (typeof waiting === 'string') return this.#writer.add(waiting);
    if (!this.#needed && this.#waiting.length === 0 && this.#valueProblems(waiting).length === 0)
      return this.#writer.add(waiting.line(waiting.values));
    this.#waiting.push(waiting);
    return this.#waiting.length < this.#together ? undefined : this.#settle();
  }

  async end(): Promise<void> {
    await this.#settle();
    await this.#writer.flush();
  }

  async #settle(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length === 0) return;
    const { kind } = this.#compared;
    const { unrestricted } = this.#scope.access;
    const stored = unrestricted ? [] : await storedValues(this.#scope, this.#compared, waiting);
    const sent = waiting.map(({ values }) => values);
    const settled = await resolveReferences(this.#scope, kind, sent, stored);
    const mask = await maskOf(this.#scope, kind, stored);
    const caused = await this.#causedProblems(waiting, settled);
    for (const [index, resolution] of settled.entries()) {
      const one = waiting[index];
      if (!one) continue;
      const { values } = resolution;
      const problems = [...resolution.problems, ...(caused.get(one) ?? [])];
      const { element, at, line } = one;
      addProblems(
        this.#list,
        element,
        problems.map((problem) => `${at}.${problem}`),
      );
      if (problems.length === 0) await this.#writer.add(line(mask.withHidden(kind, values, stored[index] ?? {})));
    }
  }

  #valueProblems({ values }: Waiting): ValueProblem[] {
    const { kind, checksValues } = this.#compared;
    return checksValues ? valueProblems(kind, values) : [];
  }

  /** Returns the problems of values and chars that the stored records do not have. */
  async #causedProblems(
    waiting: readonly Waiting[],
    settled: readonly ResolvedReferences[],
  ): Promise<ReadonlyMap<Waiting, string[]>> {
    const { kind, checksChars, checksValues } = this.#compared;
    const doubtful = waiting.flatMap((record, index) => {
      const resolution = settled[index];
      if (!resolution) return [];
      const chars = checksChars ? resolution.charsProblems : [];
      const certain = resolution.valueProblems.filter(({ isOfInput }) => !isOfInput);
      const values = [...this.#valueProblems(record), ...(checksValues ? certain : [])];
      return chars.length + values.length > 0 ? [{ record, after: resolution.values, chars, values }] : [];
    });
    if (doubtful.length === 0) return new Map();
    const records = doubtful.map(({ record }) => record);
    const stored = await storedValues(this.#scope, this.#compared, records);
    return new Map(
      doubtful.map(({ record, after, chars, values }, index) => {
        const before = stored[index] ?? {};
        const problems = causedProblems(values, Object.keys(before).length === 0 ? undefined : before);
        return [record, [...(keepsChars(kind, after, before) ? [] : chars), ...problems]];
      }),
    );
  }
}

/**
 * Returns the stored values of each record, whose references may stay although the caller may not read their records. A
 * record that the caller may not read has none.
 */
async function storedValues(
  scope: ReadScope,
  { kind, field: { name } }: Compared,
  waiting: readonly Waiting[],
): Promise<JsonObject[]> {
  const keys = waiting.map(({ key }) => (key === undefined || key === null ? undefined : String(key)));
  const sent = keys.filter((key) => key !== undefined);
  if (sent.length === 0) return [];
  // Any other field is the name of a member in the declaration of the kind, so it needs no quoting.
  const column = name === 'id' || name === 'code' ? name : `doc::json ->> '${name}'`;
  const rows = await queryReadable<{ key: string; doc: string }>(
    scope.sql,
    `select (${column})::text as key, doc from ${readableRows(scope, kind)} as readable
     where ${column} = any($1::${name === 'id' ? 'uuid' : 'text'}[])`,
    [sent],
  );
  const stored = new Map(rows.map((row) => [row.key, row.doc]));
  return keys.map((one) => parseStored<JsonObject>(stored.get(one ?? '') ?? '{}'));
}
