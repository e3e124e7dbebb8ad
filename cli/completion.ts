import type { RootCommand } from '@bomb.sh/tab';
import type { Argument, Command, Option } from 'commander';
import { Waybill } from '../client/index.ts';
import { kinds } from '../domain/kinds/index.ts';
import { type Source, sourceOf } from './base/commands.ts';
import { addressOf, call } from './base/connection.ts';
import { listContexts } from './base/contexts.ts';
import { kindOf } from './base/kinds.ts';
import bashScript from './completion.bash' with { type: 'text' };
import { pathOf, type StoredRecord } from './records/recordAccess.ts';

/** A shell waits for its completion: after this time it gets none. */
const LIMIT_MS = 1_500;
const MAX_VALUES = 100;

type Values = ReadonlyMap<string, string>;

/** Where the cursor is: in which argument or value of an option of which command. */
interface Place {
  readonly path: readonly string[];
  readonly completed: Argument | Option;
  readonly positionals: readonly string[];
  readonly partial: string;
}

/**
 * Prints the script that completes in bash, if it is requested, and returns whether it was. That of the library cannot be loaded
 * twice, needs the package bash-completion, and evaluates the words that are typed and the values of the service.
 */
export function printBashScript(words: readonly string[]): boolean {
  if (words.length !== 2 || words[0] !== 'complete' || words[1] !== 'bash') return false;
  process.stdout.write(bashScript);
  return true;
}

/**
 * If a shell requests completion (`complete -- words`), fetches the values for the word at the cursor from the service, and
 * passes them to the library, whose handlers cannot wait.
 */
export async function completeValues(
  program: Command,
  completion: RootCommand,
  words: readonly string[],
): Promise<void> {
  if (words[0] !== 'complete' || words[1] !== '--') return;
  const typed = words.slice(2);
  completeGlobalOptions(completion);
  const place = placeOf(program, typed);
  const source = place && sourceOf(place.completed);
  if (!place || source === undefined) return;
  // A service that is unavailable, and a missing right, leave the words as they are.
  const values = await valuesOf(source, place, typed).catch((): Values => new Map());
  const handler = (complete: (value: string, description: string) => void): void => {
    for (const [value, description] of values) complete(value, description);
  };
  const target = completion.commands.get(place.path.join(' ')) ?? completion;
  const { completed } = place;
  const found = isOption(completed)
    ? (target.options.get(completed.name()) ?? completion.options.get(completed.name()))
    : target.arguments.get(completed.name());
  if (found) found.handler = handler;
}

const isOption = (completed: Argument | Option): completed is Option => 'flags' in completed;

/** The library completes the options of a command alone. */
function completeGlobalOptions(completion: RootCommand): void {
  for (const command of completion.commands.values())
    for (const [name, option] of completion.options) if (!command.options.has(name)) command.options.set(name, option);
}

function placeOf(program: Command, typed: readonly string[]): Place | undefined {
  let command = program;
  let pending: Option | undefined;
  const path: string[] = [];
  const positionals: string[] = [];
  for (const word of typed.slice(0, -1)) {
    if (pending) pending = undefined;
    else if (word.startsWith('-')) pending = word.includes('=') ? undefined : valuedOption(program, command, word);
    else {
      const inner = positionals.length === 0 && command.commands.find((one) => one.name() === word);
      if (inner) command = inner;
      (inner ? path : positionals).push(word);
    }
  }
  const partial = typed.at(-1) ?? '';
  const last = command.registeredArguments.at(-1);
  const argument = command.registeredArguments[positionals.length] ?? (last?.variadic ? last : undefined);
  const completed = pending ?? (partial.startsWith('-') ? undefined : argument);
  return completed && { path, completed, positionals, partial };
}

const valuedOption = (program: Command, command: Command, word: string): Option | undefined =>
  [...command.options, ...program.options].find(
    ({ short, long, required, optional }) => (short === word || long === word) && (required || optional),
  );

async function valuesOf(source: Source, place: Place, typed: readonly string[]): Promise<Values> {
  if (source === 'kind') return new Map(kinds.map(({ name, description }) => [name, description]));
  if (source === 'context') return new Map(listContexts().map(({ name, url }) => [name, url]));
  const { url, key } = addressOf({ ...valueIn(typed, 'url'), ...valueIn(typed, 'context') });
  const signal = AbortSignal.timeout(LIMIT_MS);
  const limited = (input: string | URL | Request, init?: RequestInit) => fetch(input, { ...init, signal });
  const waybill = new Waybill({ url, retries: 0, fetch: limited as typeof fetch, ...(key !== undefined && { key }) });
  const named = recordKinds[source];
  if (named !== undefined) return records(waybill, named, place.partial);
  if (source === 'record') return records(waybill, place.positionals[0] ?? '', place.partial);
  return (await others[source]?.(waybill, place.partial)) ?? new Map();
}

/** Sources whose values are the codes of a kind. */
const recordKinds: Partial<Record<Source, string>> = {
  template: 'FormatterTemplate',
  script: 'Script',
  schedule: 'Schedule',
  logType: 'LogType',
  user: 'User',
};

const others: Partial<Record<Source, (waybill: Waybill, partial: string) => Promise<Values>>> = {
  queue: async ({ api }) => new Map((await api.getAdminQueues()).map(({ name, purpose = '' }) => [name, purpose])),
  format: async ({ api }) => new Map((await api.getDocumentsFormats()).map(({ name, mediaType }) => [name, mediaType])),
  job: async ({ api }) => {
    const filtering = { size: MAX_VALUES, sort: [{ column: 'auditInfo.whenInserted', direction: 'DESC' as const }] };
    const { content } = await api.getJobsSearchPage({ filtering });
    return new Map(content.map(({ id = '', jobType, status }) => [id, `${jobType} ${status}`]));
  },
  apiKey: async ({ api }) => new Map((await api.getApiKeys()).map(({ id, name, user }) => [id, `${name} of ${user}`])),
  suppression: async ({ api }) => {
    const { content } = await api.getSuppressions({ filtering: { size: MAX_VALUES } });
    return new Map(content.map(({ id = '', address }) => [id, address]));
  },
  path: async (waybill, partial) => {
    const { paths } = (await call({ waybill }, '/openapi.json')) as { paths: Record<string, object> };
    // A path without a slash at its beginning is below the interface.
    const typed = (path: string): string => (partial.startsWith('/') ? path : path.replace(/^\/api\/v2\//, ''));
    return new Map(
      Object.entries(paths).map(([path, methods]) => [typed(path), Object.keys(methods).join(', ').toUpperCase()]),
    );
  },
};

async function records(waybill: Waybill, name: string, partial: string): Promise<Values> {
  const kind = kindOf(name);
  const isCoded = 'code' in kind.members;
  const filters = isCoded && partial !== '' ? [{ column: 'code', operator: 'LIKE', value: `${partial}%` }] : [];
  const body = { filters, size: MAX_VALUES };
  const page = (await call({ waybill }, `${pathOf(kind)}/search/page`, { method: 'POST', body })) as {
    content: StoredRecord[];
  };
  return new Map(page.content.map(({ id, code, name }) => [String(isCoded ? code : id), String(name ?? '')]));
}

/** Returns the value of a global option that is typed before the cursor. */
function valueIn(typed: readonly string[], name: 'url' | 'context'): { url?: string; context?: string } {
  const at = typed.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  const value = typed[at]?.includes('=') ? typed[at]?.slice(`--${name}=`.length) : typed[at + 1];
  return at === -1 || value === undefined ? {} : { [name]: value };
}
