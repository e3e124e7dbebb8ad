import type { Transaction } from '../../db/client.ts';
import type { Links } from '../kinds/linkMembers.ts';
import { parseStored } from '../records/storedText.ts';

interface LinkRow {
  readonly id: string;
  readonly owner: string;
  readonly doc: string;
  readonly code: string;
}

/** Reads the links of owners. Takes share locks on their targets in one order, and reads the codes under the locks. */
export const linkRows = (
  transaction: Transaction,
  { link, target, ownColumn, otherColumn }: Links,
  owners: readonly string[],
) =>
  transaction<LinkRow[]>`
    select l.id, l.${transaction(ownColumn)} as owner, l.doc, t.code
    from ${transaction(link.table)} l join ${transaction(target.table)} t on t.id = l.${transaction(otherColumn)}
    where l.${transaction(ownColumn)} = any(${[...owners]}::uuid[]) order by t.id, l.id for share of t`;

export const periodOf = ({ doc }: { doc: string }): { validFrom?: string; validTo?: string } =>
  parseStored<{ period?: { validFrom?: string; validTo?: string } }>(doc).period ?? {};
