import type { Command } from 'commander';
import { Waybill } from '../client/index.ts';
import { keyFor } from './storedKeys.ts';

export interface Connection {
  readonly waybill: Waybill;
  readonly url: string;
  /** The credential, for requests beside the typed operations. */
  readonly headers: Readonly<Record<string, string>>;
  /** Prints only JSON to standard output, for other programs. */
  readonly json: boolean;
}

/** Connects to the service that `--url` or WAYBILL_URL names. */
export function connect(command: Command): Connection {
  const { url, json = false } = command.optsWithGlobals<{ url: string; json?: boolean }>();
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error(`--url is ${JSON.stringify(url)} and must be a URL that starts with http:// or https://.`);
  const key = keyFor(url);
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return { waybill: new Waybill({ url, headers }), headers, url: url.replace(/\/+$/, ''), json };
}

/** A text table whose columns are as wide as their longest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
