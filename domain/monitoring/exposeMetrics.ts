import { type FeedLag, feedLags } from '../../db/queries/changes/ruleFeedRows.ts';
import { type QueueState, queueStates } from '../../db/queries/queue/queueStates.ts';
import { type DatabaseCounts, databaseCounts, liveMetrics } from '../../db/queries/runtime/processMetrics.ts';
import { readWorkers, type WorkerRow } from '../../db/queries/runtime/workerRows.ts';
import type { Services } from '../ports/services.ts';
import { queues } from '../queue/definitions.ts';
import { parseStored } from '../records/storedText.ts';
import { type MetricSnapshot, readMetricsSnapshot } from '../runtime/metrics.ts';
import { missingIndexes } from '../search/indexes.ts';

/** A process whose row is older counts as dead, and its metrics are left out. */
const SILENT_SECONDS = 6;

type Labels = MetricSnapshot['values'][number]['labels'];
type Sample = { readonly labels: Labels; readonly value: number };

/**
 * Returns all metrics in Prometheus's text format: those of each live process under its own `process` label, and those of
 * queues, outbox and connections from the database. Every api process returns the same, so Prometheus scrapes one.
 *
 * @param own  id of this process, whose metrics are current instead of a few seconds old
 */
export async function exposeMetrics(services: Services, own: string | undefined): Promise<string> {
  const { sql, metrics } = services;
  const [copies, states, counts, searchState, feeds, workers] = await Promise.all([
    liveMetrics(sql, SILENT_SECONDS),
    queueStates(sql, Object.keys(queues)),
    databaseCounts(sql),
    searchStateOf(services),
    feedLags(sql),
    readWorkers(sql),
  ]);
  const families = new Map<string, { help: string; type: string; lines: string[] }>();
  const add = ({ name, help, type, values }: MetricSnapshot, more: Labels): void => {
    let family = families.get(name);
    if (!family) {
      family = { help, type, lines: [] };
      families.set(name, family);
    }
    for (const { value, labels, metricName } of values) {
      family.lines.push(`${metricName ?? name}${labelText({ ...labels, ...more })} ${numberText(value)}`);
    }
  };
  const self = copies.find(({ id }) => id === own);
  for (const metric of await metrics.snapshot()) add(metric, { process: nameOf(self) });
  for (const other of copies) {
    if (other === self) continue;
    // A process of another release may store its metrics in a form that this one cannot read.
    const copy = await readMetricsSnapshot(other.metrics).catch(() => []);
    for (const metric of copy) add(metric, { process: nameOf(other) });
  }
  for (const metric of databaseMetrics(states, counts, copies, searchState)) add(metric, {});
  for (const metric of [...feedMetrics(feeds), bounceMailboxMetric(workers)])
    if (metric.values.length > 0) add(metric, {});
  return [...families]
    .map(([name, { help, type, lines }]) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`)
    .join('');
}

interface SearchState {
  readonly engine: string;
  readonly isUp: boolean;
  /** 0 while the engine cannot be reached. */
  readonly missingIndexes: number;
}

async function searchStateOf(services: Services): Promise<SearchState> {
  const engine = services.search.name;
  try {
    await services.search.ping();
    return { engine, isUp: true, missingIndexes: (await missingIndexes(services)).length };
  } catch {
    return { engine, isUp: false, missingIndexes: 0 };
  }
}

/** `worker host:1234`. */
function nameOf(process: { role: string; host: string; pid: number } | undefined): string {
  return process ? `${process.role} ${process.host}:${process.pid}` : 'api';
}

const gauge = (name: string, help: string, samples: readonly Sample[]): MetricSnapshot => ({
  name,
  help,
  type: 'gauge',
  values: samples,
});

function feedMetrics(feeds: readonly FeedLag[]): MetricSnapshot[] {
  const ofRules = (name: string, help: string, measure: (feed: FeedLag) => number | null): MetricSnapshot =>
    gauge(
      name,
      help,
      feeds.flatMap((feed) => {
        const value = measure(feed);
        return value === null ? [] : [{ labels: { rule: feed.ruleCode }, value }];
      }),
    );
  return [
    ofRules(
      'waybill_rule_feed_lag_seconds',
      'Age of the oldest change that the rule has not passed; 0 if there is none.',
      ({ lagSeconds }) => Math.max(0, lagSeconds),
    ),
    ofRules(
      'waybill_rule_feed_failed_attempts',
      'Failed attempts at the request that the rule posts now.',
      ({ failedAttempts }) => failedAttempts,
    ),
    ofRules(
      'waybill_rule_feed_last_posted_timestamp_seconds',
      'When the receiver has accepted a request for the last time, in seconds since 1970.',
      ({ lastPostedAt }) => lastPostedAt,
    ),
  ];
}

/** Without values if no worker reads the mailbox of bounces. */
function bounceMailboxMetric(workers: readonly WorkerRow[]): MetricSnapshot {
  const states = workers
    .filter(({ alive }) => alive)
    .flatMap(({ status }) => parseStored<{ bounceMailbox?: { state: string } }>(status).bounceMailbox?.state ?? []);
  const isUp = states.some((state) => state === 'READING');
  return gauge(
    'waybill_bounce_mailbox_up',
    '1 while a worker reads the mailbox of bounces, 0 while it cannot be read.',
    states.length === 0 ? [] : [{ labels: {}, value: Number(isUp) }],
  );
}

function databaseMetrics(
  states: readonly QueueState[],
  counts: DatabaseCounts,
  processes: readonly { role: string }[],
  { engine, isUp, missingIndexes: missing }: SearchState,
): MetricSnapshot[] {
  const roles = [...new Set(processes.map(({ role }) => role))];
  return [
    gauge(
      'waybill_queue_jobs',
      'Queue jobs by state: ready, deferred (not due yet), active, dead (in the dead-letter queue).',
      states.flatMap(({ name: queue, ready, deferred, active, deadLetters: dead }) =>
        Object.entries({ ready, deferred, active, dead }).map(([state, value]) => ({
          labels: { queue, state },
          value,
        })),
      ),
    ),
    gauge(
      'waybill_queue_oldest_seconds',
      'Age of the oldest job that is due. For index.sync this is the lag of the search indexes.',
      states.map(({ name: queue, oldestReadySeconds }) => ({ labels: { queue }, value: oldestReadySeconds ?? 0 })),
    ),
    gauge(
      'waybill_queue_paused',
      '1 while the queue is paused.',
      states.map(({ name: queue, pausedAt }) => ({ labels: { queue }, value: Number(pausedAt !== null) })),
    ),
    gauge(
      'waybill_outbox_rows',
      'Outbox rows that wait for the relay, and rows that could not be moved to their queue.',
      states.flatMap(({ name: queue, outbox, rejected }) => [
        { labels: { queue, state: 'waiting' }, value: outbox },
        { labels: { queue, state: 'rejected' }, value: rejected },
      ]),
    ),
    gauge('waybill_outbox_oldest_seconds', 'Age of the oldest outbox row that is due.', [
      { labels: {}, value: counts.outboxOldestSeconds },
    ]),
    gauge(
      'waybill_processes',
      'Live processes.',
      roles.map((role) => ({ labels: { role }, value: processes.filter((one) => one.role === role).length })),
    ),
    gauge(
      'waybill_database_connections',
      'Connections to the database, by application and state.',
      counts.connections.map(({ application, state, count }) => ({ labels: { application, state }, value: count })),
    ),
    gauge('waybill_database_max_connections', 'Maximum number of connections to the database.', [
      { labels: {}, value: counts.maxConnections },
    ]),
    gauge('waybill_search_up', '1 while the search engine can be reached.', [
      { labels: { engine }, value: Number(isUp) },
    ]),
    gauge('waybill_search_indexes_missing', 'Search indexes that were deleted in the search engine.', [
      { labels: { engine }, value: missing },
    ]),
  ];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}
