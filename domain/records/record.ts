import { searchDocument } from '../filtering/searchDocument.ts';
import { hasCode } from '../kinds/declaration/members.ts';
import type { Audit, Caller, JsonObject, Kind, Values } from '../kinds/kind.ts';
import { inDeclaredOrder } from './memberOrder.ts';

/** A record as its table holds it. */
export interface RecordRow {
  readonly id: string;
  readonly version: number;
  readonly incarnation: bigint;
  readonly doc: string;
  readonly audit: string;
}

/** The texts of a record to be written. */
export interface RecordTexts {
  readonly id: string;
  readonly code: string | null;
  readonly doc: string;
  readonly audit: string;
  readonly search: string;
}

/**
 * A record as it is kept: its two texts put together, without parsing either. `doc` always holds an id. Operations of
 * any kind answer with answerText (domain/records/presentRecord.ts), which also puts in what is computed.
 */
export function recordText(row: { readonly doc: string; readonly audit: string }): string {
  return `${row.doc.slice(0, -1)},"auditInfo":${row.audit}}`;
}

/** What a table stores of these values, members in declared order: see {@link inDeclaredOrder}. */
export function recordTexts(kind: Kind, values: Values, audit: Audit): RecordTexts {
  return {
    id: values.id,
    code: hasCode(kind) ? ((values.code as string | undefined) ?? null) : null,
    doc: JSON.stringify(inDeclaredOrder(kind, values)),
    audit: JSON.stringify(audit),
    search: searchDocument(kind, values, audit),
  };
}

/** The values with their id first, as the declaration orders them. */
export function withId(values: JsonObject, id: string): Values {
  return { id, ...values, ...(values.id === undefined ? undefined : { id }) };
}

export function firstAudit(caller: Caller, now = new Date()): Audit {
  const when = now.toISOString();
  return { version: 1, whoInserted: caller.user, whenInserted: when, whoEdited: caller.user, whenEdited: when };
}

/** Never earlier than the edit before it, whatever the clocks of two processes say: as-of reads go by it. */
export function nextAudit(previous: Audit, caller: Caller, now = new Date()): Audit {
  const when = now.toISOString();
  return {
    ...previous,
    version: previous.version + 1,
    whoEdited: caller.user,
    whenEdited: latest(when, previous.whenEdited),
  };
}

/** Both are ISO 8601 in UTC with milliseconds, which sort as text. */
const latest = (one: string, other: string): string => [one, other].sort()[1] as string;

/** A UUID (version 8) that follows from a text: what is made again is the same. */
export function derivedId(text: string): string {
  const hash = new Bun.CryptoHasher('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hash[16] as string, 16) & 0x3) | 0x8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export const newId = (): string => Bun.randomUUIDv7();

/** JSON text of the payload of an index.sync job: up to 500 ids of one kind, and whose request it was. */
export function indexSyncData(kind: Kind, ids: readonly string[], caller: Caller): string {
  const { requestId, correlationId, traceId, spanId } = caller;
  return JSON.stringify({ kind: kind.name, ids, context: { requestId, correlationId, traceId, spanId } });
}
