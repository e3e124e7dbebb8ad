import type { Transaction } from '../../db/client.ts';
import { kindNamed } from '../kinds/index.ts';
import type { Caller, JsonObject, Kind, Values } from '../kinds/kind.ts';
import { linksChanged, linksOf, ownersOf } from '../kinds/linkMembers.ts';
import { makeLinks } from './makeLinks.ts';
import { lockOwners, recomputeLinks } from './recomputeLinks.ts';

/** The link changes of one write, before and after its statement, in the same transaction. */
export interface LinkWrites {
  readonly needed: boolean;
  /** The tables that the changes write. */
  readonly tables: readonly string[];
  /** Returns false if the record has changed since it was read; the caller reads it again and retries. */
  begin(transaction: Transaction): Promise<boolean>;
  end(transaction: Transaction): Promise<void>;
}

const nothing: LinkWrites = { needed: false, tables: [], begin: async () => true, end: async () => {} };

/**
 * @param before the stored values; undefined for a new record
 * @param doc the stored text of these values
 */
export function linkWritesOf(
  kind: Kind,
  before: JsonObject | undefined,
  after: Values,
  doc: string | undefined,
  caller: Caller,
): LinkWrites {
  const owners = ownersOf(kind);
  if (owners.length > 0) return ofLink(kind, before, after, caller);
  if (linksOf(kind).length === 0) return nothing;
  const changed = linksChanged(kind, before, after);
  return {
    needed: before !== undefined || changed.length > 0,
    tables: changed.map(({ link }) => link.table),
    async begin(transaction) {
      if (before === undefined) return true;
      await shareReferences(transaction, kind, after);
      // A concurrent write of a link changes the record without a new version, so the text is compared. `no key update`
      // does not block writers that only refer to the record.
      const [row] = await transaction<{ doc: string; due: boolean | null }[]>`
        select doc, links_expire_at <= clock_timestamp() as due from ${transaction(kind.table)}
        where id = ${after.id} for no key update`;
      if (row?.due) await recomputeLinks(transaction, kind, [after.id], caller);
      return row !== undefined && !row.due && row.doc === doc;
    },
    async end(transaction) {
      for (const links of changed) await makeLinks(transaction, links, [after], caller);
      if (changed.length > 0) await recomputeLinks(transaction, kind, [after.id], caller);
    },
  };
}

/**
 * Locks the denormalized targets of the record before the record itself. A rename locks in the same order: first the
 * renamed record, then the records that copy its code. The other order would deadlock.
 */
async function shareReferences(transaction: Transaction, kind: Kind, after: JsonObject): Promise<void> {
  for (const { member, target: name, by, denormalized } of kind.references ?? []) {
    const target = kindNamed(name);
    const named = after[member];
    if (denormalized && target && typeof named === 'string')
      await transaction`select from ${transaction(target.table)} where ${transaction(by)} = ${named} for share`;
  }
}

/** A link whose owner changes affects both the old and the new owner. */
function ofLink(kind: Kind, before: JsonObject | undefined, after: JsonObject, caller: Caller): LinkWrites {
  const ends = ownersOf(kind).map(({ owner, ownerMember }) => ({
    owner,
    ids: [before?.[ownerMember], after[ownerMember]].filter((id): id is string => typeof id === 'string'),
  }));
  return {
    needed: true,
    tables: ends.map(({ owner }) => owner.table),
    async begin(transaction) {
      for (const { owner, ids } of ends) await lockOwners(transaction, owner, ids);
      return true;
    },
    async end(transaction) {
      for (const { owner, ids } of ends) await recomputeLinks(transaction, owner, ids, caller);
    },
  };
}
