import { Command } from 'commander';
import type { ApiKey, AuditEntry, NewApiKey, Session } from '../../client/index.ts';
import { argument, group, option, withDryRun, withExamples, withSearch, withYes } from '../base/commands.ts';
import { connect } from '../base/connection.ts';
import { usageError } from '../base/exitCodes.ts';
import { collected, filteringOf, oneOf, type SearchOptions, wholeNumber } from '../base/filters.ts';
import { type Column, member } from '../base/output.ts';
import { printable } from '../base/printable.ts';
import { type Confirmation, confirm } from '../base/terminal.ts';

/** `waybill access …` */
export const accessCommand = (): Command =>
  group('access', 'Explain rights; list and change keys and sessions; read the audit list', [
    whoAmI(),
    explain(),
    group('keys', 'List, make and revoke API keys', [listKeys(), makeKey(), revokeKey()]),
    sessions(),
    audit(),
  ]);

const whoAmI = (): Command =>
  new Command('me')
    .description('Show the caller, its roles, groups and rights')
    .action(async (_: unknown, command: Command) => {
      const { waybill, output } = connect(command);
      await output.value(await waybill.api.getMe());
    });

function explain(): Command {
  const command = new Command('explain')
    .description('Show which access rules give a user which rights, and why the others do not')
    .addArgument(argument('<kind>', 'kind, or a reserved entity such as Admin', 'kind'))
    .addArgument(argument('[idOrCode]', 'id or code of a record', 'record'))
    .addOption(option('--user <idOrCode>', 'the user; the caller by default', 'user'))
    .action(async (kind: string, id: string | undefined, { user }: { user?: string }, self: Command) => {
      const { waybill, output } = connect(self);
      const found = await waybill.api.getAccessExplain({
        kind,
        ...(id !== undefined && { id }),
        ...(user !== undefined && { user }),
      });
      if (!output.isText) return output.value(found);
      console.log(printable(`${found.because}\nread: ${found.read}, write: ${found.write}\n`));
      await output.rows(found.rules, [member('code', 'rule'), member('gives'), member('because')]);
    });
  return withExamples(command, {
    'access explain User novak --user svoboda': 'Explain the rights of a user to a record',
  });
}

const keyColumns: readonly Column<ApiKey>[] = [
  member('id', 'key'),
  member('prefix'),
  member('name'),
  member('user'),
  { name: 'state', value: ({ revokedAt, validTo }) => stateOf(revokedAt, validTo) },
  member('lastUsedAt', 'used'),
  { ...member('createdAt', 'made'), wide: true },
  { ...member('createdBy', 'by'), wide: true },
  { ...member('validTo', 'end'), wide: true },
  { ...member('scopes'), wide: true },
];

function stateOf(revokedAt: string | undefined, validTo: string | undefined): string {
  if (revokedAt !== undefined) return 'revoked';
  return validTo !== undefined && Date.parse(validTo) <= Date.now() ? 'expired' : 'valid';
}

const listKeys = (): Command =>
  new Command('list').description('List API keys, newest first').action(async (_: unknown, command: Command) => {
    const { waybill, output } = connect(command);
    await output.rows(await waybill.api.getApiKeys(), keyColumns);
  });

interface KeyOptions {
  readonly user?: string;
  readonly scope?: readonly string[];
  readonly validTo?: string;
}

function makeKey(): Command {
  const command = withDryRun(new Command('create'))
    .description('Make an API key, and print it alone on standard output: it cannot be read later')
    .argument('<name>', 'name of the key in lists and in the audit list')
    .addOption(option('--user <idOrCode>', 'the user; the caller by default', 'user'))
    .option(
      '--scope <right>',
      'what the key is limited to: User=READ, WorklogType=READ_WRITE, READ for all kinds; repeatable',
      collected,
    )
    .option('--valid-to <time>', 'when the key ends')
    .action(async (name: string, { user, scope, validTo }: KeyOptions, self: Command) => {
      const { waybill, output } = connect(self);
      const made = await waybill.api.postApiKeys({
        name,
        ...(user !== undefined && { user }),
        ...(validTo !== undefined && { validTo }),
        ...(scope !== undefined && { scopes: scope.map(scopeOf) }),
      });
      if (!output.isText) return output.value(made);
      console.error(`The key ${made.name} of ${made.user} is made. Store it now:`);
      console.log(made.key);
    });
  return withExamples(command, {
    'access keys create crm --user crm --scope User=READ --valid-to 2027-01-01': 'Make a key that only reads users',
  });
}

function scopeOf(text: string): NonNullable<NewApiKey['scopes']>[number] {
  const [first = '', second] = text.split('=', 2);
  const accessRule = oneOf((second ?? first).toUpperCase(), ['READ', 'READ_WRITE'] as const, '--scope');
  return { accessRule, ...(second !== undefined && { entityName: first }) };
}

const revokeKey = (): Command =>
  withYes(
    new Command('revoke')
      .description('Revoke an API key: requests with it are rejected from now on')
      .addArgument(argument('<id>', 'id of the key', 'apiKey')),
  ).action(async (id: string, options: Confirmation, self: Command) => {
    const { waybill, output } = connect(self);
    const key = (await waybill.api.getApiKeys({ size: 10_000 })).find((one) => one.id === id);
    if (!key)
      throw usageError(`There is no key with the id ${JSON.stringify(id)}: waybill access keys list shows them.`);
    await confirm(`Revoke the key ${key.name} of ${key.user}?`, options);
    await waybill.api.deleteApiKeysId(id);
    output.say(`The key ${key.name} of ${key.user} is revoked.`);
  });

const sessions = (): Command =>
  new Command('sessions').description('List the sessions of users').action(async (_: unknown, command: Command) => {
    const { waybill, output } = connect(command);
    const columns: readonly Column<Session>[] = [
      member('id', 'session'),
      member('user'),
      member('lastSeenAt', 'seen'),
      member('expiresAt', 'end'),
      member('address'),
      { ...member('userAgent'), wide: true },
    ];
    await output.rows(await waybill.api.getSessions(), columns);
  });

const auditColumns: readonly Column<AuditEntry>[] = [
  member('at'),
  member('action'),
  member('outcome'),
  member('user'),
  member('target'),
  member('reason'),
  { ...member('address'), wide: true },
  { ...member('keyName'), wide: true },
  { ...member('changes'), wide: true },
  { ...member('requestId'), wide: true },
];

function audit(): Command {
  const command = withSearch(
    new Command('audit').description('List sign-ins, refusals and changes of rights, newest first'),
  )
    .option('--size <count>', 'maximum number of entries', wholeNumber('--size', 1, 1_000), 50)
    .action(async (options: SearchOptions & { size: number }, self: Command) => {
      const { waybill, output } = connect(self);
      const { sort = [{ column: 'id', direction: 'DESC' as const }], ...filtering } = filteringOf(options);
      const page = await waybill.api.getAuditEntries({ filtering: { ...filtering, sort, size: options.size } });
      await output.rows(page.content, auditColumns);
    });
  return withExamples(command, { 'access audit -f outcome=REFUSED': 'List refused requests' });
}
