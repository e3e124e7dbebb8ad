import { problemsAtTheEnd } from '../checks/end.ts';
import { ApiClient } from '../clients/apiClient.ts';
import { acceptedBy, startClients, stopClients } from '../clients/clients.ts';
import { RegisterClients } from '../clients/registers.ts';
import type { Topology } from '../topology/topology.ts';
import { type Measurement, measure, seriesOf } from './measure.ts';
import { type Trend, trendOf } from './trend.ts';

const MINUTE_MS = 60_000;
/** Records that exist at a time, so that each minute has the same work as the one before. */
const KEPT_RECORDS = 2_000;

/**
 * Runs a mixed load without faults, and measures each minute. Returns the problems: what grows by more than its limit, and
 * whatever is wrong at the end.
 */
export async function soak(
  topology: Topology,
  minutes: number,
  seed: number,
  print: (line: string) => void,
): Promise<readonly string[]> {
  const api = new ApiClient(topology.apis, topology.key);
  const context = { api, topology };
  const clients = await startClients(context, { maxRecords: KEPT_RECORDS });
  const registers = await RegisterClients.start(context, seed, 'soak');
  const measurements: Measurement[] = [];
  const startedAt = performance.now();
  for (let minute = 1; minute <= minutes; minute++) {
    await Bun.sleep(Math.max(0, startedAt + minute * MINUTE_MS - performance.now()));
    const measurement = await measure(topology, (performance.now() - startedAt) / (60 * MINUTE_MS));
    measurements.push(measurement);
    print(lineOf(minute, measurement));
  }
  await registers.stop();
  await stopClients(clients);
  const trends = seriesOf(measurements).map(trendOf);
  for (const trend of trends) print(sentenceOf(trend));
  const { records, emails, sms, jobs } = acceptedBy(clients);
  print(
    `accepted: ${records} records, ${emails} e-mails, ${sms} SMS, ${jobs} Jobs; ${api.failed.length} requests failed`,
  );
  const never = () => false;
  const problems = [
    ...trends.filter(({ isFlat }) => !isFlat).map((trend) => `not flat: ${sentenceOf(trend)}`),
    ...measurements
      .filter(({ openTransactions }) => openTransactions > 0)
      .map(({ openTransactions }) => `${openTransactions} transactions were idle for five seconds`),
    ...api.failed.map(({ what }) => `a request failed: ${what}`),
    ...(await problemsAtTheEnd(topology, clients, { mayRepeat: never, isDuring: never })),
  ];
  await api.stop();
  for (const problem of problems) print(`FAILED ${problem}`);
  return problems;
}

const sum = (numbers: Readonly<Record<string, number>>): number =>
  Object.values(numbers).reduce((total, one) => total + one, 0);

function lineOf(minute: number, { memoryMb, handles, connections, tables }: Measurement): string {
  const megabytes =
    Object.values(tables).reduce((total, one) => total + one.tableBytes + one.indexBytes, 0) / 1_048_576;
  return [
    `minute ${String(minute).padStart(3)}`,
    `${sum(memoryMb)} MB of memory`,
    `${sum(handles)} open files`,
    `${connections} connections`,
    `${megabytes.toFixed(1)} MB of tables and indexes`,
  ].join('  ');
}

function sentenceOf({ series: { name, limit }, from, to, slope }: Trend): string {
  const round = (value: number) => value.toFixed(1);
  return `${name}: from ${round(from)} to ${round(to)}, slope ${round(slope)} ${limit.unit} an hour (limit ${limit.perHour})`;
}
