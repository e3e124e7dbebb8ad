import { Command } from 'commander';
import type { RetryPolicy } from '../../client/index.ts';
import { group, withDryRun, withExamples } from '../base/commands.ts';
import { connect } from '../base/connection.ts';
import { wholeNumber } from '../base/filters.ts';
import { type Column, member } from '../base/output.ts';

const DAY = 86_400;

const columns: readonly Column<RetryPolicy>[] = [
  member('jobType', 'job type'),
  member('attempts'),
  { name: 'first pause', value: ({ initialSeconds }) => `${initialSeconds} s` },
  member('factor'),
  { name: 'longest pause', value: ({ maxSeconds }) => `${maxSeconds} s` },
  { name: 'not retried', value: ({ notRetried }) => notRetried.join(', ') },
  { ...member('setBy', 'set by'), wide: true },
  { ...member('setAt', 'set'), wide: true },
];

/** `waybill retries …`: how failed steps of job types are retried. */
export const retriesCommand = (): Command =>
  group('retries', 'List and set the retry policies of job types', [listPolicies(), setPolicy()]);

const listPolicies = (): Command =>
  new Command('list')
    .description('List the job types that have a policy of their own')
    .action(async (_: unknown, self: Command) => {
      const { waybill, output } = connect(self);
      await output.rows(await waybill.api.getAdminRetryPolicies(), columns);
    });

interface Options {
  readonly attempts?: number;
  readonly initialSeconds?: number;
  readonly factor?: number;
  readonly maxSeconds?: number;
  readonly notRetried?: string[];
}

function setPolicy(): Command {
  const command = withDryRun(new Command('set'))
    .description('Set the policy of a job type; without an option, restore the default')
    .argument('<type>', 'the job type')
    .option('--attempts <count>', 'failures until a step is FAILED', wholeNumber('--attempts', 1, 100))
    .option('--initial-seconds <count>', 'pause after the first failure', wholeNumber('--initial-seconds', 0, DAY))
    .option('--factor <number>', 'each pause is so many times the one before', Number)
    .option('--max-seconds <count>', 'longest pause', wholeNumber('--max-seconds', 0, DAY))
    .option('--not-retried <text...>', 'parts of messages whose failures are final')
    .action(async (type: string, options: Options, self: Command) => {
      const { waybill, output } = connect(self);
      const { attempts, initialSeconds, factor, maxSeconds } = await waybill.api.putAdminRetryPoliciesJobType(
        type,
        options,
      );
      output.say(
        `Steps of ${type} have ${attempts} attempts, with pauses from ${initialSeconds} s, ${factor} times as long each, up to ${maxSeconds} s.`,
      );
    });
  return withExamples(command, {
    'retries set HARBOUR_TOUR --attempts 8 --initial-seconds 5 --factor 2': 'Try steps of the type eight times',
    'retries set HARBOUR_TOUR': 'Restore the default of the type',
  });
}
