import { Argument, Command } from 'commander';
import type { ClaimLimit } from '../../client/index.ts';
import { group, withDryRun, withExamples } from '../base/commands.ts';
import { connect } from '../base/connection.ts';
import { wholeNumber } from '../base/filters.ts';
import { type Column, member } from '../base/output.ts';

const rateOf = ({ starts, perSeconds }: ClaimLimit): string =>
  starts === undefined ? '' : `${starts} in ${perSeconds} s`;

const columns: readonly Column<ClaimLimit>[] = [
  { name: 'of', value: ({ scope }) => (scope === 'TYPE' ? 'type' : 'user') },
  member('name'),
  member('running'),
  member('concurrency'),
  { name: 'starts', value: rateOf },
  { ...member('setBy', 'set by'), wide: true },
  { ...member('setAt', 'set'), wide: true },
];

/** `waybill limits …`: how many steps workers over HTTP run and start. */
export const limitsCommand = (): Command =>
  group('limits', 'List and set the limits of job types and users, for workers over HTTP', [listLimits(), setLimit()]);

const listLimits = (): Command =>
  new Command('list')
    .description('List the limits with the steps that run')
    .action(async (_: unknown, self: Command) => {
      const { waybill, output } = connect(self);
      await output.rows(await waybill.api.getAdminClaimLimits(), columns);
    });

interface Options {
  readonly concurrency?: number;
  readonly starts?: number;
  readonly perSeconds?: number;
}

function setLimit(): Command {
  const count = (name: string, max: number) => wholeNumber(name, 1, max);
  const command = withDryRun(new Command('set'))
    .description('Limit a job type or a user; without an option, remove its limit')
    .addArgument(new Argument('<of>', 'what is limited').choices(['type', 'user']))
    .argument('<name>', 'the job type, or the code of the user')
    .option('--concurrency <count>', 'steps that run at a time', count('--concurrency', 1_000_000))
    .option('--starts <count>', 'steps that start in a period', count('--starts', 1_000_000))
    .option('--per-seconds <count>', 'the period of --starts, 1 by default', count('--per-seconds', 86_400))
    .action(async (scope: 'type' | 'user', name: string, options: Options, self: Command) => {
      const { waybill, output } = connect(self);
      const limit =
        scope === 'type'
          ? await waybill.api.putAdminClaimLimitsJobTypesName(name, options)
          : await waybill.api.putAdminClaimLimitsUsersName(name, options);
      const limited = limit.concurrency !== undefined || limit.starts !== undefined;
      output.say(
        `The ${scope} ${name} ${limited ? 'is limited' : 'has no limit'}; ${limit.running} of its steps run and count.`,
      );
    });
  return withExamples(command, {
    'limits set type BILL_RUN --concurrency 4': 'Let four steps of the type run at a time',
    'limits set type BILL_RUN': 'Remove the limit of the type',
  });
}
