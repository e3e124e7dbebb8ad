import type { Transaction } from '../../../db/client.ts';
import { checkConstraints } from '../../../db/queries/imports/applyChanges.ts';
import { danglingReferences } from '../../../db/queries/imports/danglingReferences.ts';
import { fullAccess } from '../../access/access.ts';
import type { TransactionScope } from '../../access/reach.ts';
import { badRequest } from '../../errors.ts';
import { kindNamed } from '../../kinds/index.ts';
import type { JsonObject, Kind } from '../../kinds/kind.ts';
import type { Services } from '../../ports/services.ts';
import { parseStored } from '../../records/storedText.ts';
import { unknownCodes } from '../../relations/codeReferences.ts';
import { usedBy } from '../../relations/codeUses.ts';
import { describe } from '../../validation/values.ts';
import { archivedKinds } from './kindsInOrder.ts';

/** An import replaces all records. It needs the right to administer, not rules for each kind. */
export const everyRecord = (transaction: Transaction): TransactionScope => ({ sql: transaction, access: fullAccess });

/** The codes of a kind that an import removes, and that records may use without a reference. */
export interface LostCodes {
  readonly kind: Kind;
  readonly codes: readonly string[];
}

/**
 * Checks that no record uses a removed code that need not exist, such as logs a LogType. The import has deleted the records
 * with these codes and locks them: a writer that names one of them has committed before, or waits and finds none. So
 * a read outside of the snapshot of the import misses no use.
 */
export async function checkUses({ sql }: Services, lost: readonly LostCodes[]): Promise<void> {
  const problems: string[] = [];
  for (const { kind, codes } of lost)
    for (const [code, uses] of await usedBy({ sql, access: fullAccess }, kind, codes))
      problems.push(...uses.map((use) => `${kind.path}: ${describe(code)} would be removed, and ${use}`));
  if (problems.length > 0) throw badRequest('The archive removes records that are in use.', problems);
}

/** Checks references after all kinds are imported. Each problem names a missing target and counts its referrers. */
export async function checkReferences(transaction: Transaction): Promise<void> {
  const problems: string[] = [];
  for (const kind of archivedKinds()) {
    for (const rule of kind.references ?? []) {
      const target = kindNamed(rule.target);
      if (!target) continue;
      const rows = await transaction.unsafe<{ value: string; count: number }[]>(
        danglingReferences(kind.table, target.table, rule),
      );
      for (const { value, count } of rows) {
        const who = count === 1 ? `${kind.name} points` : `${kind.plural} point`;
        problems.push(
          `${target.path}: ${count} ${who} to ${describe(value)} by ${rule.member}, which would not exist after the import`,
        );
      }
    }
    problems.push(...(await danglingNames(transaction, kind)));
  }
  if (problems.length > 0) throw badRequest('The archive leaves references to what it removes.', problems);
  await transaction.unsafe(checkConstraints);
}

/** Finds unknown codes in free members, which no constraint checks. */
async function danglingNames(transaction: Transaction, kind: Kind): Promise<string[]> {
  if (!kind.codeReferences) return [];
  const rows = await transaction<{ code: string; doc: string }[]>`
    select code, doc from ${transaction(kind.table)} order by code`;
  const unknown = await unknownCodes(
    everyRecord(transaction),
    kind,
    rows.map(({ doc }) => parseStored<JsonObject>(doc)),
  );
  return rows.flatMap(({ code }, index) =>
    (unknown[index] ?? []).map(
      (problem) => `${kind.path}: ${describe(code)} would have a dangling reference: ${problem}`,
    ),
  );
}
