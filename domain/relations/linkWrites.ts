import type { Transaction } from '../../db/client.ts';
import { kindNamed } from '../kinds/index.ts';
import type { Caller, JsonObject, Kind, Values } from '../kinds/kind.ts';
import { linksChanged, linksOf, ownersOf } from './linkMembers.ts';
import { makeLinks } from './makeLinks.ts';
import { lockOwners, recomputeLinks } from './recomputeLinks.ts';

/** What the write of one record has to do about links, before and behind its statement, in the same transaction. */
export interface LinkWrites {
  readonly needed: boolean;
  /** The tables that it writes. */
  readonly tables: readonly string[];
  /** False when the record is no longer what was read of it: the write is to be tried again on what is there now. */
  begin(transaction: Transaction): Promise<boolean>;
  end(transaction: Transaction): Promise<void>;
}

const nothing: LinkWrites = { needed: false, tables: [], begin: async () => true, end: async () => {} };

/**
 * @param before the values read, undefined for a new record
 * @param doc the text that they were read from
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
      // A link that was written meanwhile changes the record without a version of its own. Whoever only wants to point
      // to the record need not wait.
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
 * What the record names and follows, before the record itself is held: a rename holds the renamed one first and then
 * whatever follows it, and would meet this write crosswise.
 */
async function shareReferences(transaction: Transaction, kind: Kind, after: JsonObject): Promise<void> {
  for (const { member, target: name, by, denormalized } of kind.references ?? []) {
    const target = kindNamed(name);
    const named = after[member];
    if (denormalized && target && typeof named === 'string')
      await transaction`select from ${transaction(target.table)} where ${transaction(by)} = ${named} for share`;
  }
}

/** A link that moves has two owners: the one that it is taken from, and the one that it is given to. */
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
