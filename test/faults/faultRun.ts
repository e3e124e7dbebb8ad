import { problemsAtTheEnd } from './checks/end.ts';
import { checkLinearizability } from './checks/linearizability.ts';
import { recordProblems } from './checks/problems.ts';
import { lastFailureMs, measureRecovery, PROMISED_ERRORS_MS, PROMISED_MS, type Recovery } from './checks/recovery.ts';
import { measureResources, type Resources, resourceProblems } from './checks/resources.ts';
import { ApiClient } from './clients/apiClient.ts';
import { acceptedBy, type Clients, inHandOf, startClients, stopClients } from './clients/clients.ts';
import { type Register, RegisterClients } from './clients/registers.ts';
import type { Fault, FaultMaker } from './kinds/fault.ts';
import { faultMakers } from './kinds/makers.ts';
import type { FaultOptions } from './options.ts';
import { Random } from './random.ts';
import { type FaultRecord, lineOf, summaryOf, type Totals } from './report.ts';
import type { Topology } from './topology/topology.ts';

/** Pause before the faults of a batch, so that the clients have something in hand. */
const WARM_UP_MS = 1_500;
/** Greatest difference in ms between the starts of the faults of one batch. */
const SPREAD_MS = 1_000;
/** Time in ms after everything has gone on in which a fault still explains lines of the log. */
const AFTERMATH_MS = 20_000;
/** An e-mail may be repeated if its first copy arrived during a fault, or within so many ms before or after it. */
const IN_FLIGHT_MS = 5_000;

/** The time of one batch of faults; by performance.now(). */
interface Span {
  readonly from: number;
  /** When the last fault had ended; Infinity before. */
  endedAt: number;
  /** When everything had gone on; Infinity before. */
  settledAt: number;
  /** Whether one of them could hit a delivery: all but those of apis can. */
  readonly touchesDeliveries: boolean;
}

/** One run of the harness on a running topology. */
export class FaultRun {
  readonly #options: FaultOptions;
  readonly #topology: Topology;
  readonly #print: (line: string) => void;
  readonly #random: Random;
  readonly #api: ApiClient;
  readonly #records: FaultRecord[] = [];
  readonly #spans: Span[] = [];
  readonly #registers: Register[] = [];
  readonly #problems: string[] = [];

  constructor(options: FaultOptions, topology: Topology, print: (line: string) => void) {
    this.#options = options;
    this.#topology = topology;
    this.#print = print;
    this.#random = new Random(options.seed);
    this.#api = new ApiClient(topology.apis, topology.key);
  }

