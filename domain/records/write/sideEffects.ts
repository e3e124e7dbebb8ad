import type { Transaction } from '../../../db/client.ts';
import { locking, type TableLock } from '../../../db/queries/tableLocks.ts';
import { badRequest } from '../../errors.ts';
import type { Caller, Kind, Values } from '../../kinds/kind.ts';
import { codeReferenceLocks, codeReferencesTo, referencedBy, unknownCodes } from '../../relations/codeReferences.ts';
import { hierarchiesChanged, hierarchyLocks, hierarchyProblems } from '../../relations/hierarchy.ts';
import { linkWritesOf } from '../../relations/linkWrites.ts';
import { lockLinked } from '../../relations/renameLinks.ts';
import { isRenamed, propagateRename, tablesOfRename } from '../../relations/renamePropagation.ts';
import type { RecordRow } from '../record.ts';

/** What a write has to check and change in other records, in the transaction of its own statement. */
export interface SideEffects {
  /** Tables to lock before any row. */
  readonly locks: readonly TableLock[];
  /** The code or name that other records copy changes. */
  readonly isRename: boolean;
  /** Link records, or records that own links, change. */
  readonly changesLinks: boolean;
  /** Runs before the statement. Returns false if the record has changed since it was read. Throws a 400. */
  prepare(transaction: Transaction): Promise<boolean>;
  /** Runs after the statement. */
  complete(transaction: Transaction): Promise<void>;
}

/** The side effects of a write; undefined where the write changes nothing but the record itself. */
export function sideEffectsOf(
  kind: Kind,
  values: Values,
  stored: { readonly row: RecordRow; readonly values: Values } | undefined,
  caller: Caller,
): SideEffects | undefined {
  const before = stored?.values;
  const hierarchies = hierarchiesChanged(kind, before, values);
  const isRename = before !== undefined && isRenamed(kind, before, values);
  const isRecoded = before !== undefined && before.code !== values.code;
  const isReferencedByCode = isRecoded && codeReferencesTo(kind).length > 0;
  const checksCodes = kind.codeReferences !== undefined || isReferencedByCode;
  const linkWrites = linkWritesOf(kind, before, values, stored?.row.doc, caller);
  if (hierarchies.length === 0 && !isRename && !linkWrites.needed && !checksCodes) return undefined;
  const tables = [kind.table, ...linkWrites.tables, ...(isRename ? tablesOfRename(kind) : [])];
  return {
    locks: [
      ...hierarchyLocks(hierarchies),
      ...(checksCodes ? codeReferenceLocks(kind) : []),
      ...locking('row exclusive', tables),
    ],
    isRename,
    changesLinks: linkWrites.needed,
    async prepare(transaction) {
      if (!(await linkWrites.begin(transaction))) return false;
      if (isRename && isRecoded) await lockLinked(transaction, kind, [values.id]);
      const problems = await hierarchyProblems(transaction, kind, values, hierarchies);
      if (checksCodes) problems.push(...((await unknownCodes(transaction, kind, [values]))[0] ?? []));
      if (isReferencedByCode) problems.push(...(await referrersOfCode(transaction, kind, String(before.code))));
      if (problems.length > 0) throw badRequest(`The ${kind.name} cannot be saved.`, problems);
      return true;
    },
    async complete(transaction) {
      await linkWrites.end(transaction);
      if (isRename) await propagateRename(transaction, kind, [{ id: values.id, from: String(before.code) }], caller);
    },
  };
}

async function referrersOfCode(transaction: Transaction, kind: Kind, code: string): Promise<string[]> {
  const referrers = await referencedBy(transaction, kind, [code]);
  return [...referrers.values()].flat().map((problem) => `code: ${problem}`);
}
