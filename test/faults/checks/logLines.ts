import { readFileSync } from 'node:fs';
import { processesOf, type Topology } from '../topology/topology.ts';

/** A line of the log of a process, at `error` or `fatal`. */
export interface ErrorLine {
  readonly process: string;
  /** ms since 1970 by the clock of the process. */
  readonly at: number;
  readonly message: string;
  /** Code or type of the error, and its message. */
  readonly cause: string;
}

interface Line {
  readonly level?: string;
  readonly time?: string;
  readonly msg?: string;
  readonly err?: { readonly type?: string; readonly code?: string; readonly message?: string };
}

/** Returns the lines at `error` and `fatal`, and those that are no JSON, of all processes. */
export function errorLines(topology: Topology): ErrorLine[] {
  return processesOf(topology).flatMap(({ name, logFile }) =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !/"level":"(trace|debug|info|warn)"/.test(line))
      .map((line) => read(name, line)),
  );
}

function read(process: string, text: string): ErrorLine {
  try {
    const { time = '', msg = '', err } = JSON.parse(text) as Line;
    const cause = err ? `${err.code ?? err.type ?? ''} ${err.message ?? ''}` : '';
    return { process, at: Date.parse(time), message: msg, cause };
  } catch {
    return { process, at: Number.NaN, message: text.slice(0, 300), cause: '' };
  }
}

/** Errors that an outage of the database, or of its connection, explains. */
const outage =
  /CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|57P0|08\d{3}|53100|53300|58030|closed|terminat|timeout|has not responded|No space left|read-only|recovery/i;
/** Errors that an outage of the search engine explains. */
const searchOutage = /Search|search|Elasticsearch|NoLivingConnections|ResponseError/;

/**
 * Returns the lines that no fault explains.
 *
 * @param isDuringFault whether a fault was active at this time, or had ended shortly before; ms since 1970
 */
export function unexplainedLines(lines: readonly ErrorLine[], isDuringFault: (at: number) => boolean): ErrorLine[] {
  return lines.filter(
    ({ at, message, cause }) =>
      !(isDuringFault(at) && (outage.test(cause) || outage.test(message) || searchOutage.test(cause))),
  );
}
