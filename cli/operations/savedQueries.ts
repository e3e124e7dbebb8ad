import { Command } from 'commander';
import type { FilteringObject, SavedQuery } from '../../client/index.ts';
import { argument, group, option, withExamples, withYes } from '../base/commands.ts';
import { type Connection, connect } from '../base/connection.ts';
import { CommandError, usageError } from '../base/exitCodes.ts';
import { wholeNumber } from '../base/filters.ts';
import { columnsOf, kindOf } from '../base/kinds.ts';
import { type Column, member } from '../base/output.ts';
import { suggestion } from '../base/similar.ts';
import { type Confirmation, confirm } from '../base/terminal.ts';
import { searchRecords } from '../records/recordAccess.ts';
import { checkedQuery, listOf, timeOf } from './queryOfList.ts';

const MAX_QUERIES = 10_000;
const VIEW = 'path of the list in the console, such as jobs or records/users';

/** `waybill saved-queries …`: the queries of lists that the console and this command store in the service. */
export const savedQueriesCommand = (): Command =>
  group('saved-queries', 'List, run, save, share and delete saved queries of lists', [
    list(),
    show(),
    run(),
    create(),
    share(),
    unshare(),
    remove(),
  ]);

const queryArgument = () => argument('<query>', 'name or id of the query', 'savedQuery');
const viewOption = () => option('--view <path>', VIEW, 'view');

interface Chosen {
  readonly view?: string;
}

const columns: readonly Column<SavedQuery>[] = [
  member('name', 'query'),
  member('view'),
  member('query', 'filters'),
  { name: 'shared', value: sharedBy },
  { ...member('savedAt', 'saved'), wide: true },
  { ...member('id'), wide: true },
];

function sharedBy({ shared, own, owner }: SavedQuery): string {
  if (!shared) return 'no';
  return own ? 'yes' : `by ${owner ?? 'another user'}`;
}

const read = ({ waybill }: Connection, { view }: Chosen): Promise<SavedQuery[]> =>
  waybill.api.getSavedQueries({ size: MAX_QUERIES, ...(view !== undefined && { view }) });

/** Returns the query of the name or id. Of several with a name, it is that of the caller. */
async function queryNamed(connection: Connection, name: string, chosen: Chosen): Promise<SavedQuery> {
  const all = await read(connection, chosen);
  const found = all.filter((one) => one.id === name || one.name === name);
  const own = found.filter((one) => one.own);
  const [first, second] = own.length > 0 ? own : found;
  if (!first) {
    const nearest = suggestion(
      name,
      all.map((one) => one.name),
    );
    throw new CommandError(
      'notFound',
      `There is no saved query ${JSON.stringify(name)}: waybill saved-queries list shows them.${nearest}`,
    );
  }
  if (second) {
    const each = found.map(({ id, view }) => `${id} of ${view}`);
    throw usageError(`Several queries are named ${JSON.stringify(name)}: ${each.join(', ')}. Name one by its id.`);
  }
  return first;
}

function list(): Command {
  const command = new Command('list')
    .description('List the saved queries of the caller, and those that others share')
    .addOption(viewOption())
    .action(async (chosen: Chosen, self: Command) => {
      const connection = connect(self);
      await connection.output.rows(await read(connection, chosen), columns);
    });
  return withExamples(command, { 'saved-queries list --view jobs': 'List the saved queries of the list of Jobs' });
}

const show = (): Command =>
  new Command('show')
    .description('Show a saved query')
    .addArgument(queryArgument())
    .addOption(viewOption())
    .action(async (name: string, chosen: Chosen, self: Command) => {
      const connection = connect(self);
      await connection.output.value(await queryNamed(connection, name, chosen));
    });

function run(): Command {
  const command = new Command('run')
    .description('List the records that a saved query finds, as far as the rights of the caller allow')
    .addArgument(queryArgument())
    .addOption(viewOption())
    .option('--size <count>', 'maximum number of records', wholeNumber('--size', 1, 1_000_000_000), 50)
    .action(async (name: string, { size, ...chosen }: Chosen & { size: number }, self: Command) => {
      const connection = connect(self);
      const { view, query } = await queryNamed(connection, name, chosen);
      const { kind: path, search } = listOf(view);
      const kind = kindOf(path);
      let total = 0;
      const rows = searchRecords(connection, kind, {
        filtering: search(new URLSearchParams(query), timeOf) as FilteringObject,
        limit: size,
        onTotal: (count) => {
          total = count;
        },
      });
      await connection.output.rows(rows, columnsOf(kind));
      if (total > size) console.error(`${size} of ${total} ${kind.plural} are shown; --size sets how many.`);
    });
  return withExamples(command, {
    "saved-queries run 'Failed today' -o wide": 'List what a query finds',
    "saved-queries run 'Failed today' --jq '.[].id'": 'Print the ids of what it finds',
  });
}

