import { visibleRows } from '../access/hidden/hiddenMembers.ts';
import { readable, readableOf } from '../access/reach.ts';
import { badRequest, notFound } from '../errors.ts';
import { hasCode } from '../kinds/declaration/members.ts';
import type { Json, JsonObject, Kind } from '../kinds/kind.ts';
import { linksOf } from '../kinds/linkMembers.ts';
import type { Services } from '../ports/services.ts';
import { parseDate } from '../validation/dates.ts';
import { describe, isObject, isStorableText, isUuid } from '../validation/values.ts';
import { findRecord } from './findRecord.ts';
import { shownText } from './showRecord.ts';
import { parseStored } from './storedText.ts';

interface HistoryRow {
  version: number;
  change: 'CREATED' | 'UPDATED' | 'DELETED';
  changedBy: string;
  changedAt: Date;
  doc: string;
  audit: string;
  /** The link members before the change, as JSON text. */
  linksBefore: string | null;
}

type Change = {
  path: string;
  from?: Json;
  to?: Json;
};

/**
 * Returns the versions of a record with their changes, newest first. With `version` or `at`, returns the record as it
 * was. The history of a deleted record is found by its id, and by its last code unless another record has that code.
 * A version is returned if the caller may read the record as it was and as it is now, or was when it was deleted. A version
 * that changed only codes of records which the caller may not read is not listed. Links that changed between two versions
 * are not changes of the later one.
 */
export async function historyOf(
  services: Services,
  kind: Kind,
  idOrCode: string,
  query: { version?: string; at?: string },
): Promise<string> {
  const selection = readQuery(query);
  const stored = await versionsOf(services, kind, idOrCode);
  if (stored.length === 0) throw unknown(kind, idOrCode);
  if (selection.version !== undefined) return shownText(services, kind, versionOf(kind, stored, selection.version));
  if (selection.at !== undefined) {
    const moment = selection.at;
    const row = stored.find(({ changedAt }) => changedAt.getTime() <= moment);
    if (!row || row.change === 'DELETED') {
      throw notFound(`The ${kind.name} did not exist at that time.`, [
        `at: the record did not exist at ${new Date(moment).toISOString()}`,
      ]);
    }
    return shownText(services, kind, row);
  }
  const rows = await visibleRows(services, kind, stored);
  const statesBefore = stored.map((row, index) => ({ doc: stateBefore(kind, row, stored[index + 1]) ?? row.doc }));
  const visibleBefore = await visibleRows(services, kind, statesBefore);
  const versions = rows.flatMap((row, index) => {
    const changes = changesOf(row, visibleBefore[index]);
    const onlyHidden = changes.length === 0 && changesOf(stored[index], statesBefore[index]).length > 0;
    return onlyHidden ? [] : [describeVersion(row, changes)];
  });
  return JSON.stringify(versions);
}

/**
 * Returns the state of a record in a version as it is stored, and its newest version, which may be its deletion.
 *
 * @throws ServiceError NOT_FOUND: the caller may read no such record or version
 */
export async function stateOfVersion(
  services: Services,
  kind: Kind,
  idOrCode: string,
  version: string,
): Promise<{ readonly state: StateOfVersion; readonly newest: StateOfVersion }> {
  const number = readQuery({ version }).version ?? 0;
  const stored = await versionsOf(services, kind, idOrCode);
  const [newest] = stored;
  if (!newest) throw unknown(kind, idOrCode);
  return { state: versionOf(kind, stored, number), newest };
}

type StateOfVersion = Pick<HistoryRow, 'version' | 'change' | 'changedAt' | 'doc' | 'audit'>;

function versionOf<Row extends Pick<HistoryRow, 'version' | 'change' | 'changedAt'>>(
  kind: Kind,
  rows: readonly Row[],
  version: number,
): Row {
  const row = rows.find((one) => one.version === version);
  if (row?.change === 'DELETED') throw wasDeleted(kind, row);
  if (row) return row;
  throw notFound(`The ${kind.name} has no version ${version}.`, [`version: the record has no version ${version}`]);
}

const wasDeleted = (kind: Kind, { version, changedAt }: Pick<HistoryRow, 'version' | 'changedAt'>) =>
  notFound(`The ${kind.name} was deleted in version ${version}.`, [
    `version: the record was deleted in version ${version}, at ${changedAt.toISOString()}`,
  ]);

/** The greatest version that a request can name. */
export const MAX_VERSION = 999_999_999;

