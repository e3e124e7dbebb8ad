import { Command } from 'commander';
import { Waybill } from '../../client/index.ts';
import { argument, group, withExamples, withYes } from '../base/commands.ts';
import { addressOf, type GlobalOptions } from '../base/connection.ts';
import {
  checkedUrl,
  checkName,
  currentName,
  existingContext,
  findContext,
  listContexts,
  type NamedContext,
  removeContext,
  selectContext,
  storeContext,
} from '../base/contexts.ts';
import { usageError } from '../base/exitCodes.ts';
import { member, Output } from '../base/output.ts';
import { confirm, readSecret } from '../base/terminal.ts';

/** `waybill context …`: names of services, each with its address and key. */
export const contextCommand = (): Command =>
  group('context', 'Choose between services: each context has an address and a key', [list(), use(), set(), remove()]);

const list = (): Command =>
  new Command('list')
    .description('List the contexts; keys are not shown')
    .action(async (_: unknown, command: Command) => {
      const current = currentName();
      const rows = listContexts().map(({ name, url, key }) => ({
        current: name === current,
        name,
        url,
        hasKey: key !== undefined,
      }));
      await new Output(command.optsWithGlobals<GlobalOptions>()).rows(rows, [
        { name: '', value: (row) => (row.current ? '*' : '') },
        member('name'),
        member('url'),
        { name: 'key', value: ({ hasKey }) => (hasKey ? 'stored' : '') },
      ]);
    });

const use = (): Command =>
  new Command('use')
    .description('Make a context the current one, which commands use by default')
    .addArgument(argument('<name>', 'name of the context', 'context'))
    .action((name: string) => {
      const { url } = existingContext(name);
      selectContext(name);
      console.log(`Commands now use ${name}, ${url}.`);
    });

const set = (): Command =>
  withExamples(
    new Command('set')
      .description('Make a context for the address of --url, or change the address of one, which removes its key')
      .argument('<name>', 'name of the context')
      .action((name: string, _: unknown, command: Command) => {
        const { url } = command.optsWithGlobals<GlobalOptions>();
        if (url === undefined) throw usageError('There is no address: name it with --url.');
        const address = checkedUrl(url, '--url');
        const present = findContext(name);
        // A key belongs to the address for which it was entered.
        if (present?.url !== address) storeContext(name, { url: address });
        if (currentName() === undefined) selectContext(name);
        console.log(`The context ${name} is ${address}. Store a key for it with: waybill login --context ${name}`);
      }),
    {
      'context set prod --url https://waybill.example.com': 'Name a service',
      'context use prod': 'Use it from now on',
    },
  );

const remove = (): Command =>
  withYes(
    new Command('delete')
      .description('Remove a context and its key, which stays valid')
      .addArgument(argument('<name>', 'name of the context', 'context')),
  ).action(async (name: string, options: { yes?: boolean; dryRun?: boolean }) => {
    const { url } = existingContext(name);
    await confirm(`Remove the context ${name} of ${url} with its key?`, options);
    if (options.dryRun) return console.log('Dry run: nothing was changed.');
    removeContext(name);
    console.log(`The context ${name} is removed.`);
  });

/** `waybill login`: checks an API key and stores it. */
export function loginCommand(): Command {
  const login = new Command('login')
    .description(
      'Store an API key for this service, read from the terminal or from standard input, never from an argument',
    )
    .action(async (_: unknown, command: Command) => {
      const target = targetOf(command.optsWithGlobals<GlobalOptions>());
      const key = await readSecret(`API key for ${target.url}: `);
      if (!/^\S+$/.test(key)) throw usageError('There is no key: type or pipe one (wbk_…).');
      const { user, credential } = await new Waybill({ url: target.url, key }).api.getSession();
      if (credential === 'none') console.error('This service does not check keys: AUTH is off.');
      if (isUnprotected(target.url))
        console.error(`${target.url} is not encrypted: others on the way can read the key.`);
      if (process.env['WAYBILL_KEY'])
        console.error('WAYBILL_KEY is set, and commands use it in place of the stored key.');
      const file = storeContext(target.name, { url: target.url, key });
      if (currentName() === undefined) selectContext(target.name);
      console.log(`Signed in as ${user}. The key is stored in ${file}.`);
    });
  return withExamples(login, {
    login: 'Type a key for the current context, or for http://127.0.0.1:3000',
    'login --url https://waybill.example.com --context prod': 'Store a key in a new context',
    'login < key.txt': 'Store a key from a file',
  });
}

/** `waybill logout`: removes the stored key, which stays valid. */
export const logoutCommand = (): Command =>
  new Command('logout')
    .description('Remove the stored API key of this service; `waybill access keys revoke` ends it for all')
    .action((_: unknown, command: Command) => {
      const target = targetOf(command.optsWithGlobals<GlobalOptions>());
      const file = storeContext(target.name, { url: target.url });
      console.log(`The key for ${target.url} is removed from ${file}.`);
    });

/** Returns the context of the options: with --url and --context, one that is made or changed. */
function targetOf({ url, context }: GlobalOptions): NamedContext {
  if (context !== undefined && url !== undefined) return { name: checkName(context), url: checkedUrl(url, '--url') };
  const address = addressOf({ ...(url !== undefined && { url }), ...(context !== undefined && { context }) });
  const current = currentName();
  const matching = listContexts().filter((one) => one.url === address.url);
  const named = context ?? (matching.find(({ name }) => name === current) ?? matching[0])?.name;
  return { name: named ?? new URL(address.url).host.replaceAll(/[^A-Za-z0-9.-]/g, '_'), url: address.url };
}

function isUnprotected(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
