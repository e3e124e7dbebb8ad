import { searchDocument } from '../filtering/searchDocument.ts';
import { hasCode } from '../kinds/declaration/members.ts';
import type { Audit, Caller, JsonObject, Kind, Values } from '../kinds/kind.ts';
import { inDeclaredOrder } from '../kinds/memberOrder.ts';
import '../validation/parseJson.ts';
import { textOf } from '../validation/values.ts';

/** A record as its table stores it. */
export interface RecordRow {
  readonly id: string;
  readonly version: number;
  readonly incarnation: bigint;
  readonly doc: string;
  readonly audit: string;
}

/** The texts that a write stores for a record. */
export interface RecordTexts {
  readonly id: string;
  readonly code: string | null;
  readonly doc: string;
  readonly audit: string;
  readonly search: string;
}

/**
 * Joins the two texts of a record without parsing them. `doc` always has an id, so it is never empty. Operations answer
 * with `presentText` (domain/records/presentRecord.ts), which adds the computed members.
 */
export function recordText(row: { readonly doc: string; readonly audit: string }): string {
  return `${row.doc.slice(0, -1)},"auditInfo":${row.audit}}`;
}

/** Returns the texts to store for these values, members in the order of {@link inDeclaredOrder}. */
export function recordTexts(kind: Kind, values: Values, audit: Audit): RecordTexts {
  return {
    id: values.id,
    code: hasCode(kind) ? (textOf(values.code) ?? null) : null,
    doc: JSON.stringify(inDeclaredOrder(kind, values)),
    audit: JSON.stringify(audit),
    search: searchDocument(kind, values, audit),
  };
}

/** Returns the id of a record from its text, whose first member it is. */
export const idOf = (record: string): string => record.slice('{"id":"'.length, '{"id":"'.length + 36);

/** Returns the values with this id as their first member. */
export function withId(values: JsonObject, id: string): Values {
  return { id, ...values, ...(values.id === undefined ? undefined : { id }) };
}

/** @param version the first version; above 1 if a deleted record had the id, whose history is continued */
export function firstAudit(caller: Caller, now = new Date(), version = 1): Audit {
  const when = now.toISOString();
  return { version, whoInserted: caller.user, whenInserted: when, whoEdited: caller.user, whenEdited: when };
}

/** The new time is never before the previous one, even if process clocks differ, because as-of reads rely on the order. */
export function nextAudit(previous: Audit, caller: Caller, now = new Date()): Audit {
  const when = now.toISOString();
  return {
    ...previous,
    version: previous.version + 1,
    whoEdited: caller.user,
    whenEdited: latest(when, previous.whenEdited),
  };
}

/** Times are ISO 8601 in UTC with milliseconds, so they sort as text. */
const latest = (one: string, other: string): string => (one < other ? other : one);

/** Returns a UUID (version 8) computed from a text: the same text always has the same id. */
export function derivedId(text: string): string {
  const hash = new Bun.CryptoHasher('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export const newId = (): string => Bun.randomUUIDv7();

/** Returns the payload of an index.sync job as JSON text: up to 500 ids of one kind, and the context of the request. */
export function indexSyncData(kind: Kind, ids: readonly string[], caller: Caller): string {
  const { requestId, correlationId, traceId, spanId } = caller;
  return JSON.stringify({ kind: kind.name, ids, context: { requestId, correlationId, traceId, spanId } });
}