function readQuery(query: { version?: string; at?: string }): { version?: number; at?: number } {
  if (query.version !== undefined && query.at !== undefined) {
    throw badRequest('A query can name a version or a time, not both.', ['version: cannot be combined with at']);
  }
  if (query.version !== undefined) {
    const version = /^\d{1,9}$/.test(query.version) ? Number(query.version) : undefined;
    if (version) return { version };
    throw badRequest('The version is malformed.', [
      `version: must be a whole number from 1, not ${describe(query.version)}`,
    ]);
  }
  if (query.at !== undefined) {
    const at = parseDate(query.at);
    if (at !== undefined) return { at };
    throw badRequest('The time is malformed.', [
      `at: must be an ISO 8601 date-time with an offset or yyyy-MM-dd, not ${describe(query.at)}`,
    ]);
  }
  return {};
}

/**
 * Returns the versions, newest first. An id that was deleted and created again has several incarnations, whose versions
 * are numbered on.
 */
async function versionsOf(services: Services, kind: Kind, idOrCode: string): Promise<HistoryRow[]> {
  const { sql } = services;
  const live = isUuid(idOrCode) || hasCode(kind) ? await findRecord(services, kind, idOrCode) : undefined;
  let id = live?.id;
  if (id === undefined && isUuid(idOrCode)) id = idOrCode.toLowerCase();
  let rows = id === undefined ? [] : await rowsOf(id);
  if (rows.length === 0 && hasCode(kind) && isStorableText(idOrCode)) {
    // A hidden record that had the code too must not replace a visible one.
    const deletions = await sql<{ id: string; incarnation: bigint; doc: string; audit: string }[]>`
      select record_id as id, incarnation, doc, audit from history
      where kind = ${kind.name} and code = ${idOrCode} and change = 'DELETED'
      order by incarnation desc ${services.access.unrestricted ? sql`limit 1` : sql``}`;
    const [deleted] = readableOf(services, kind, deletions);
    if (deleted) rows = await rowsOf(deleted.id, deleted.incarnation);
  }
  const [latest] = rows;
  if (services.access.unrestricted || !latest) return rows;
  const current = latest.change === 'DELETED' ? latest : live;
  return current && readable(services, kind, current) ? readableOf(services, kind, rows) : [];

  /** @param last the last incarnation to return; the newest when absent */
  async function rowsOf(recordId: string, last?: bigint): Promise<HistoryRow[]> {
    const newest = sql`coalesce(${last === undefined ? null : String(last)}::bigint,
      (select max(incarnation) from history where kind = ${kind.name} and record_id = ${recordId}))`;
    return sql<HistoryRow[]>`
      select version, change, changed_by as "changedBy", changed_at as "changedAt", doc, audit, links_before as "linksBefore"
      from history where kind = ${kind.name} and record_id = ${recordId} and incarnation <= ${newest}
      order by incarnation desc, version desc`;
  }
}

function unknown(kind: Kind, idOrCode: string) {
  const by = hasCode(kind) ? 'id or code' : 'id';
  return notFound(`No ${kind.name} has or had the ${by} ${describe(idOrCode)}.`, [
    `idOrCode: no ${kind.name} has the ${by} ${describe(idOrCode)}`,
  ]);
}

/**
 * Returns the text of the record before the change: that of the earlier version, with the links of the time of the change.
 * Undefined if the earlier version is missing from the versions that the caller may read.
 */
function stateBefore(
  kind: Kind,
  { version, linksBefore }: HistoryRow,
  earlier: HistoryRow | undefined,
): string | undefined {
  if (earlier?.version !== version - 1) return undefined;
  if (linksBefore === null) return earlier.doc;
  const values = parseStored<JsonObject>(earlier.doc);
  for (const { member } of linksOf(kind)) delete values[member];
  return JSON.stringify({ ...values, ...parseStored<JsonObject>(linksBefore) });
}

function changesOf(row: HistoryRow | undefined, before: { readonly doc: string } | undefined): Change[] {
  const changes: Change[] = [];
  if (row?.change === 'UPDATED' && before)
    compare(changes, '', parseStored<JsonObject>(before.doc), parseStored<JsonObject>(row.doc));
  return changes;
}

function describeVersion(row: HistoryRow, changes: readonly Change[]): Json {
  return {
    version: row.version,
    who: row.changedBy,
    when: row.changedAt.toISOString(),
    change: row.change,
    changes: [...changes],
  };
}

/** Adds the changed members by their dotted paths. An array is compared as a whole. */
function compare(changes: Change[], prefix: string, from: JsonObject, to: JsonObject): void {
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const before = from[name];
    const after = to[name];
    if (isObject(before) && isObject(after)) compare(changes, `${prefix}${name}.`, before, after);
    else if (!Bun.deepEquals(before, after)) {
      const change: Change = { path: prefix + name };
      if (before !== undefined) change.from = before;
      if (after !== undefined) change.to = after;
      changes.push(change);
    }
  }
}
