import type { Database, Transaction } from '../../../db/client.ts';
import { classify } from '../../../db/errors.ts';
import { queryReadable } from '../../../db/queries/access/readableRows.ts';
import { recordStatements } from '../../../db/queries/records/recordStatements.ts';
import { locking, lockTables } from '../../../db/queries/tableLocks.ts';
import { withTransactionRetry } from '../../../db/withTransactionRetry.ts';
import { AdministratorGuard } from '../../access/administrators.ts';
import { checkWritable, readableRows } from '../../access/reach.ts';
import { badRequest } from '../../errors.ts';
import { kinds } from '../../kinds/index.ts';
import type { Caller, JsonObject, Kind, Reference } from '../../kinds/kind.ts';
import { ownersOf } from '../../kinds/linkMembers.ts';
import type { Services } from '../../ports/services.ts';
import { cascadeLinksOf, removeCascadeLinks } from '../../relations/cascadeLinks.ts';
import { codeListsTo, listedBy } from '../../relations/codeLists.ts';
import { codeReferenceLocks, codeReferencesTo, IN_USE, referencedBy } from '../../relations/codeReferences.ts';
import { codeUsersOf, usedBy } from '../../relations/codeUses.ts';
import { lockOwners, recomputeLinks } from '../../relations/recomputeLinks.ts';
import { publishChange } from '../../runtime/publishChange.ts';
import type { Precondition } from '../entityTag.ts';
import { findRecord, missing } from '../findRecord.ts';
import { checkPrecondition } from '../precondition.ts';
import { indexSyncData, newId, type RecordRow } from '../record.ts';
import { parseStored } from '../storedText.ts';
import { tableOf } from '../table.ts';
import { isAudited, nameWriter } from './nameWriter.ts';

/** Deletes a record with its links. Throws a 400 that counts by kind the records that point to it. */
export async function removeRecord(
  services: Services,
  kind: Kind,
  idOrCode: string,
  { parameter = 'idOrCode', ...options }: RemoveOptions & { readonly parameter?: string },
): Promise<Removed> {
  const removed = await removeIfStored(services, kind, { key: idOrCode, parameter }, options);
  if (!removed) throw missing(kind, parameter, idOrCode);
  return removed;
}

/** The result of a deletion. */
export interface Removed {
  /** The caller asked for a refresh, and a search may still find the record. */
  readonly delayed: boolean;
}

export interface RemoveOptions {
  readonly caller: Caller;
  /** Return only when no search finds the record. */
  readonly refresh?: boolean;
  /** Conditions on the stored record, as the caller sees it. */
  readonly precondition?: Precondition | undefined;
  /** Throws unless the stored record is to be deleted. */
  readonly accept?: (row: RecordRow) => void;
  /** Runs in the transaction of the deletion. If it throws, nothing is deleted. */
  readonly inTransaction?: (transaction: Transaction) => Promise<void>;
}

/** As removeRecord; returns undefined if there is no such record. */
export async function removeIfStored(
  services: Services,
  kind: Kind,
  { key, parameter }: { readonly key: string; readonly parameter: string },
  options: RemoveOptions,
): Promise<Removed | undefined> {
  const outboxId = newId();
  let id: string;
  for (;;) {
    const row = await findRecord(services, kind, key, parameter);
    if (!row) return undefined;
    id = row.id;
    checkWritable(services, kind, row);
    options.accept?.(row);
    await checkPrecondition(services, kind, row, options.precondition);
    try {
      if (await withTransactionRetry(() => remove(services, kind, row, { ...options, outboxId }))) break;
    } catch (error) {
      if (error instanceof ChangedMeanwhile) continue;
      if (classify(error) !== 'foreignKeyViolation') throw error;
      const problems = await referrers(services, kind, row.id);
      if (problems.length > 0) throw badRequest(`The ${kind.name} is still referred to.`, problems);
    }
  }
  await publishChange(services, kind);
  for (const link of cascadeLinksOf(kind)) await publishChange(services, link.kind);
  for (const { owner } of ownersOf(kind)) await publishChange(services, owner);
  return { delayed: options.refresh === true && !(await services.awaitSearchable(kind, id, outboxId)) };
}

