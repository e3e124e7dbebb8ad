import type { Database, Transaction } from '../../db/client.ts';
import { matchingRows, queryReadable } from '../../db/queries/access/readableRows.ts';
import { forbidden, type ServiceError } from '../errors.ts';
import { searchColumns } from '../filtering/columns.ts';
import type { Condition } from '../filtering/index.ts';
import { matches } from '../filtering/matches.ts';
import type { Audit, JsonObject, Kind } from '../kinds/kind.ts';
import { parseJson } from '../validation/parseJson.ts';
import type { Access, Reach } from './access.ts';

/** What carries the access that applies: the services of a request, or of the process itself. */
interface Accessing {
  readonly access: Access;
}

/** A connection, or a transaction, to read with, and the access that applies. */
export interface ReadScope extends Accessing {
  readonly sql: Database | Transaction;
}

/** As ReadScope, within a transaction. */
export interface TransactionScope extends ReadScope {
  readonly sql: Transaction;
}

/** The stored texts of a record. */
interface StoredTexts {
  readonly doc: string;
  readonly audit: string;
}

/** Returns the record if the caller may read it: a record out of reach is like one that does not exist. */
export function readable<Row extends StoredTexts>(
  { access }: Accessing,
  kind: Kind,
  row: Row | undefined,
): Row | undefined {
  return row && includes(access.of(kind).read, row) ? row : undefined;
}

/** Returns whether the caller may read a record of this state. */
export const isReadable = ({ access }: Accessing, kind: Kind, state: StoredTexts): boolean =>
  includes(access.of(kind).read, state);

/** Returns the records that the caller may read. */
export function readableOf<Row extends StoredTexts>({ access }: Accessing, kind: Kind, rows: readonly Row[]): Row[] {
  const { read } = access.of(kind);
  return rows.filter((row) => includes(read, row));
}

/** Returns whether the caller may write a record of this state. */
export const isWritable = ({ access }: Accessing, kind: Kind, state: StoredTexts): boolean =>
  includes(access.of(kind).write, state);

/** Whether the caller may write every record of the kind. */
export const isUnrestricted = ({ access }: Accessing, kind: Kind): boolean => access.of(kind).write === 'all';

/** Throws a 403 unless the caller may write a record of this state, which it may read. */
export function checkWritable(accessing: Accessing, kind: Kind, state: StoredTexts): void {
  if (!isWritable(accessing, kind, state)) throw notWritable(kind);
}

const notWritable = (kind: Kind): ServiceError =>
  forbidden(`Your access rules do not allow this change of the ${kind.name}.`);

/**
 * Returns the records that the caller may read as a source of a FROM: the table, or a subquery with its columns. A
 * statement that contains it is run by `queryReadable`.
 */
export const readableRows = ({ access }: Accessing, kind: Kind): string => rowsWithin(access.of(kind).read, kind);

/** As `readableRows`, of the records that the caller may write. */
export const writableRows = ({ access }: Accessing, kind: Kind): string => rowsWithin(access.of(kind).write, kind);

const rowsWithin = (reach: Reach, kind: Kind): string =>
  reach === 'all' ? kind.table : matchingRows(kind.table, searchColumns(kind), conditionsOf(reach));

/** The conditions that the records of a reach match; none for all records. */
export function conditionsOf(reach: Reach): readonly Condition[] {
  if (reach === 'all') return [];
  return reach === 'none' ? [noRecord] : [reach];
}

const noRecord: Condition = { type: 'or', conditions: [] };

/** The conditions that the access adds to a filtering; undefined if it lets no record through. */
export function readConditions({ access }: Accessing, kind: Kind): readonly Condition[] | undefined {
  const { read } = access.of(kind);
  if (read === 'none') return undefined;
  return read === 'all' ? [] : [read];
}

/** Returns those of the ids whose records the caller may read. Queries the database only for a reach with a condition. */
export async function readableIds(scope: ReadScope, kind: Kind, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { read } = scope.access.of(kind);
  if (read === 'all') return new Set(ids);
  if (read === 'none' || ids.length === 0) return new Set();
  const text = `select id from ${readableRows(scope, kind)} readable where id = any($1::uuid[])`;
  const rows = await queryReadable<{ id: string }>(scope.sql, text, [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Returns those of the codes that a record has which the caller may read. */
export async function readableCodes(
  scope: ReadScope,
  kind: Kind,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set();
  const text = `select code from ${readableRows(scope, kind)} readable where code = any($1::text[])`;
  const rows = await queryReadable<{ code: string }>(scope.sql, text, [codes]);
  return new Set(rows.map(({ code }) => code));
}

/** As `readable`, for a record of which only a part was read. */
export async function readableOne<Row extends { readonly id: string }>(
  scope: ReadScope,
  kind: Kind,
  row: Row | undefined,
): Promise<Row | undefined> {
  return row && (await readableIds(scope, kind, [row.id])).has(row.id) ? row : undefined;
}

function includes(reach: Reach, { doc, audit }: StoredTexts): boolean {
  if (reach === 'all') return true;
  if (reach === 'none') return false;
  return matches(reach, parseJson(doc) as JsonObject, parseJson(audit) as Audit);
}
