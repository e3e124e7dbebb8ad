import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byCount, type Costs, type CpuProfile, costsOf } from './cpuProfile.ts';
import { SERVER_FILE, type ServerWork } from './statements.ts';

/** What the file of a profile says of its run. */
export interface ProfiledRun {
  readonly command: string;
  readonly date: string;
  readonly commit: string;
  /** The folder of the raw profiles, as the report names it. */
  readonly rawName: string;
}

/** What profilePreload.ts writes of a process. */
interface Program {
  readonly argv: readonly string[];
  readonly threads: Readonly<Record<string, number>>;
}

/** Processes of one program. */
interface Kind {
  count: number;
  /** Processor seconds by what threads do. */
  readonly seconds: Record<Work, number>;
  readonly profiles: CpuProfile[];
}

type Work = 'main' | 'compiler' | 'collection' | 'others';

const FUNCTIONS = 12;
const STATEMENTS = 10;
const PLACES = 12;
const TEXT = 130;
/** Programs with a smaller part of the processor time have no tables of their own. */
const LEAST_PART = 0.1;
/** Programs that stand for the world outside of the service. */
const OUTSIDE = /^bench\/(?:helpers\/load|helpers\/bareServer|jobs\/claimClient)\.ts|^main\.ts migrate| server$/;
/** The thread that takes the samples. */
const SAMPLER = 'thread';

/** Returns the report of a run whose raw profiles are in `folder`. */
export function profileReport(folder: string, root: string, run: ProfiledRun): string {
  const kinds = readKinds(folder, root);
  const total = [...kinds.values()].reduce((sum, { seconds }) => sum + all(seconds), 0);
  const server = readServer(folder);
  const lines = [
    `# \`bench/${run.command}\``,
    '',
    `${run.date}, commit ${run.commit}, without the peer: \`npm run bench:profile -- ${run.command}\`. Raw profiles: \`${run.rawName}\`.`,
    '',
    '## Processor seconds',
    '',
    'With the start of the processes. Those of Bun are by thread: JavaScript and input/output, compilers, garbage collection.',
    '',
    '| Program | Processes | All | Main thread | Compilers | Collection |',
    '|---|---|---|---|---|---|',
    ...[...kinds]
      .sort(([, left], [, right]) => all(right.seconds) - all(left.seconds))
      .map(([name, { count, seconds }]) => {
        const cells = [all(seconds), seconds.main, seconds.compiler, seconds.collection].map((one) => one.toFixed(2));
        return `| \`${name}\` | ${count} | ${cells.join(' | ')} |`;
      }),
    ...(server ? [`| PostgreSQL | | ${server.seconds.toFixed(2)} | | | |`] : []),
  ];
  for (const [name, { seconds, profiles }] of kinds)
    if (!OUTSIDE.test(name) && all(seconds) >= total * LEAST_PART)
      lines.push('', ...costLines(name, costsOf(profiles, root)));
  if (server) lines.push('', ...statementLines(server));
  return `${lines.join('\n')}\n`;
}

function readKinds(folder: string, root: string): Map<string, Kind> {
  const kinds = new Map<string, Kind>();
  const files = readdirSync(folder);
  for (const file of files.filter((name) => /^\d+\.json$/.test(name)).sort()) {
    const program: Program = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const name = nameOf(program.argv, root);
    const kind: Kind = kinds.get(name) ?? {
      count: 0,
      seconds: { main: 0, compiler: 0, collection: 0, others: 0 },
      profiles: [],
    };
    kinds.set(name, kind);
    kind.count++;
    for (const [thread, seconds] of Object.entries(program.threads))
      if (thread !== SAMPLER) kind.seconds[workOf(thread)] += seconds;
    const pid = file.split('.')[0];
    for (const profile of files.filter((one) => one.endsWith('.cpuprofile') && one.split('.').includes(pid ?? '')))
      kind.profiles.push(JSON.parse(readFileSync(join(folder, profile), 'utf8')));
  }
  return kinds;
}

/** The name of a program: its file, and its first argument unless that is a number or an address. */
function nameOf([file = '', word = '']: readonly string[], root: string): string {
  const path = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
  return /^[a-z]+$/.test(word) ? `${path} ${word}` : path;
}

/** Threads of Bun by their names, of which Linux has the last 15 characters. */
function workOf(thread: string): Work {
  if (thread.startsWith('bun')) return 'main';
  if (thread === 'JITWorker' || thread === 't Helper Thread') return 'compiler';
  return thread === 'HeapHelper' || thread === 'ollector Thread' ? 'collection' : 'others';
}

const all = (seconds: Readonly<Record<Work, number>>): number =>
  Object.values(seconds).reduce((sum, one) => sum + one, 0);

function costLines(name: string, { samples, functions, places }: Costs): string[] {
  const rows = (counts: ReadonlyMap<string, number>, limit: number): string[] =>
    byCount(counts)
      .slice(0, limit)
      .map(([what, count]) => `| ${((count / samples) * 100).toFixed(1)} % | ${cell(what)} |`);
  return [
    `## \`${name}\``,
    '',
    `${samples.toLocaleString('en')} samples after the start. By package or folder, built-in functions counted for their callers:`,
    '',
    '| Share | Where |',
    '|---|---|',
    ...rows(places, PLACES),
    '',
    'By function, without the functions that it calls:',
    '',
    '| Share | Function |',
    '|---|---|',
    ...rows(functions, FUNCTIONS),
  ];
}

function readServer(folder: string): ServerWork | undefined {
  if (!readdirSync(folder).includes(SERVER_FILE)) return undefined;
  return JSON.parse(readFileSync(join(folder, SERVER_FILE), 'utf8'));
}

function statementLines({ statements }: ServerWork): string[] {
  return [
    '## Statements',
    '',
    'The ten with the most time, with planning and with waiting for locks and processors.',
    '',
    '| ms | Planning | Calls | Rows | Statement |',
    '|---|---|---|---|---|',
    ...statements.slice(0, STATEMENTS).map(({ ms, planMs, calls, rows, query }) => {
      const text = `${shortened(query)}${written(query)}`;
      return `| ${ms.toFixed(0)} | ${planMs.toFixed(0)} | ${calls} | ${rows} | \`${cell(text)}\` |`;
    }),
  ];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('`', "'");

const shortened = (query: string): string => (query.length > TEXT ? `${query.slice(0, TEXT)} …` : query);

/** Returns the tables that a long statement writes, which its beginning may not name. */
function written(query: string): string {
  const tables = query.matchAll(/\b(?:insert into|(?<!do |for |no key )update|delete from) ([\w."-]+)/gi);
  const names = new Set([...tables].map(([, name = '']) => name.replaceAll('"', '')).filter((name) => name !== 'set'));
  return query.length > TEXT && names.size > 0 ? ` (writes ${[...names].join(', ')})` : '';
}
