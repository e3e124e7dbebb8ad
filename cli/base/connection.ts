import type { Command } from 'commander';
import { Waybill } from '../../client/index.ts';
import { parseJson } from '../../domain/validation/parseJson.ts';
import { isDryRun } from './commands.ts';
import { type Context, checkedUrl, currentName, existingContext, findContext, listContexts } from './contexts.ts';
import { DryRunWaybill } from './dryRun.ts';
import { usageError } from './exitCodes.ts';
import { type Format, Output, type OutputOptions } from './output.ts';
import { printable } from './printable.ts';

export interface GlobalOptions extends OutputOptions {
  readonly url?: string;
  readonly context?: string;
}

export interface Connection {
  readonly waybill: Waybill;
  readonly url: string;
  readonly output: Output;
}

const DEFAULT_URL = 'http://127.0.0.1:3000';

/**
 * Connects to the service that the options, the environment or the current context name.
 *
 * @param format  that of the output without `-o`
 */
export function connect(command: Command, format?: Format): Connection {
  const options = command.optsWithGlobals<GlobalOptions>();
  const output = new Output(options, format);
  const { url, key } = addressOf(options);
  const settings = { url, ...(key !== undefined && { key }) };
  return { url, output, waybill: isDryRun(command) ? new DryRunWaybill(settings) : new Waybill(settings) };
}

/**
 * Returns the address and the key. A key that is stored for one address is never sent to another; WAYBILL_KEY is sent to the
 * address in use.
 */
export function addressOf({ url, context }: Pick<GlobalOptions, 'url' | 'context'>): Context {
  const { key: stored, ...found } = storedAddress(url, context);
  const key = process.env['WAYBILL_KEY'] || stored;
  return key === undefined ? found : { ...found, key };
}

function storedAddress(url: string | undefined, context: string | undefined): Context {
  if (url !== undefined && context !== undefined)
    throw usageError('--url and --context both name an address. Leave one of them out.');
  if (url !== undefined) return contextAt(checkedUrl(url, '--url'));
  if (context !== undefined) return existingContext(context);
  const { WAYBILL_URL: fromEnvironment, WAYBILL_CONTEXT: named } = process.env;
  if (fromEnvironment) return contextAt(checkedUrl(fromEnvironment, 'WAYBILL_URL'));
  if (named) return existingContext(named);
  const current = currentName();
  return (current !== undefined && findContext(current)) || contextAt(DEFAULT_URL);
}

/** Returns the context with this address, the current one before others; without one, an address without a key. */
function contextAt(url: string): Context {
  const current = currentName();
  const matching = listContexts().filter((one) => one.url === url);
  return matching.find(({ name }) => name === current) ?? matching[0] ?? { url };
}

interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends JSON to an operation that is named at run time. Whole numbers of any size in the answer are exact. */
export async function call(
  { waybill }: Pick<Connection, 'waybill'>,
  path: string,
  request: Call = {},
): Promise<unknown> {
  const { method = 'GET', body, headers, signal } = request;
  const response = await waybill.fetch(path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  reportWarnings(response);
  const text = await response.text();
  return text === '' ? undefined : parseJson(text);
}

/** Prints what the service has found doubtful in a request that it executed. */
export function reportWarnings({ headers }: Response): void {
  const warnings = headers.get('x-warnings');
  if (warnings === null) return;
  const text = warnings.replaceAll(/\\u([0-9a-f]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  console.error(printable(`Warning: ${text}`));
}
