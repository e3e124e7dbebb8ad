import type { Transaction } from '../../db/client.ts';
import { sqlState } from '../../db/errors.ts';
import { recordStatements } from '../../db/queries/records/recordStatements.ts';
import { locking, lockTables } from '../../db/queries/tableLocks.ts';
import { retrying } from '../../db/withTransactionRetry.ts';
import { badRequest } from '../errors.ts';
import { kinds } from '../kinds/index.ts';
import type { Caller, Kind } from '../kinds/kind.ts';
import type { Platform } from '../ports/ports.ts';
import { ownLinksOf, removeOwnLinks } from '../relations/cascadeLinks.ts';
import { namedBy, namersOf, namingLocks } from '../relations/codeReferences.ts';
import { bringUpToDate, holdOwners, ownersOf } from '../relations/links.ts';
import { announce } from '../runtime/cacheInvalidation.ts';
import { findRecord, missing } from './findRecord.ts';
import { indexSyncData, newId } from './record.ts';
import { tableOf } from './table.ts';

/** Deletes a record. One that others point to stays: a 400 that counts them by kind. */
export async function removeRecord(
  platform: Platform,
  kind: Kind,
  idOrCode: string,
  caller: Caller,
  parameter = 'idOrCode',
): Promise<void> {
  const links = ownLinksOf(kind);
  const owners = ownersOf(kind);
  const namers = namersOf(kind);
  const tables = [kind.table, ...links.map((link) => link.kind.table), ...owners.map(({ owner }) => owner.table)];
  const locks = [...(namers.length > 0 ? namingLocks(kind) : []), ...locking('row exclusive', tables)];
  for (;;) {
    const row = await findRecord(platform, kind, idOrCode, parameter);
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
      const removed = await retrying<readonly unknown[]>(async () => {
        if (links.length === 0 && owners.length === 0 && namers.length === 0)
          return platform.sql.unsafe(text, parameters, { prepare: true });
        return platform.sql.begin(async (transaction) => {
          await lockTables(transaction, locks);
          if (namers.length > 0) await refuseNamed(transaction, kind, row.doc);
          const ids = owners.map(({ own }) => (JSON.parse(row.doc) as Record<string, string>)[own] as string);
          for (const { owner } of owners) await holdOwners(transaction, owner, ids);
          // Who makes a link of it waits from here on, and then finds it gone.
          await transaction`select from ${transaction(kind.table)} where id = ${row.id} for update`;
          await removeOwnLinks(transaction, kind, [row.id], caller);
          const gone = await transaction.unsafe(text, parameters, { prepare: true });
          if (gone.length === 0) throw new ChangedMeanwhile();
          for (const { owner } of owners) await bringUpToDate(transaction, owner, ids, caller);
          return gone;
        });
      });
      if (removed.length > 0) break;
    } catch (error) {
      if (error instanceof ChangedMeanwhile) continue;
      if (sqlState(error) !== '23503') throw error;
      const problems = await referrers(platform, kind, row.id);
      if (problems.length > 0) throw badRequest(`The ${kind.name} is still referred to.`, problems);
    }
  }
  await announce(platform, kind);
  for (const link of links) await announce(platform, link.kind);
  for (const { owner } of owners) await announce(platform, owner);
}

async function refuseNamed(transaction: Transaction, kind: Kind, doc: string): Promise<void> {
  const { code } = JSON.parse(doc) as { code?: string };
  if (code === undefined) return;
  const named = (await namedBy(transaction, kind, [code])).get(code) ?? [];
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
async function referrers(platform: Platform, kind: Kind, id: string): Promise<string[]> {
  const { sql } = platform;
  const problems: string[] = [];
  for (const referrer of kinds) {
    for (const rule of referrer.references ?? []) {
      if (rule.kind !== kind.name || rule.goesWith) continue;
      const [row] = await sql<{ count: bigint }[]>`
        select count(*) from ${sql(referrer.table)} r
        where ${sql(`r.${rule.column}`)} = (select ${sql(rule.follows ? 'id' : rule.by)} from ${sql(kind.table)} where id = ${id})`;
      const count = row?.count ?? 0n;
      if (count > 0n)
        problems.push(
          `id: ${count} ${count === 1n ? `${referrer.name} points` : `${referrer.plural} point`} to it by ${rule.member}`,
        );
    }
  }
  return problems;
}
