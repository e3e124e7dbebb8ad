import { Command } from 'commander';
import type { MailboxMessage, Suppression } from '../../client/index.ts';
import { kindNamed } from '../../domain/kinds/index.ts';
import { isObject } from '../../domain/validation/values.ts';
import { argument, choice, group, withDryRun, withExamples, withSearch, withYes } from '../base/commands.ts';
import { connect } from '../base/connection.ts';
import { usageError } from '../base/exitCodes.ts';
import { filteringOf, parseFilter, type SearchOptions, wholeNumber } from '../base/filters.ts';
import { type Column, member } from '../base/output.ts';
import { type Confirmation, confirm } from '../base/terminal.ts';
import { parseValues, textOfFile } from '../records/documents.ts';

const SIZE = 20;
const sizeOption = ['--size <count>', 'maximum number', wholeNumber('--size', 1, 1_000), SIZE] as const;

/** `waybill notifications …` */
export const notificationsCommand = (): Command =>
  group('notifications', 'List, show, send, cancel and resend notifications', [
    list(),
    show(),
    send(),
    cancel(),
    resend(),
  ]);

const notificationColumns: readonly Column<object>[] = [
  member('id', 'notification'),
  member('status'),
  member('created'),
  member('subject'),
  member('templateCode', 'template'),
  { ...member('ownerType'), wide: true },
  { ...member('ownerId'), wide: true },
  { ...member('sent'), wide: true },
];

function list(): Command {
  const statuses = kindNamed('Notification')?.members['status'];
  const values = statuses && 'values' in statuses ? (statuses.values ?? []) : [];
  const command = withSearch(new Command('list').description('List notifications, newest first'))
    .addOption(choice('--status <status>', 'status', values))
    .option(...sizeOption)
    .action(async (options: SearchOptions & { status?: string; size: number }, self: Command) => {
      const { waybill, output } = connect(self);
      const { filters = [], sort, ...filtering } = filteringOf(options, kindNamed('Notification'));
      const page = await waybill.api.postNotificationsSearchPage({
        ...filtering,
        filters: [...filters, ...(options.status ? parseFilter(`status=${options.status}`) : [])],
        sort: sort ?? [{ column: 'created', direction: 'DESC' }],
        size: options.size,
      });
      await output.rows(page.content, notificationColumns);
      if (page.totalElements > page.content.length)
        console.error(`${page.content.length} of ${page.totalElements} notifications are shown; --size sets how many.`);
    });
  return withExamples(command, { 'notifications list --status FAILED': 'List notifications that failed' });
}

const show = (): Command =>
  new Command('show')
    .description('Show a notification with its recipients and every attempt')
    .argument('<id>', 'id of the notification')
    .action(async (id: string, _: unknown, self: Command) => {
      const { waybill, output } = connect(self);
      await output.value(await waybill.api.getNotificationsId(id));
    });