function create(): Command {
  const command = withYes(
    new Command('create')
      .description('Save a query of a list; one of the caller with the same name is replaced after a confirmation')
      .addArgument(argument('<view>', VIEW, 'view'))
      .argument('<name>', 'name of the query')
      .argument('<query>', 'filters, range and order as in the address of the list: status=FAILED&range=1d')
      .option('--shared', 'show its name and filters to all users, after a confirmation'),
  ).action(
    async (
      view: string,
      name: string,
      text: string,
      options: Confirmation & { readonly shared?: boolean },
      self: Command,
    ) => {
      const query = checkedQuery(view, text);
      const connection = connect(self);
      const { shared = false } = options;
      const before = (await read(connection, { view })).find((one) => one.own && one.name === name);
      const changes = before?.query !== query || before.shared !== shared;
      if (before && changes)
        await confirm(`Replace your query ${name} of ${view} (${before.query || 'no filters'})?`, options);
      if (shared && changes) await confirm(shareQuestion({ name, view }), options);
      const saved = await connection.waybill.api.postSavedQueries({ view, name, query, shared });
      if (connection.output.isText) console.log(`${name} is saved${shared ? ' and shared with all users' : ''}.`);
      else await connection.output.value(saved);
    },
  );
  return withExamples(command, {
    "saved-queries create jobs 'Failed today' 'status=FAILED&range=1d'": 'Save a query of the list of Jobs',
    'saved-queries create records/users Novak q=novak --shared': 'Save a query for all users',
  });
}

/** Returns a query of the caller: others share theirs themselves. */
async function ownQuery(connection: Connection, name: string, chosen: Chosen): Promise<SavedQuery> {
  const found = await queryNamed(connection, name, chosen);
  if (found.own) return found;
  throw new CommandError(
    'denied',
    `The query ${found.name} is one of ${found.owner ?? 'another user'}, who shares it.`,
  );
}

const shareQuestion = ({ name, view }: Pick<SavedQuery, 'name' | 'view'>): string =>
  `Share the query ${name} of ${view}? All users see its name and its filters.`;

const share = (): Command =>
  withYes(
    new Command('share').description('Show a query to all users').addArgument(queryArgument()).addOption(viewOption()),
  ).action(async (name: string, options: Chosen & Confirmation, self: Command) => {
    const connection = connect(self);
    const query = await ownQuery(connection, name, options);
    await confirm(shareQuestion(query), options);
    await store(connection, query, true);
    connection.output.say(`${query.name} is shared with all users.`);
  });

const unshare = (): Command =>
  withYes(
    new Command('unshare')
      .description('Stop sharing a query: all other users lose it')
      .addArgument(queryArgument())
      .addOption(viewOption()),
  ).action(async (name: string, options: Chosen & Confirmation, self: Command) => {
    const connection = connect(self);
    const query = await ownQuery(connection, name, options);
    await confirm(`Stop sharing the query ${query.name} of ${query.view}? All other users lose it.`, options);
    await store(connection, query, false);
    connection.output.say(`${query.name} is no longer shared.`);
  });

const store = ({ waybill }: Connection, { view, name, query }: SavedQuery, shared: boolean): Promise<SavedQuery> =>
  waybill.api.postSavedQueries({ view, name, query, shared });

const remove = (): Command =>
  withYes(
    new Command('delete')
      .description('Delete a query of the caller, or as an administrator a shared one')
      .addArgument(queryArgument())
      .addOption(viewOption()),
  ).action(async (name: string, options: Chosen & Confirmation, self: Command) => {
    const connection = connect(self);
    const query = await queryNamed(connection, name, options);
    const losers = query.shared ? 'All users lose it.' : 'Nobody else sees it.';
    await confirm(`Delete the query ${query.name} of ${query.view}? ${losers}`, options);
    await connection.waybill.api.deleteSavedQueriesId(query.id);
    connection.output.say(`The query ${query.name} is deleted.`);
  });
