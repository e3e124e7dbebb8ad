import type { Transaction } from '../../db/client.ts';
import { sqlState } from '../../db/errors.ts';
import { recordStatements } from '../../db/queries/records/recordStatements.ts';
import { locking, lockTables } from '../../db/queries/tableLocks.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { badRequest } from '../errors.ts';
import { kinds } from '../kinds/index.ts';
import type { Caller, Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { cascadeLinksOf, removeCascadeLinks } from '../relations/cascadeLinks.ts';
import { codeReferenceLocks, codeReferencesTo, referencedBy } from '../relations/codeReferences.ts';
import { lockOwners, ownersOf, recomputeLinks } from '../relations/links.ts';
import { publishChange } from '../runtime/cacheInvalidation.ts';
import { findRecord, missing } from './findRecord.ts';
import { indexSyncData, newId } from './record.ts';
import { tableOf } from './table.ts';

/** Deletes a record. One that others point to stays: a 400 that counts them by kind. */
export async function removeRecord(
  services: Services,
  kind: Kind,
  idOrCode: string,
  caller: Caller,
  parameter = 'idOrCode',
): Promise<void> {
  const links = cascadeLinksOf(kind);
  const owners = ownersOf(kind);
  const namers = codeReferencesTo(kind);
  const tables = [kind.table, ...links.map((link) => link.kind.table), ...owners.map(({ owner }) => owner.table)];
  const locks = [...(namers.length > 0 ? codeReferenceLocks(kind) : []), ...locking('row exclusive', tables)];
  for (;;) {
    const row = await findRecord(services, kind, idOrCode, parameter);
    if (!row) throw missing(kind, parameter, idOrCode);
    const parameters = [
      row.id,
      row.version,
      String(row.incarnation),
      caller.user,
      new Date().toISOString(),
      newId(),
      indexSyncData(kind, [row.id], caller),
    ];
    const text = recordStatements(tableOf(kind)).remove;
    try {
      const removed = await withTransactionRetry<readonly unknown[]>(async () => {
        if (links.length === 0 && owners.length === 0 && namers.length === 0)
          return services.sql.unsafe(text, parameters, { prepare: true });
        return services.sql.begin(async (transaction) => {
          await lockTables(transaction, locks);
          if (namers.length > 0) await refuseNamed(transaction, kind, row.doc);
          const ids = owners.map(
            ({ ownerMember }) => (JSON.parse(row.doc) as Record<string, string>)[ownerMember] as string,
          );
          for (const { owner } of owners) await lockOwners(transaction, owner, ids);
          // Who makes a link of it waits from here on, and then finds it gone.
          await transaction`select from ${transaction(kind.table)} where id = ${row.id} for update`;
          await removeCascadeLinks(transaction, kind, [row.id], caller);
          const gone = await transaction.unsafe(text, parameters, { prepare: true });
          if (gone.length === 0) throw new ChangedMeanwhile();
          for (const { owner } of owners) await recomputeLinks(transaction, owner, ids, caller);
          return gone;
        });
      });
      if (removed.length > 0) break;
    } catch (error) {
      if (error instanceof ChangedMeanwhile) continue;
      if (sqlState(error) !== '23503') throw error;
      const problems = await referrers(services, kind, row.id);
      if (problems.length > 0) throw badRequest(`The ${kind.name} is still referred to.`, problems);
    }
  }
  await publishChange(services, kind);
  for (const link of links) await publishChange(services, link.kind);
  for (const { owner } of owners) await publishChange(services, owner);
}

async function refuseNamed(transaction: Transaction, kind: Kind, doc: string): Promise<void> {
  const { code } = JSON.parse(doc) as { code?: string };
  if (code === undefined) return;
  const named = (await referencedBy(transaction, kind, [code])).get(code) ?? [];
  if (named.length > 0)
    throw badRequest(
      `The ${kind.name} is still referred to.`,
      named.map((problem) => `id: ${problem}`),
    );
}

/** Undoes what was removed of a record that is no longer the one that was read. */
class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

/** Counts, for each kind that can point to this one, the records that point to this record. */
async function referrers(services: Services, kind: Kind, id: string): Promise<string[]> {
  const { sql } = services;
  const problems: string[] = [];
  for (const referrer of kinds) {
    for (const rule of referrer.references ?? []) {
      if (rule.target !== kind.name || rule.onDelete === 'cascade') continue;
      const [row] = await sql<{ count: bigint }[]>`
        select count(*) from ${sql(referrer.table)} r
        where ${sql(`r.${rule.column}`)} = (select ${sql(rule.denormalized ? 'id' : rule.by)} from ${sql(kind.table)} where id = ${id})`;
      const count = row?.count ?? 0n;
      if (count > 0n)
        problems.push(
          `id: ${count} ${count === 1n ? `${referrer.name} points` : `${referrer.plural} point`} to it by ${rule.member}`,
        );
    }
  }
  return problems;
}
