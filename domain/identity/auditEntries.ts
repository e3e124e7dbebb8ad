import type { Database, Transaction } from '../../db/client.ts';
import {
  type AuditTexts,
  addSearchTexts,
  deleteAuditEntries,
  insertAuditEntries,
  searchAuditEntries,
  unsearchedEntries,
} from '../../db/queries/access/auditRows.ts';
import { searchColumns } from '../filtering/columns.ts';
import { parseFiltering } from '../filtering/index.ts';
import { searchDocument } from '../filtering/searchDocument.ts';
import { date, integer, string, uuid } from '../kinds/declaration/members.ts';
import type { Caller, JsonObject, Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { newId } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { type ListPart, type PartRequest, pageOf } from '../search/search.ts';

/** An entry of the audit list. It is searched like a record. Only the service writes entries, and nobody changes them. */
export const auditEntry: Kind = {
  name: 'AuditEntry',
  path: 'audit-entries',
  table: 'audit_entry',
  plural: 'audit entries',
  description: 'A sign-in, a refusal, or a change of credentials or rights.',
  members: {
    id: uuid({ description: 'UUIDv7: the order of ids is that of time.' }),
    at: date({ required: true, description: 'When it happened.' }),
    user: string({ description: 'Code of the user; absent if no user has been identified.' }),
    keyName: string({ description: 'Name of the API key that the user used.' }),
    action: string({
      required: true,
      description: 'What was done or refused: `SIGN_IN`, `API_KEY_CREATED` and others.',
    }),
    target: string({
      description:
        'What the action concerned: the code of a record, the codes that a link connects, the name of a key, an operation.',
    }),
    targetKind: string({ description: 'Kind of the record that was created, changed or deleted.' }),
    targetId: uuid({ description: 'Id of that record.' }),
    changes: string({
      description: 'The members of that record that were changed, with their values if these are short.',
    }),
    outcome: string({ required: true, values: ['SUCCEEDED', 'REFUSED'], description: 'Whether it was done.' }),
    reason: string({ description: 'Why it was refused.' }),
    address: string({ description: 'Address of the client.' }),
    requestId: string({ description: 'X-Request-Id of the request.' }),
    count: integer({
      description:
        'Number of equal refusals, or of records changed by one request, that this entry stands for; absent for one.',
    }),
  },
  operations: [],
  keepsHistory: false,
};

/** Where a request comes from. */
export interface Origin {
  readonly address?: string;
  readonly userAgent?: string;
}

export interface AuditedAction {
  readonly action: string;
  readonly outcome: 'SUCCEEDED' | 'REFUSED';
  readonly principal?: { readonly code: string; readonly keyName?: string | undefined };
  readonly target?: string;
  readonly reason?: string;
  readonly origin?: Origin;
}

/** The longest text of a member. */
const MAX_TEXT = 512;

/** Writes an entry, in the transaction of the change that it describes, if there is one. It must hold no secret: no password, key or token, and no code that nobody has. */
export const writeAuditEntry = async (
  { sql }: { readonly sql: Database | Transaction },
  action: AuditedAction,
  { requestId }: Pick<Caller, 'requestId'>,
): Promise<void> => void (await insertAuditEntries(sql, [auditTexts(action, { requestId })]));

/** Returns the texts to store for an entry. */
export function auditTexts(
  { action, outcome, principal, target, reason, origin }: AuditedAction,
  { requestId, count }: { readonly requestId: string; readonly count?: number },
): AuditTexts {
  const who = { user: principal?.code, keyName: principal?.keyName };
  const texts = { ...who, action, target, outcome, reason, address: origin?.address, requestId };
  const present = Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, storable(text)]]));
  const values: JsonObject & { id: string } = {
    id: newId(),
    at: new Date().toISOString(),
    ...(Object.fromEntries(present) as JsonObject),
    ...(count !== undefined && count > 1 && { count }),
  };
  return { id: values.id, doc: JSON.stringify(values), search: searchDocument(auditEntry, values) };
}

/** Returns a Page of the entries that match a filtering. */
export async function listAuditEntries(
  services: Services,
  filtering: string | undefined,
  { reader, after }: Omit<PartRequest, 'size'>,
): Promise<ListPart> {
  const parsed = parseFiltering(auditEntry, filtering, 'page');
  await completeAuditEntries(services.sql);
  return pageOf(
    services,
    { kind: auditEntry, filtering: parsed, reader },
    { ...(after !== undefined && { after }) },
    (window) => searchAuditEntries(services.sql, searchColumns(auditEntry), parsed, window),
  );
}

/** Entries that are completed together. */
const PAGE = 1_000;

/** Adds the search documents to the entries that triggers have written (scripts/triggers/auditTriggers.ts). Safe to run concurrently. */
async function completeAuditEntries(sql: Services['sql']): Promise<void> {
  for (;;) {
    const rows = await unsearchedEntries(sql, PAGE);
    await addSearchTexts(
      sql,
      rows.map(({ id, doc }) => ({ id, search: searchDocument(auditEntry, parseStored(doc)) })),
    );
    if (rows.length < PAGE) return;
  }
}

/** Entries that one statement deletes. */
const DELETED_TOGETHER = 5_000;
const DAY_MS = 86_400_000;

/** Deletes the entries that are older than a number of days. */
export async function deleteOldAuditEntries({ sql, log }: Services, days: number): Promise<void> {
  const before = new Date(Date.now() - days * DAY_MS);
  let entries = 0;
  for (let deleted = DELETED_TOGETHER; deleted === DELETED_TOGETHER; entries += deleted)
    deleted = await deleteAuditEntries(sql, before, DELETED_TOGETHER);
  if (entries > 0) log.info({ entries, before }, 'old audit entries were deleted');
}

const storable = (text: string): string => text.slice(0, MAX_TEXT).replaceAll('\0', '\ufffd').toWellFormed();
