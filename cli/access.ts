import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { readConfig } from '../app/config.ts';
import { Waybill } from '../client/index.ts';
import { connect } from './connection.ts';
import { storeKey } from './storedKeys.ts';

/** `waybill admin create`: works on the database, not on the service. */
export function adminCommand(): Command {
  const admin = new Command('admin').description('Make administrators');
  admin
    .command('create')
    .description(
      'Make a user an administrator, on DATABASE_URL or the database of a running npm start, and print a key',
    )
    .requiredOption('--code <code>', 'code of the user, who is created if missing')
    .action(async ({ code }: { code: string }) => {
      const { createAdmin } = await import('../app/admin.ts');
      await createAdmin(readConfig(process.env), code);
    });
  return admin;
}

/** `waybill login`: checks an API key and stores it for the service of `--url`. */
export function loginCommand(): Command {
  return new Command('login')
    .description('Store an API key for this service, read from the terminal or from standard input')
    .action(async (_: unknown, command: Command) => {
      const { url } = connect(command);
      const key = await readKey();
      if (!/^\S+$/.test(key)) throw new Error('There is no key: type or pipe one (wbk_…).');
      const { user, credential } = await new Waybill({ url, key }).api.getSession();
      if (credential === 'none') console.error('This service does not check keys: AUTH is off.');
      console.log(`Signed in as ${user}. The key is stored in ${storeKey(url, key)}.`);
    });
}

/** `waybill logout`: removes the stored key, which stays valid. */
export function logoutCommand(): Command {
  return new Command('logout')
    .description('Remove the stored API key of this service; DELETE /api/v2/api-keys/{id} revokes it')
    .action((_: unknown, command: Command) => {
      const { url } = connect(command);
      console.log(`The key for ${url} is removed from ${storeKey(url, undefined)}.`);
    });
}

/** A key that is typed is not shown, and a key is never an argument: other users of the machine see arguments. */
async function readKey(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { isTTY } = process.stdin;
  if (isTTY) process.stderr.write('API key: ');
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTTY });
  try {
    for await (const line of lines) return line.trim();
    return '';
  } finally {
    lines.close();
    if (isTTY) process.stderr.write('\n');
  }
}
