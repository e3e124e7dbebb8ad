import { Command } from 'commander';
import type { ErasureAnswer } from '../../client/index.ts';
import { argument, withExamples, withYes } from '../base/commands.ts';
import { type Connection, connect } from '../base/connection.ts';
import { follow } from '../base/follow.ts';
import { member } from '../base/output.ts';
import { confirm } from '../base/terminal.ts';

interface EraseOptions {
  readonly dryRun?: boolean;
  readonly follow?: boolean;
  readonly yes?: boolean;
}

/** `waybill erase`: erases the personal data of a user. */
export function eraseCommand(): Command {
  const erase = withYes(
    new Command('erase')
      .description('Erase the personal data of a user from everything that is stored; this cannot be undone')
      .addArgument(argument('<user>', 'id or code of the user', 'user'))
      .option('--dry-run', 'count the rows of each table that contain a text of the person, and change nothing')
      .option('--follow', 'show the progress until the job ends; the exit code is 7 if it fails'),
  ).action(async (key: string, options: EraseOptions, command: Command) => {
    const connection = connect(command);
    const { code, name } = await connection.waybill.api.getUsersIdOrCode(key);
    if (options.dryRun) return count(connection, key);
    const person = name === undefined || name === code ? code : `${code}, ${name},`;
    await confirm(`Erase the user ${person} from everything that is stored? This cannot be undone.`, options);
    const answer = await connection.waybill.api.postUsersIdOrCodeErase(key, { dryRun: false });
    saySkipped(connection, answer);
    if (options.follow) return follow(connection, answer.jobId);
    if (!connection.output.isText) return connection.output.value(answer);
    console.log(`The record is erased: its code is ${answer.pseudonym}.`);
    console.log(`A job erases the rest. Follow it with: waybill jobs follow ${answer.jobId}`);
  });
  return withExamples(erase, {
    'erase marta --dry-run': 'Count the rows that contain a text of a person',
    'erase marta --follow': 'Erase a person after a confirmation, and wait for the end',
  });
}

/** Counts by a Job, and prints the tables with the numbers of their rows. */
async function count(connection: Connection, key: string): Promise<void> {
  const { waybill, output } = connection;
  const answer = await waybill.api.postUsersIdOrCodeErase(key, { dryRun: true });
  await waybill.follow(answer.jobId);
  const { jobSteps = [], status } = await waybill.api.getJobsId(answer.jobId, { expand: ['JOB_STEPS'] });
  // The steps say why.
  if (status === 'FAILED') return follow(connection, answer.jobId);
  const rows = new Map<string, number>();
  for (const { processingInfo } of jobSteps)
    for (const [table, found] of Object.entries(rowsIn(processingInfo)))
      rows.set(table, (rows.get(table) ?? 0) + Number(found));
  const counted = [...rows].map(([table, found]) => ({ table, rows: found }));
  await output.rows(
    counted.sort((one, two) => (one.table < two.table ? -1 : 1)),
    [member('table'), member('rows')],
  );
  saySkipped(connection, answer);
}

/** Says which texts of the user stay in other records. */
function saySkipped({ output }: Connection, { skipped }: ErasureAnswer): void {
  for (const { type, reason } of skipped) output.say(`Not replaced in other records: ${type}, ${reason}.`);
}

const rowsIn = (processingInfo: Record<string, unknown> | undefined): object => {
  const rows = processingInfo?.['rows'];
  return typeof rows === 'object' && rows !== null ? rows : {};
};