  /**
   * Inflicts all faults, checks everything, and prints the summary. Returns the problems.
   *
   * @param ending aborted when no further batch is to be inflicted; the checks run then
   */
  async run(ending: AbortSignal): Promise<readonly string[]> {
    const context = { api: this.#api, topology: this.#topology };
    const clients = await startClients(context, { seed: this.#options.seed });
    await Bun.sleep(WARM_UP_MS);
    // The first messages and documents wait until the workers have loaded what they need.
    await measureRecovery(inHandOf(clients), performance.now());
    const before = await measureResources(this.#topology);
    const { makers, skipped } = this.#makers();
    for (let number = 0; number < this.#options.faults && !ending.aborted; number += this.#options.batch) {
      const size = Math.min(this.#options.batch, this.#options.faults - number);
      await this.#inflict(number, this.#batch(makers, size), clients);
    }
    await stopClients(clients);
    await this.#checkAll(clients, before);
    await this.#api.stop();
    this.#print(summaryOf(this.#records, this.#totals(clients), skipped));
    return this.#problems;
  }

  /** The kinds of faults that are possible here, and the reasons why others are not. */
  #makers(): { makers: readonly FaultMaker[]; skipped: readonly string[] } {
    const chosen = this.#options.kinds.map((kind) => ({ kind, missing: faultMakers[kind].missing(this.#topology) }));
    const makers = chosen.flatMap(({ kind, missing }) => (missing === undefined ? [faultMakers[kind]] : []));
    if (makers.length === 0) throw new Error('None of the chosen kinds of faults is possible here.');
    return {
      makers,
      skipped: chosen.flatMap(({ kind, missing }) => (missing === undefined ? [] : `${kind}: ${missing}`)),
    };
  }

  /** Makes faults that hit different things. */
  #batch(makers: readonly FaultMaker[], size: number): Fault[] {
    const batch: Fault[] = [];
    for (let attempt = 0; batch.length < size; attempt++) {
      const fault = this.#random.pick(makers).make(this.#topology, this.#random, this.#options.longest * 1_000);
      const isTaken = batch.some(({ target }) => thingOf(target) === thingOf(fault.target));
      // With few kinds there may be fewer targets than faults.
      if (!isTaken) batch.push(fault);
      else if (attempt > 50 * size) throw new Error(`--batch ${size} is more than these kinds of faults have targets.`);
    }
    return batch;
  }

  /** Inflicts the faults of one batch, and checks what must hold after them. @param first number of faults before */
  async #inflict(first: number, batch: readonly Fault[], clients: Clients): Promise<void> {
    const { registers, stop } = await this.#startRegisters(first);
    const delays = batch.map((_, index) => (index === 0 ? 0 : this.#random.whole(0, SPREAD_MS)));
    await Bun.sleep(WARM_UP_MS);
    const from = performance.now();
    const touchesDeliveries = batch.some(({ target }) => !/api\d/.test(target));
    const span: Span = { ...{ from, touchesDeliveries }, ...{ endedAt: Infinity, settledAt: Infinity } };
    this.#spans.push(span);
    await Promise.all(
      batch.map(async (fault, index) => {
        await Bun.sleep(delays[index] ?? 0);
        await fault.inflict().catch((error: unknown) => {
          throw new Error(`Fault ${first + index + 1} (${fault.kind}, ${fault.target}) of seed ${this.#options.seed}`, {
            cause: error,
          });
        });
      }),
    );
    const endedAt = performance.now();
    span.endedAt = endedAt;
    const inHand = inHandOf(clients);
    const { patience } = this.#options;
    const promisedMs = patience * PROMISED_MS;
    const [recovery] = await Promise.all([
      measureRecovery(inHand, endedAt, promisedMs),
      ...batch.map((fault) => fault.repair?.()),
    ]);
    span.settledAt = performance.now();
    await stop();
    const failedMs = lastFailureMs(this.#api.failed, endedAt);
    const problems = [
      ...slowParts(recovery, promisedMs),
      ...(failedMs > patience * PROMISED_ERRORS_MS
        ? [`a request failed ${Math.round(failedMs)} ms after the end: ${this.#api.failed.at(-1)?.what}`]
        : []),
      ...(await recordProblems(this.#topology, clients.records)),
      ...unorderedRegisters(registers),
    ];
    for (const [index, { kind, target, durationMs }] of batch.entries()) {
      const record = {
        ...{ number: first + index + 1, kind, target, durationMs, lastFailureMs: failedMs },
        ...{ times: recovery.times, problems },
      };
      this.#records.push(record);
      this.#print(lineOf(record));
    }
    for (const problem of problems) this.#report(`after fault ${first + batch.length}: ${problem}`);
  }

  async #startRegisters(first: number) {
    const context = { api: this.#api, topology: this.#topology };
    const running = await RegisterClients.start(context, this.#random.whole(0, 2 ** 31), String(first));
    this.#registers.push(...running.registers);
    return { registers: running.registers, stop: () => running.stop() };
  }

  #report(problem: string): void {
    this.#problems.push(problem);
    this.#print(`FAILED ${problem}`);
  }

  /** The checks at the end of a run, when no client works any more. */
  async #checkAll(clients: Clients, before: Resources): Promise<void> {
    const topology = this.#topology;
    const mayRepeat = (at: number) =>
      this.#spans.some(
        ({ from, endedAt, touchesDeliveries }) =>
          touchesDeliveries && at >= from - IN_FLIGHT_MS && at <= endedAt + IN_FLIGHT_MS,
      );
    // The log has times of the wall clock, which a fault may have set.
    const clocks = this.#records.some(({ kind }) => kind === 'clock');
    const isDuring = (at: number) =>
      clocks || this.#spans.some(({ from, settledAt }) => at >= from - 1_000 && at <= settledAt + AFTERMATH_MS);
    const after = await measureResources(topology);
    const explanations = { mayRepeat, isDuring: (at: number) => isDuring(at - performance.timeOrigin) };
    const problems = [...(await problemsAtTheEnd(topology, clients, explanations)), ...resourceProblems(before, after)];
    for (const problem of problems) this.#report(`at the end: ${problem}`);
  }

  #totals(clients: Clients): Totals {
    const operations = this.#registers.reduce((sum, register) => sum + register.operations.length, 0);
    return { ...acceptedBy(clients), operations };
  }
}

/** What two faults of one batch must not both hit: the links of processes count as one thing. */
const thingOf = (target: string): string => target.split(' ')[0] ?? target;

function slowParts({ times, stuck, late }: Recovery, promisedMs: number): string[] {
  return Object.entries(times)
    .filter(([, ms]) => ms > promisedMs)
    .map(([name, ms]) => {
      const ids = stuck[name];
      const without = ids ? `, without ${ids.length}: ${ids.slice(0, 5).join(', ')}` : '';
      const waited = (late[name] ?? []).map((one) => `\n  ${one}`).join('');
      return `${name} went on after ${(ms / 1000).toFixed(1)} s${without}; after ${promisedMs / 1000} s there waited:${waited}`;
    });
}

const unorderedRegisters = (registers: readonly Register[]): string[] =>
  registers.flatMap(({ code, initial, operations }) => {
    const { reason } = checkLinearizability(initial, operations);
    return reason === undefined ? [] : [`the history of ${code} is not linearizable: ${reason}`];
  });
