import { Command, Option } from 'commander';
import type { DeadLetter, DeadLetterAnswer } from '../../client/index.ts';
import { argument, group, withExamples, withYes } from '../base/commands.ts';
import { connect } from '../base/connection.ts';
import { usageError } from '../base/exitCodes.ts';
import { wholeNumber } from '../base/filters.ts';
import { firstLine } from '../base/follow.ts';
import { type Column, member } from '../base/output.ts';
import { type Confirmation, confirm } from '../base/terminal.ts';
import { queueArgument, queueNamed } from './queues.ts';

const reasonOption = () => new Option('--reason <text>', 'only dead letters whose reason contains the text');

const deadLetterColumns: readonly Column<DeadLetter>[] = [
  member('id', 'dead letter'),
  member('at', 'failed'),
  member('attempts'),
  { name: 'reason', value: ({ reason }) => firstLine(reason ?? '') },
  { ...member('queuedAt', 'queued'), wide: true },
  { ...member('data'), wide: true },
];

/** `waybill dead-letters …` */
export const deadLettersCommand = (): Command =>
  group('dead-letters', 'List, resend and discard dead letters', [listDeadLetters(), change(resend), change(discard)]);

function listDeadLetters(): Command {
  const command = new Command('list')
    .description('List the jobs of a queue whose last attempt failed, newest first; without a queue, how many each has')
    .addArgument(argument('[queue]', 'name of the queue', 'queue'))
    .addOption(reasonOption())
    .option('--size <count>', 'maximum number of dead letters', wholeNumber('--size', 1, 1_000), 50)
    .action(async (name: string | undefined, { size, reason }: { size: number; reason?: string }, self: Command) => {
      const connection = connect(self);
      if (name === undefined) {
        const queues = await connection.waybill.api.getAdminQueues();
        const filled = queues.filter(({ deadLetters }) => deadLetters > 0);
        return connection.output.rows(filled, [member('name', 'queue'), member('deadLetters', 'dead letters')]);
      }
      await queueNamed(connection, name);
      const page = await connection.waybill.api.getAdminQueuesNameDeadLetters(name, {
        size,
        ...(reason && { reason }),
      });
      await connection.output.rows(page.content, deadLetterColumns);
      if (page.totalElements > page.content.length)
        console.error(`${page.content.length} of ${page.totalElements} dead letters are shown; --size sets how many.`);
    });
  return withExamples(command, {
    'dead-letters list': 'Count dead letters',
    'dead-letters list index.sync': 'Show why jobs failed',
  });
}

/** What a command does to dead letters. */
interface Change {
  readonly name: string;
  readonly description: string;
  /** End of the path of the operation. */
  readonly path: string;
  /** For the question and for the result. */
  readonly verb: string;
  readonly done: string;
  readonly examples: Readonly<Record<string, string>>;
}

const resend: Change = {
  name: 'resend',
  description: 'Resend dead letters to their queue: those with the ids, with a reason, or all of the queue',
  path: 'redrive',
  verb: 'Resend',
  done: 'resent',
  examples: { 'dead-letters resend notification.email --all': 'Resend all dead letters of a queue' },
};

const discard: Change = {
  name: 'discard',
  description: 'Delete dead letters for good: those with the ids, with a reason, or all of the queue',
  path: 'dead-letters/discard',
  verb: 'Discard',
  done: 'discarded',
  examples: {
    "dead-letters discard event.notification --reason 'no NotificationRule'": 'Discard those with a reason',
  },
};

interface ChangeOptions extends Confirmation {
  readonly all?: boolean;
  readonly reason?: string;
}

function change({ name: command, description, path, verb, done, examples }: Change): Command {
  const made = withYes(
    new Command(command)
      .description(description)
      .addArgument(queueArgument())
      .addArgument(argument('[id...]', 'ids of dead letters', 'deadLetter'))
      .addOption(reasonOption())
      .option('--all', `${command} all dead letters of the queue`),
  ).action(async (name: string, ids: string[], options: ChangeOptions, self: Command) => {
    const connection = connect(self);
    const { all, reason } = options;
    if ([ids.length > 0, all === true, reason !== undefined].filter(Boolean).length !== 1)
      throw usageError('Name ids of dead letters, or --reason, or --all.');
    if (reason === '') throw usageError('--reason is empty. Name a text that the reasons contain.');
    const { deadLetters } = await queueNamed(connection, name);
    const { api } = connection.waybill;
    const matching = async (): Promise<number> =>
      (await api.getAdminQueuesNameDeadLetters(name, { size: 1, reason: reason ?? '' })).totalElements;
    const expected = ids.length > 0 ? ids.length : reason === undefined ? deadLetters : await matching();
    await confirm(`${verb} ${expected} dead letters of ${name}?`, options);
    const query = reason === undefined ? '' : `?reason=${encodeURIComponent(reason)}`;
    // Without a body, the service changes all of them, or those with the reason.
    const response = await connection.waybill.fetch(
      `/api/v2/admin/queues/${encodeURIComponent(name)}/${path}${query}`,
      {
        method: 'POST',
        ...(ids.length > 0 && { body: JSON.stringify(ids), headers: { 'content-type': 'application/json' } }),
      },
    );
    const { count, skipped } = (await response.json()) as DeadLetterAnswer;
    connection.output.say(
      `${count} ${count === 1 ? 'dead letter' : 'dead letters'} of ${name} ${count === 1 ? 'was' : 'were'} ${done}.`,
    );
    for (const { id, reason } of skipped) console.error(`${id} was not ${done}: ${reason}`);
  });
  return withExamples(made, examples);
}