function send(): Command {
  const command = withDryRun(new Command('send'))
    .description('Send the notification that a file describes')
    .requiredOption('-f, --filename <file>', 'file with the notification as JSON or YAML; - is standard input')
    .action(async ({ filename }: { filename: string }, self: Command) => {
      const { waybill, output } = connect(self);
      const [body] = parseValues(filename === '-' ? await Bun.stdin.text() : await textOfFile(filename), filename);
      if (!isObject(body)) throw usageError(`${filename}: must be an object with the members of a notification.`);
      const response = await waybill.fetch('/api/v2/notifications', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      const ids = response.headers.get('x-notification-ids')?.split(/, */) ?? [];
      if (output.isText) console.log(`Accepted: ${ids.join(', ')}.`);
      else await output.value(ids);
    });
  return withExamples(command, { 'notifications send -f outage.yaml': 'Send a notification' });
}

const cancel = (): Command =>
  withYes(
    new Command('cancel')
      .description('Cancel a notification that is not sent yet')
      .argument('<id>', 'id of the notification'),
  ).action(async (id: string, options: Confirmation, self: Command) => {
    const { waybill, output } = connect(self);
    await confirm(`Cancel the notification ${id}?`, options);
    await waybill.api.putNotificationsIdStateNewState(id, 'CANCELLED');
    output.say(`${id} is cancelled.`);
  });

const resend = (): Command =>
  withYes(
    new Command('resend')
      .description('Send a failed, expired or cancelled notification to those that it has not reached')
      .argument('<id>', 'id of the notification'),
  ).action(async (id: string, options: Confirmation, self: Command) => {
    const { waybill, output } = connect(self);
    await confirm(`Send the notification ${id} again?`, options);
    await waybill.api.putNotificationsIdStateNewState(id, 'PLAN');
    output.say(`${id} is planned.`);
  });

/** `waybill mailbox …`: what the embedded mail and SMS server has received. */
export const mailboxCommand = (): Command =>
  group('mailbox', 'Read the messages that npm start stores in place of sending them', [listMailbox(), readMailbox()]);

const listMailbox = (): Command =>
  new Command('list')
    .description('List the messages, newest first')
    .option(...sizeOption)
    .action(async ({ size }: { size: number }, self: Command) => {
      const { waybill, output } = connect(self);
      const filtering = { size, sort: [{ column: 'receivedAt', direction: 'DESC' as const }] };
      const columns: readonly Column<MailboxMessage>[] = [
        member('id', 'message'),
        member('receivedAt', 'received'),
        member('channel'),
        member('to'),
        member('subject'),
        { ...member('from'), wide: true },
        { ...member('size'), wide: true },
      ];
      await output.rows(await waybill.api.getAdminMailbox({ filtering }), columns);
    });

const readMailbox = (): Command =>
  new Command('show')
    .description('Print a message as it was received')
    .argument('<id>', 'id of the message')
    .action(async (id: string, _: unknown, self: Command) => {
      const { waybill } = connect(self);
      const response = await waybill.fetch(`/api/v2/admin/mailbox/${encodeURIComponent(id)}/raw`);
      for await (const chunk of response.body ?? []) await Bun.write(Bun.stdout, chunk);
    });

/** `waybill suppressions …` */
export const suppressionsCommand = (): Command =>
  group('suppressions', 'List, add and remove addresses that get no messages', [
    listSuppressions(),
    addSuppression(),
    removeSuppression(),
  ]);

const channels = ['EMAIL', 'SMS'];

const listSuppressions = (): Command =>
  withSearch(new Command('list').description('List suppressed addresses'))
    .option(...sizeOption)
    .action(async (options: SearchOptions & { size: number }, self: Command) => {
      const { waybill, output } = connect(self);
      const page = await waybill.api.getSuppressions({ filtering: { ...filteringOf(options), size: options.size } });
      const columns: readonly Column<Suppression>[] = [
        member('id', 'suppression'),
        member('channel'),
        member('address'),
        member('reason'),
        member('description'),
      ];
      await output.rows(page.content, columns);
    });

const addSuppression = (): Command =>
  withDryRun(new Command('add'))
    .description('Send no more messages to an address')
    .argument('<address>', 'e-mail address or phone number')
    .addOption(choice('--channel <channel>', 'channel', channels).makeOptionMandatory())
    .option('--description <text>', 'why')
    .action(async (address: string, options: { channel: string; description?: string }, self: Command) => {
      const { waybill, output } = connect(self);
      const { description } = options;
      const channel = options.channel === 'SMS' ? 'sms' : 'email';
      await waybill.api.postSuppressions({ channel, address, ...(description !== undefined && { description }) });
      output.say(`${address} gets no more messages by ${channel}.`);
    });

const removeSuppression = (): Command =>
  withYes(
    new Command('delete')
      .description('Send messages to an address again')
      .addArgument(argument('<id>', 'id of the suppression', 'suppression')),
  ).action(async (id: string, options: Confirmation, self: Command) => {
    const { waybill, output } = connect(self);
    await confirm(`Remove the suppression ${id}?`, options);
    await waybill.api.deleteSuppressionsId(id);
    output.say(`The suppression ${id} is removed.`);
  });
