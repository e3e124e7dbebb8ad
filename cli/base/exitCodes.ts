import { WaybillError } from '../../client/index.ts';
import { printable } from './printable.ts';

/** The exit codes of the command, with their meaning in docs/commands.md. */
export const exitCodes = {
  succeeded: { code: 0, meaning: 'The command did what it was called for.' },
  failed: { code: 1, meaning: 'The service rejected a request or failed, or a check of `doctor` found an error.' },
  usage: { code: 2, meaning: 'The command line is wrong, a file cannot be read, or a confirmation is missing.' },
  notFound: { code: 3, meaning: 'The service has no such record or path.' },
  denied: { code: 4, meaning: 'The key is missing, invalid or expired, or its user lacks a right.' },
  unavailable: {
    code: 5,
    meaning: 'The service cannot be reached, is unavailable, or accepts no more requests for now.',
  },
  conflict: { code: 6, meaning: 'The record has changed since it was read; nothing was written.' },
  jobFailed: { code: 7, meaning: 'The Job that the command followed failed or was cancelled.' },
  different: { code: 8, meaning: '`diff` found differences.' },
  interrupted: { code: 130, meaning: 'Ctrl-C ended the command.' },
} as const;

export type Outcome = keyof typeof exitCodes;

/** An error whose message is for the user of the command, with its exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly outcome: Outcome;

  constructor(outcome: Outcome, message: string) {
    super(message);
    this.outcome = outcome;
  }
}

/** The command line or a file is wrong: nothing was requested. */
export const usageError = (message: string): CommandError => new CommandError('usage', message);

/** Errors of a connection that was not established or broke off. */
const unreachable = new Set(['ECONNREFUSED', 'ConnectionRefused', 'FailedToOpenSocket', 'ENOTFOUND', 'ECONNRESET']);

const byStatus: Readonly<Record<number, Outcome>> = {
  401: 'denied',
  403: 'denied',
  409: 'conflict',
  410: 'notFound',
  412: 'conflict',
  429: 'unavailable',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** Whether the record that the path of a request names does not exist: a 404, and for most operations a 400. */
export function isMissingRecord(error: unknown): boolean {
  if (!(error instanceof WaybillError)) return false;
  return error.code === 404 || (error.code === 400 && hasProblem(error, 'NOT_FOUND', /^(idOrCode|id|code|name)$/));
}

const hasProblem = ({ problems }: WaybillError, code: string, path: RegExp): boolean =>
  problems.some((problem) => problem.code === code && path.test(problem.path ?? ''));

function outcomeOf(error: WaybillError): Outcome {
  if (isMissingRecord(error)) return 'notFound';
  return hasProblem(error, 'STALE_VERSION', /./) ? 'conflict' : (byStatus[error.code] ?? 'failed');
}

/** Returns the outcome of an error, and its text with what to do. `url` is the address that was used. */
export function describeError(error: unknown, url: string | undefined): { outcome: Outcome; text: string } {
  if (error instanceof CommandError) return { outcome: error.outcome, text: printable(error.message) };
  if (error instanceof WaybillError) return { outcome: outcomeOf(error), text: textOf(error) };
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code === undefined || !unreachable.has(code)) return { outcome: 'failed', text: printable(message) };
  const remedy = 'Check that it is running, and set its address with --url, --context or WAYBILL_URL.';
  return { outcome: 'unavailable', text: `Waybill cannot be reached at ${url ?? 'its address'} (${code}). ${remedy}` };
}

function textOf({ code, summary, errors, traceId }: WaybillError): string {
  const remedy = code === 401 ? ['Store a valid key with `waybill login`, or set WAYBILL_KEY.'] : [];
  const trace = traceId === undefined ? [] : [`trace ${traceId}`];
  return printable([summary, ...errors.map((one) => `  ${one}`), ...remedy, ...trace].join('\n'));
}

function codeOf(error: unknown): string | undefined {
  const { code }: { readonly code?: unknown } = error ?? {};
  return typeof code === 'string' ? code : undefined;
}
