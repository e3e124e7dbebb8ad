import { Command, Option } from 'commander';
import { parseJson } from '../../domain/validation/parseJson.ts';
import { argument, withDryRun, withExamples } from '../base/commands.ts';
import { connect } from '../base/connection.ts';
import { usageError } from '../base/exitCodes.ts';
import { collected } from '../base/filters.ts';
import { printable } from '../base/printable.ts';
import { withProgress } from '../base/terminal.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

interface ApiOptions {
  readonly method?: string;
  readonly field?: readonly string[];
  readonly rawField?: readonly string[];
  readonly header?: readonly string[];
  readonly input?: string;
  readonly include?: boolean;
}

/**
 * `waybill api`: any request of the interface.
 *
 * @param runProcess  runs the api process, which has had this name for longer: the command without a path
 */
export function apiCallCommand(runProcess?: () => Promise<void>): Command {
  const api = withDryRun(new Command('api'))
    .description(
      `Send any request to the service and print the response${runProcess ? '; without a path, run an api process on the database in DATABASE_URL' : ''}`,
    )
    .addArgument(
      argument(
        runProcess ? '[path]' : '<path>',
        'path of an operation: /api/v2/users/novak, or users/novak for short',
        'path',
      ),
    )
    .addOption(new Option('-X, --method <method>', 'method; GET, or POST with a body').choices(methods))
    .option(
      '-F, --field <name=value>',
      'member of the body, or parameter of a GET: true, false, null, numbers and JSON are read as such, @file is read from a file; repeatable',
      collected,
    )
    .option('-f, --raw-field <name=value>', 'member or parameter that is a text; repeatable', collected)
    .option('-H, --header <name:value>', 'header; repeatable', collected)
    .option('--input <file>', 'file with the body; - is standard input')
    .option('-i, --include', 'print the status and the headers too')
    .action(async (path: string | undefined, options: ApiOptions, command: Command) => {
      if (path === undefined) return runProcess?.();
      const { waybill, output } = connect(command, 'json');
      const { target, init } = await requestOf(path, options);
      const response = await withProgress(
        () => `${init.method} ${target} …`,
        () => waybill.fetch(target, init),
      );
      if (options.include) console.log(headOf(response));
      const type = response.headers.get('content-type') ?? '';
      if (/[/+]json\b/.test(type)) {
        const text = await response.text();
        if (text !== '') await output.value(parseJson(text));
      } else for await (const chunk of response.body ?? []) await Bun.write(Bun.stdout, chunk);
    });
  return withExamples(api, {
    'api me': 'Show who the caller is',
    'api users/novak --jq .email': 'Print one member of a response',
    'api users/novak -X PATCH -f email=novak@example.com -F chars=\'{"floor":2}\'': 'Change members of a record',
    'api logs/search/page -X POST --input filtering.json': 'Send a body from a file',
    'api admin/export -X POST > backup.zip': 'Save a response that is a file',
  });
}

async function requestOf(path: string, options: ApiOptions): Promise<{ target: string; init: RequestInit }> {
  const { field = [], rawField = [], header = [], input } = options;
  const members = Object.fromEntries([
    ...rawField.map((one) => splitAt(one, '=', '--raw-field')),
    ...(await Promise.all(field.map(typedField))),
  ]);
  const names = Object.keys(members);
  if (input !== undefined && names.length > 0)
    throw usageError('--input and --field both make the body. Leave one of them out.');
  const method = options.method ?? (names.length > 0 || input !== undefined ? 'POST' : 'GET');
  const headers = new Headers(header.map((one) => splitAt(one, ':', '--header')));
  const target = pathOf(path);
  if (names.length > 0 && (method === 'GET' || method === 'HEAD')) {
    const query = new URLSearchParams(Object.fromEntries(names.map((name) => [name, asText(members[name])])));
    return { target: `${target}${target.includes('?') ? '&' : '?'}${query}`, init: { method, headers } };
  }
  const body = input === undefined ? (names.length > 0 ? JSON.stringify(members) : null) : await bodyFrom(input);
  if (body !== null && !headers.has('content-type')) headers.set('content-type', 'application/json');
  return { target, init: { method, headers, body } };
}

/** Returns the path below the address of the service. A path can never lead to another server. */
function pathOf(path: string): string {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path))
    throw usageError(
      `The path is ${JSON.stringify(path)} and must not name a server: use --url or --context for that.`,
    );
  return path.startsWith('/') ? path : `/api/v2/${path}`;
}

function splitAt(text: string, separator: string, name: string): [string, string] {
  const at = text.indexOf(separator);
  if (at <= 0) throw usageError(`${name} is ${JSON.stringify(text)} and must be a name, ${separator} and a value.`);
  return [text.slice(0, at), text.slice(at + 1).trimStart()];
}

async function typedField(text: string): Promise<[string, unknown]> {
  const [name, value] = splitAt(text, '=', '--field');
  if (value.startsWith('@')) return [name, await (await bodyFrom(value.slice(1))).text()];
  if (!/^(true|false|null|-?\d|\{|\[)/.test(value)) return [name, value];
  try {
    return [name, parseJson(value)];
  } catch (error) {
    if (/^[[{]/.test(value)) throw usageError(`--field ${name} is not JSON: ${(error as Error).message}`);
    return [name, value];
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

async function bodyFrom(file: string): Promise<Blob> {
  if (file === '-') return new Blob([await Bun.stdin.bytes()]);
  if (await Bun.file(file).exists()) return Bun.file(file);
  throw usageError(`The file ${file} does not exist.`);
}

function headOf({ status, headers }: Response): string {
  return printable([`HTTP ${status}`, ...[...headers].map(([name, value]) => `${name}: ${value}`), ''].join('\n'));
}
