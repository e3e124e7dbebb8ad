import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Database } from '../db/client.ts';
import { tablesAreCurrent } from '../db/migrations/migrate.ts';
import { createAdministrator } from '../domain/identity/administrator.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';
import { initialCaller } from '../domain/users/initialRecords.ts';
import { embeddedPostgresUrl } from '../drivers/embeddedPostgres/embeddedPostgresUrl.ts';
import { makePostgresSearch } from '../drivers/search/postgres/postgresEngine.ts';
import type { Config } from './config.ts';
import { requirePrivileges } from './databaseRoles.ts';
import { connectDatabase } from './drivers.ts';
import { makeLog } from './log.ts';
import { makeServices } from './services.ts';

const usage = 'admin create --code <code>';

/** `bun main.ts admin create --code <code>` */
export async function runAdmin(config: Config): Promise<void> {
  const { positionals, values } = readArguments(process.argv.slice(3));
  if (positionals.join(' ') !== 'create' || values.code === undefined) throw new OperatorError(`Usage: ${usage}.`);
  await createAdmin(config, values.code);
}

/**
 * Makes a user an administrator, on DATABASE_URL or on the embedded database of a running `npm start`. Prints the key
 * alone on the last line.
 */
export async function createAdmin(config: Config, code: string): Promise<void> {
  if (code === '' || [...code].length > 255 || code === '.' || code === '..' || code.includes('\0'))
    throw new OperatorError('--code must have 1 to 255 characters.');
  const url = config.databaseUrl ?? embeddedPostgresUrl(resolve(config.dataDir));
  if (url === undefined)
    throw new OperatorError(
      `There is no database: set DATABASE_URL, or run \`npm start\` first (DATA_DIR is ${resolve(config.dataDir)}).`,
    );
  const sql = await connectDatabase({ ...config, databaseUrl: url }, 'admin', 2);
  try {
    const key = await requirePrivileges('the owner of the tables or of an api', () => makeKey(config, sql, code));
    console.log(`The user ${code} is an administrator. Its key, which is not shown again:`);
    console.log(key);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function makeKey(config: Config, sql: Database, code: string): Promise<string> {
  if (!(await tablesAreCurrent(sql)))
    throw new OperatorError('The database lacks migrations that this version needs: run `npm run migrate` first.');
  const log = makeLog('admin', config.logLevel === 'info' ? 'warn' : config.logLevel);
  const search = makePostgresSearch(sql);
  const services = makeServices({ sql, search, log, wakeRelay: () => {}, awaitSearchable: async () => false });
  return createAdministrator(services, code, initialCaller('admin create'));
}

function readArguments(words: string[]) {
  try {
    return parseArgs({ args: words, options: { code: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    throw new OperatorError(`${(error as Error).message} Usage: ${usage}.`);
  }
}