/** One statement, or a transaction where other records change too. Returns false if the record is no longer `row`. */
async function remove(
  services: Services,
  kind: Kind,
  row: RecordRow,
  { caller, inTransaction, outboxId }: RemoveOptions & { readonly outboxId: string },
): Promise<boolean> {
  const text = recordStatements(tableOf(kind)).remove;
  const when = new Date().toISOString();
  const outbox = [outboxId, indexSyncData(kind, [row.id], caller)];
  const parameters = [row.id, row.version, String(row.incarnation), caller.user, when, ...outbox];
  const removeRow = async (sql: Database | Transaction): Promise<boolean> =>
    (await sql.unsafe(text, parameters, { prepare: true })).length > 0;
  const [links, owners, namers] = [cascadeLinksOf(kind), ownersOf(kind), codeReferencesTo(kind)];
  const values = parseStored<JsonObject>(row.doc);
  const administrators = AdministratorGuard.ofChange(kind, values);
  const isListed = codeListsTo(kind).length > 0;
  const isUsed = codeUsersOf(kind).length > 0;
  const isAlone = !isUsed && links.length === 0 && owners.length === 0 && namers.length === 0 && !isListed;
  if (isAlone && !administrators.needed && !isAudited(kind) && !inTransaction) return removeRow(services.sql);
  const tables = [kind.table, ...links.map((link) => link.kind.table), ...owners.map(({ owner }) => owner.table)];
  const ownerIds = owners.map(({ ownerMember }) => String(values[ownerMember]));
  return services.sql.begin(async (transaction) => {
    await lockTables(transaction, [
      ...administrators.locks,
      ...(namers.length > 0 ? codeReferenceLocks(kind) : []),
      ...locking('row exclusive', tables),
    ]);
    await nameWriter(transaction, kind, caller);
    await administrators.begin(transaction);
    const scope = { sql: transaction, access: services.access };
    if (namers.length > 0) await refuseNamed(kind, values, (codes) => referencedBy(scope, kind, codes));
    for (const { owner } of owners) await lockOwners(transaction, owner, ownerIds);
    // A writer that adds a link waits from here on, and then finds no record.
    await transaction`select from ${transaction(kind.table)} where id = ${row.id} for update`;
    if (isListed) await refuseNamed(kind, values, (codes) => listedBy(scope, kind, codes));
    if (isUsed) await refuseNamed(kind, values, (codes) => usedBy(scope, kind, codes));
    await removeCascadeLinks(transaction, kind, [row.id], caller);
    if (!(await removeRow(transaction))) throw new ChangedMeanwhile();
    for (const { owner } of owners) await recomputeLinks(transaction, owner, ownerIds, caller);
    await administrators.end(transaction);
    await inTransaction?.(transaction);
    return true;
  });
}

/** Throws a 400 if other records contain the code of the record. @param find returns by code which records do */
async function refuseNamed(
  kind: Kind,
  { code }: JsonObject,
  find: (codes: readonly string[]) => Promise<Map<string, string[]>>,
): Promise<void> {
  if (typeof code !== 'string') return;
  const problems = (await find([code])).get(code) ?? [];
  if (problems.length === 0) return;
  const errors = problems.map((problem) => `id: ${problem}`);
  throw badRequest(`The ${kind.name} is still referred to.`, errors);
}

/** Rolls back: the record is no longer the one that was read. */
class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

/**
 * Counts the records that point to this record, by kind. Records that the caller may not read are not counted; if there
 * are no others, the problem says only that the record is in use.
 */
async function referrers(services: Services, kind: Kind, id: string): Promise<string[]> {
  const problems: string[] = [];
  let isInUse = false;
  for (const { referrer, rule } of restrictingReferences(kind)) {
    const count = await countPointing(services, readableRows(services, referrer), kind, rule, id);
    const who = count === 1n ? `${referrer.name} points` : `${referrer.plural} point`;
    if (count > 0n) problems.push(`id: ${count} ${who} to it by ${rule.member}`);
    else if (!services.access.unrestricted)
      isInUse ||= (await countPointing(services, referrer.table, kind, rule, id)) > 0n;
  }
  return problems.length === 0 && isInUse ? [`id: ${IN_USE}`] : problems;
}

/** The references that prevent the deletion of a record of this kind. */
const restrictingReferences = (kind: Kind): { readonly referrer: Kind; readonly rule: Reference }[] =>
  kinds.flatMap((referrer) =>
    (referrer.references ?? [])
      .filter((rule) => rule.target === kind.name && rule.onDelete !== 'cascade')
      .map((rule) => ({ referrer, rule })),
  );

/** @param source a table, or a subquery with its columns */
async function countPointing(
  { sql }: Services,
  source: string,
  kind: Kind,
  rule: Reference,
  id: string,
): Promise<bigint> {
  const key = `(select ${rule.denormalized ? 'id' : rule.by} from ${kind.table} where id = $1)`;
  const text = `select count(*) from ${source} as r where r.${rule.column} = ${key}`;
  const [row] = await queryReadable<{ count: bigint }>(sql, text, [id]);
  return row?.count ?? 0n;
}
