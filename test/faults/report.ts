import { PROMISED_ERRORS_MS, PROMISED_MS } from './checks/recovery.ts';
import type { Accepted } from './clients/clients.ts';
import type { FaultKind } from './kinds/fault.ts';

/** One fault that was inflicted, with what followed. */
export interface FaultRecord {
  readonly number: number;
  readonly kind: FaultKind;
  readonly target: string;
  readonly durationMs: number;
  /** ms from its end, or that of its batch, until everything in hand had gone on; by what was in hand. */
  readonly times: Readonly<Record<string, number>>;
  /** ms from its end to the last failed request. */
  readonly lastFailureMs: number;
  readonly problems: readonly string[];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const longestOf = ({ times }: FaultRecord): number => Math.max(0, ...Object.values(times));

export function lineOf(record: FaultRecord): string {
  const { number, kind, target, durationMs, times, lastFailureMs } = record;
  const [slowest] = Object.entries(times).sort(([, left], [, right]) => right - left);
  return [
    `${String(number).padStart(5)}  ${kind.padEnd(10)} ${target.padEnd(18)} ${seconds(durationMs).padStart(7)}`,
    `went on after ${seconds(longestOf(record)).padStart(6)} (${slowest?.[0] ?? 'nothing'})`,
    `last failed request after ${seconds(lastFailureMs)}`,
  ].join('  ');
}

/** The value below which a share of the numbers lies, by nearest rank. */
function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Totals of a run, for the summary. */
export interface Totals extends Accepted {
  /** Operations on contested records. */
  readonly operations: number;
}

/** One line of the summary. @param promised greatest value that keeps the promise, in ms */
function spread(what: string, values: readonly number[], promised: number): string {
  const [middle, high] = [0.5, 0.99].map((share) => seconds(percentile(values, share)));
  const longest = seconds(Math.max(0, ...values));
  return `${what.padEnd(28)} p50 ${middle}, p99 ${high}, longest ${longest} (promised ${seconds(promised)})`;
}

export function summaryOf(records: readonly FaultRecord[], totals: Totals, skipped: readonly string[]): string {
  const names = [...new Set(records.flatMap(({ times }) => Object.keys(times)))];
  const ofName = (name: string) => records.flatMap(({ times }) => times[name] ?? []);
  const kinds = [...Map.groupBy(records, ({ kind }) => kind)];
  return [
    `${records.length} faults: ${kinds.map(([kind, list]) => `${list.length} ${kind}`).join(', ')}`,
    ...skipped.map((reason) => `left out: ${reason}`),
    `accepted: ${totals.records} records, ${totals.emails} e-mails, ${totals.sms} SMS, ${totals.jobs} Jobs; ${totals.operations} operations on single records checked`,
    spread('everything in hand went on', records.map(longestOf), PROMISED_MS),
    ...names.map((name) => spread(`  ${name}`, ofName(name), PROMISED_MS)),
    ...kinds.map(([kind, list]) => spread(`  after ${kind}`, list.map(longestOf), PROMISED_MS)),
    spread(
      'last failed request',
      records.map(({ lastFailureMs }) => lastFailureMs),
      PROMISED_ERRORS_MS,
    ),
  ].join('\n');
}
