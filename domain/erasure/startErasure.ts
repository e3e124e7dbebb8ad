import type { Transaction } from '../../db/client.ts';
import {
  beginErasure,
  deleteCredentials,
  type ErasureScope,
  erasedUser,
} from '../../db/queries/erasure/erasureRows.ts';
import { fullAccess } from '../access/access.ts';
import { checkWritable } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import { prepareJob } from '../jobs/create.ts';
import { inJobTransaction } from '../jobs/transaction.ts';
import type { Caller, Values } from '../kinds/kind.ts';
import { user } from '../kinds/users/user.ts';
import type { Services } from '../ports/services.ts';
import { findRecord, missing } from '../records/findRecord.ts';
import { newId } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { changeRecord } from '../records/write/changeRecord.ts';
import { describe, isObject } from '../validation/values.ts';
import { reservedWords } from './reservedWords.ts';

interface ErasureOptions {
  readonly caller: Caller;
  /** Runs in the transaction that starts the Job, with the answer. */
  readonly inTransaction?: ((transaction: Transaction, answer: string) => Promise<void>) | undefined;
}

/**
 * Starts the erasure of a person. One transaction changes its record and all versions of it, deletes its credentials, and
 * stores the Job that erases its texts everywhere else; until the Job has ended, they are in the table `erasure`. A dry
 * run changes nothing: its Job counts. Returns the answer as JSON text.
 *
 * @throws ServiceError NOT_FOUND: there is no such user; BAD_REQUEST: it is the last administrator
 */
export async function startErasure(
  services: Services,
  idOrCode: string,
  input: unknown,
  options: ErasureOptions,
): Promise<{ readonly answer: string; readonly userId: string; readonly jobId: string }> {
  const dryRun = readDryRun(input);
  const found = await findRecord(services, user, idOrCode);
  if (!found) throw missing(user, 'idOrCode', idOrCode, true);
  checkWritable(services, user, found);
  const { id: userId } = found;
  const { caller, inTransaction } = options;
  const startDate = new Date().toISOString();
  const job = { id: newId(), jobType: 'ERASE_USER', data: { userId, dryRun }, startDate, status: 'NEW' };
  const own = { ...services, access: fullAccess };
  const prepared = await prepareJob(own, job, { caller, checked: true });
  let answer = '';
  const begin = async (transaction: Transaction): Promise<void> => {
    await prepared.store(transaction);
    const scope = { jobId: prepared.id, userId, dryRun, reserved: reservedWords() };
    answer = answerOf(dryRun, prepared.id, await beginErasure(transaction, scope));
    if (!dryRun) await deleteCredentials(transaction, userId);
    await inTransaction?.(transaction, answer);
  };
  if (dryRun) await inJobTransaction(services, begin);
  else {
    const read = async ({ doc }: { readonly doc: string }) => {
      // The transaction of an earlier attempt was rolled back.
      answer = '';
      const values = parseStored<Values>(await erasedUser(services.sql, doc));
      return { values: { ...values, status: 'DISABLE' } };
    };
    await changeRecord(
      services,
      user,
      { key: userId, read },
      { caller, refresh: false, parameter: 'id', inTransaction: begin },
    );
    // A user that has been erased before does not change.
    if (answer === '') await inJobTransaction(services, begin);
  }
  services.wakeRelay();
  return { answer, userId, jobId: prepared.id };
}

/** The body says whether it is a dry run: nobody erases a person by leaving something out. */
function readDryRun(input: unknown): boolean {
  if (!isObject(input)) throw refused([`body: must be an object, not ${describe(input)}`]);
  const { dryRun, ...others } = input;
  const problems = Object.keys(others).map((name) => `${name}: unknown member, an erasure has dryRun`);
  if (dryRun === undefined) problems.push('dryRun: is required, false to erase the person');
  else if (typeof dryRun !== 'boolean') problems.push(`dryRun: must be true or false, not ${describe(dryRun)}`);
  if (problems.length > 0) throw refused(problems);
  return dryRun === true;
}

const refused = (problems: readonly string[]) => badRequest('The erasure cannot be read.', problems);

const answerOf = (dryRun: boolean, jobId: string, scope: ErasureScope): string =>
  JSON.stringify({ dryRun, jobId, ...scope });
