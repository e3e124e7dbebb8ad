import type { Transaction } from '../../../db/client.ts';
import { storeWriteOnlyText, type WriteOnlyChange } from '../../../db/queries/records/writeOnlyRows.ts';
import { locking, type TableLock } from '../../../db/queries/tableLocks.ts';
import { fullAccess } from '../../access/access.ts';
import { AdministratorGuard } from '../../access/administrators.ts';
import { GrantGuard, type GrantScope } from '../../access/grantChecks.ts';
import type { ReadScope } from '../../access/reach.ts';
import { badRequest } from '../../errors.ts';
import type { Caller, Kind, Values } from '../../kinds/kind.ts';
import { addsListed, shareListed } from '../../relations/codeLists.ts';
import { codeReferenceLocks, codeReferencesTo, referencedBy, unknownCodes } from '../../relations/codeReferences.ts';
import { hierarchiesChanged, hierarchyLocks, hierarchyProblems } from '../../relations/hierarchy.ts';
import { linkWritesOf } from '../../relations/linkWrites.ts';
import { lockLinked } from '../../relations/renameLinks.ts';
import { isRenamed, propagateRename, tablesOfRename } from '../../relations/renamePropagation.ts';
import type { RecordRow } from '../record.ts';
import { nameWriter, needsWriter } from './nameWriter.ts';

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
  /** Runs after the statement. Throws a 400 or a 403. */
  complete(transaction: Transaction): Promise<void>;
}

/** What a write stores. */
interface WrittenState {
  readonly values: Values;
  /** Absent for a new record. */
  readonly stored?: { readonly row: RecordRow; readonly values: Values };
  readonly writeOnly?: WriteOnlyChange | undefined;
}

/** The side effects of a write; undefined where the write changes nothing but the record itself. */
export function sideEffectsOf(
  { access, jobTypes }: GrantScope,
  kind: Kind,
  { values, stored, writeOnly: text }: WrittenState,
  caller: Caller,
): SideEffects | undefined {
  const before = stored?.values;
  const hierarchies = hierarchiesChanged(kind, before, values);
  const isRename = before !== undefined && isRenamed(kind, before, values);
  const isRecoded = before !== undefined && before.code !== values.code;
  const isReferencedByCode = isRecoded && codeReferencesTo(kind).length > 0;
  const checksCodes = kind.codeReferences !== undefined || isReferencedByCode;
  const linkWrites = linkWritesOf(kind, before, values, stored?.row.doc, caller);
  const administrators = AdministratorGuard.ofChange(kind, before, values);
  const grants = new GrantGuard({ access, jobTypes }, kind, [{ before, after: values }]);
  const addsCodes = addsListed(kind, before, values);
  const changesRecords = hierarchies.length > 0 || isRename || linkWrites.needed || checksCodes || addsCodes;
  if (!changesRecords && !administrators.needed && grants.locks.length === 0 && !text && !needsWriter(kind))
    return undefined;
  const tables = [kind.table, ...linkWrites.tables, ...(isRename ? tablesOfRename(kind) : [])];
  return {
    locks: [
      ...administrators.locks,
      ...grants.locks,
      ...hierarchyLocks(hierarchies),
      ...(checksCodes ? codeReferenceLocks(kind) : []),
      ...locking('row exclusive', tables),
    ],
    isRename,
    changesLinks: linkWrites.needed,
    async prepare(transaction) {
      await nameWriter(transaction, kind, caller);
      await administrators.begin(transaction);
      if (!(await linkWrites.begin(transaction))) return false;
      if (isRename && isRecoded) await lockLinked(transaction, kind, [values.id]);
      if (addsCodes) await shareListed(transaction, kind, before, values);
      const problems = await hierarchyProblems(transaction, kind, values, hierarchies);
      // The reading of the body has checked the caller's reach; here only the existence of the records counts.
      const everyRecord = { sql: transaction, access: fullAccess };
      if (checksCodes) problems.push(...((await unknownCodes(everyRecord, kind, [values]))[0] ?? []));
      if (isReferencedByCode)
        problems.push(...(await referrersOfCode({ sql: transaction, access }, kind, String(before.code))));
      if (problems.length > 0) throw badRequest(`The ${kind.name} cannot be saved.`, problems);
      return true;
    },
    async complete(transaction) {
      if (kind.writeOnly && text) await storeWriteOnlyText(transaction, kind.writeOnly.table, values.id, text);
      await linkWrites.end(transaction);
      if (isRename) await propagateRename(transaction, kind, [{ id: values.id, from: String(before.code) }], caller);
      await grants.end({ sql: transaction, access });
      await administrators.end(transaction);
    },
  };
}

async function referrersOfCode(scope: ReadScope, kind: Kind, code: string): Promise<string[]> {
  const referrers = await referencedBy(scope, kind, [code]);
  return [...referrers.values()].flat().map((problem) => `code: ${problem}`);
}
