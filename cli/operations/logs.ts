import { Command } from 'commander';
import type { Log } from '../../client/index.ts';
import { kindNamed } from '../../domain/kinds/index.ts';
import { group, option, withExamples, withSearch, withYes } from '../base/commands.ts';
import { connect } from '../base/connection.ts';
import { usageError } from '../base/exitCodes.ts';
import { filteringOf, type SearchOptions, wholeNumber } from '../base/filters.ts';
import { follow } from '../base/follow.ts';
import { type Column, member } from '../base/output.ts';
import { confirm } from '../base/terminal.ts';

/** `waybill logs …` */
export const logsCommand = (): Command =>
  group('logs', 'List, show and delete logs of calls', [list(), show(), remove()]);

const columns: readonly Column<Log>[] = [
  member('id', 'log'),
  member('startDate', 'started'),
  member('logTypeCode', 'type'),
  { name: 'owner', value: ({ ownerType, ownerId }) => `${ownerType} ${ownerId}` },
  member('resultCode', 'result'),
  { name: 'duration', value: ({ duration }) => (duration === undefined ? '' : `${duration} ms`) },
  { ...member('resultMessage', 'message'), wide: true },
  { ...member('correlationId'), wide: true },
  { ...member('module'), wide: true },
];

interface LogOptions extends SearchOptions {
  readonly type?: string;
  readonly owner?: string;
  readonly since?: string;
  readonly size: number;
}

function list(): Command {
  const command = withSearch(new Command('list').description('List logs, newest first'))
    .addOption(option('--type <code>', 'code of the log type', 'logType'))
    .option('--owner <type/id>', 'type and id of the owner: Ticket/4711')
    .option('--since <time>', 'logs that started at this time or since: 2026-11-23, or 15m, 2h, 7d ago')
    .option('--size <count>', 'maximum number of logs', wholeNumber('--size', 1, 1_000), 50)
    .action(async (options: LogOptions, self: Command) => {
      const { waybill, output } = connect(self);
      const { filters = [], sort, ...filtering } = filteringOf(options, kindNamed('Log'));
      const [ownerType, ownerId] = options.owner?.split('/', 2) ?? [];
      const page = await waybill.api.postLogsSearchPage({
        ...filtering,
        filters: [
          ...filters,
          ...(options.type === undefined ? [] : [{ column: 'logTypeCode', value: options.type }]),
          ...(ownerType === undefined ? [] : [{ column: 'ownerType', value: ownerType }]),
          ...(ownerId === undefined ? [] : [{ column: 'ownerId', value: ownerId }]),
          ...(options.since === undefined
            ? []
            : [{ column: 'startDate', operator: 'GE' as const, value: timeOf(options.since) }]),
        ],
        sort: sort ?? [{ column: 'startDate', direction: 'DESC' }],
        size: options.size,
      });
      await output.rows(page.content, columns);
      if (page.totalElements > page.content.length)
        console.error(`${page.content.length} of ${page.totalElements} logs are shown; --size sets how many.`);
    });
  return withExamples(command, {
    'logs list --since 15m --type CRM': 'List the logs of the last quarter of an hour',
    "logs list -f 'resultCode!=200' --owner Ticket/4711": 'List the failed calls about a ticket',
  });
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns the time of a date, or of a duration before now. */
function timeOf(text: string): string {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(Date.now() - Number(count) * (units[unit] ?? 0)).toISOString();
  const time = new Date(text);
  if (Number.isFinite(time.getTime())) return time.toISOString();
  throw usageError(
    `--since is ${JSON.stringify(text)} and must be a time, such as 2026-11-23T08:00Z, or a duration, such as 15m, 2h or 7d.`,
  );
}

const show = (): Command =>
  new Command('show')
    .description('Show a log with its request and response')
    .argument('<id>', 'id of the log')
    .action(async (id: string, _: unknown, self: Command) => {
      const { waybill, output } = connect(self);
      await output.value(await waybill.api.getLogsId(id));
    });

function remove(): Command {
  const command = withYes(
    new Command('delete')
      .description('Delete the logs of an owner that started before a time')
      .requiredOption('--type <code>', 'code of the log type')
      .requiredOption('--owner <type/id>', 'type and id of the owner: Ticket/4711')
      .requiredOption('--before <time>', 'time before which they started, or 30d ago')
      .option('--dry-run', 'count the logs, and delete none'),
  ).action(
    async (
      options: { type: string; owner: string; before: string; dryRun?: boolean; yes?: boolean },
      self: Command,
    ) => {
      const connection = connect(self);
      const { api } = connection.waybill;
      const [ownerType = '', ownerId = ''] = options.owner.split('/', 2);
      const before = timeOf(options.before);
      const count = await api.postLogsSearchCount({
        filters: [
          { column: 'logTypeCode', value: options.type },
          { column: 'ownerType', value: ownerType },
          { column: 'ownerId', value: ownerId },
          { column: 'startDate', operator: 'LT', value: before },
        ],
      });
      if (options.dryRun) return connection.output.say(`${count} logs would be deleted.`);
      await confirm(`Delete ${count} logs of ${options.owner}?`, options);
      const segments = [options.type, before, ownerType, ownerId].map(encodeURIComponent).join('/');
      const response = await connection.waybill.fetch(`/api/v2/logs/${segments}`, { method: 'DELETE' });
      const job = response.headers.get('x-job-id');
      if (job !== null) return follow(connection, job);
      connection.output.say(`${count} logs are deleted.`);
    },
  );
  return withExamples(command, {
    'logs delete --type CRM --owner Ticket/4711 --before 30d --dry-run': 'Count the logs that would be deleted',
  });
}
