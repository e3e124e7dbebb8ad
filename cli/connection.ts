import type { Command } from 'commander';
import { Waybill } from '../client/index.ts';

export interface Connection {
  readonly waybill: Waybill;
  readonly url: string;
  /** Answers are for programs: JSON alone on standard output. */
  readonly json: boolean;
}

/** To the Waybill that `--url` or WAYBILL_URL names. */
export function connect(command: Command): Connection {
  const { url, json = false } = command.optsWithGlobals<{ url: string; json?: boolean }>();
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error(`--url is ${JSON.stringify(url)} and must be a URL that begins with http:// or https://.`);
  return { waybill: new Waybill({ url }), url: url.replace(/\/+$/, ''), json };
}

/** Columns as wide as what is in them. */
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
