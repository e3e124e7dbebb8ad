import type { Logger } from 'pino';
import { type Database, openDatabase, openSession } from '../../db/client.ts';
import { isDatabaseUnavailable, sqlStateOf } from '../../db/errors.ts';
import { includes, type WalPosition, walPosition } from '../../db/queries/runtime/walPosition.ts';
import type { Component } from '../../domain/ports/component.ts';
import type { Read, Reads } from '../../domain/ports/reads.ts';
import { reasonOf } from '../../domain/runtime/errorDetails.ts';
import type { Metrics } from '../../domain/runtime/metrics.ts';
import { makePeriodicTask } from '../../domain/runtime/periodicTask.ts';
import { startStopwatch } from '../../domain/runtime/stopwatch.ts';

const INTERVAL_MS = 1_000;
/** A server that does not answer a measurement within this time is unavailable. */
const LIMIT_MS = 2_000;
const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [5, 50];
/** An hour. The lag of a replica that is further behind is only a figure. */
const MAX_SAMPLES = 3_600;

export interface ReadReplicaOptions {
  readonly primary: Database;
  readonly url: string;
  readonly name: string;
  /** Connections of its pool. */
  readonly max: number;
  readonly maxLagMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A position of the primary, and the time since it was asked for. */
interface Sample {
  readonly lsn: bigint;
  readonly ageMs: () => number;
}

/** The connections to the replica. */
interface Connections {
  readonly pool: Database;
  /** Not shared with reads, which may use all connections of the pool. */
  readonly session: Database;
}

/**
 * The read replica. Once a second, the positions of both servers are compared. The replica has everything that was
 * committed before the newest position of the primary that it has replayed; the age of that position is its lag. So an idle
 * primary makes no lag, no clocks are compared, and without measurements the lag grows. If the replica does not answer, its
 * connections are closed: the reads in hand fail, and are repeated on the primary.
 */
export class ReadReplica implements Reads, Component {
  readonly #options: ReadReplicaOptions;
  readonly #figures;
  readonly #measuring: Component;
  #toPrimary: Database | undefined;
  #connections: Connections | undefined;
  #samples: Sample[] = [];
  /** The newest sample that the replica has replayed. */
  #replayed: Sample | undefined;
  /** Where the replica was at the last measurement. */
  #position = 0n;
  /** The position of a replica that has records which the primary does not have. */
  #diverged: bigint | undefined;
  /** Why the replica serves no reads; undefined if it does, within the bound. */
  #problem: string | undefined = 'it was not measured yet';
  /** What was logged last. */
  #isKnownToServe: boolean | undefined;
  #isStopped = false;

  constructor(options: ReadReplicaOptions) {
    this.#options = options;
    this.#figures = options.metrics.ofReplica();
    this.#measuring = makePeriodicTask({
      intervalMs: INTERVAL_MS,
      run: () => this.#measure(),
      failed: () => {},
    });
  }

  /** Why reads go to the primary; undefined while the replica serves them. */
  get problem(): string | undefined {
    if (this.#problem !== undefined) return this.#problem;
    const { maxLagMs } = this.#options;
    const lagMs = this.#replayed?.ageMs() ?? Number.POSITIVE_INFINITY;
    return lagMs > maxLagMs ? `it lags by more than ${maxLagMs} ms` : undefined;
  }

  async start(): Promise<void> {
    await this.#measure();
    await this.#measuring.start();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#measuring.stop();
    const { pool, session } = this.#connections ?? {};
    this.#connections = undefined;
    await Promise.all([pool, session, this.#toPrimary].map((sql) => sql?.end({ timeout: 5 })));
  }

  lagging<T>(read: Read<T>): Promise<T> {
    return this.#withPrimary(read, this.#runOn(this.#usable(), read));
  }

  caughtUp<T>(read: Read<T>, maxWaitMs = this.#options.maxLagMs): Promise<T> {
    return this.#withPrimary(read, this.#onCaughtUp(read, maxWaitMs));
  }

  async #onCaughtUp<T>(read: Read<T>, maxWaitMs: number): Promise<{ readonly result: T } | undefined> {
    const connections = this.#usable();
    if (!connections || !(await this.#catchesUp(connections, maxWaitMs))) return undefined;
    return this.#runOn(connections, read);
  }

  async #withPrimary<T>(read: Read<T>, onReplica: Promise<{ readonly result: T } | undefined>): Promise<T> {
    const found = await onReplica;
    if (found) return found.result;
    this.#figures.reads.inc({ server: 'primary' });
    return read(this.#options.primary);
  }

  #usable(): Connections | undefined {
    return this.problem === undefined ? this.#connections : undefined;
  }

  /** Undefined after any fault of the database: a conflict with recovery, a lost connection, a table that is not replayed yet. */
  async #runOn<T>(connections: Connections | undefined, read: Read<T>): Promise<{ readonly result: T } | undefined> {
    if (!connections) return undefined;
    try {
      const result = await read(connections.pool);
      this.#figures.reads.inc({ server: 'replica' });
      return { result };
    } catch (error) {
      if (sqlStateOf(error) === undefined && !isDatabaseUnavailable(error)) throw error;
      this.#options.log.debug({ err: error }, 'a read of the replica is repeated on the primary');
      return undefined;
    }
  }

  /** Waits until the replica has replayed what the primary has now. */
  async #catchesUp({ session }: Connections, maxWaitMs: number): Promise<boolean> {
    const waitedMs = startStopwatch();
    const left = () => Math.max(0, maxWaitMs - waitedMs());
    try {
      const { lsn } = await within(LIMIT_MS, walPosition(this.#primary()));
      for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
        const replica = await within(LIMIT_MS, walPosition(session));
        if (includes(replica.lsn, lsn)) return replica.inRecovery;
        if (left() < pauseMs || this.problem !== undefined) return false;
        await Bun.sleep(pauseMs);
      }
    } catch {
      return false;
    }
  }

  async #measure(): Promise<void> {
    this.#problem = await this.#findProblem();
    const { problem } = this;
    this.#showFigures();
    if (this.#isStopped || (problem === undefined) === this.#isKnownToServe) return;
    this.#isKnownToServe = problem === undefined;
    const { log } = this.#options;
    if (problem === undefined) log.info('the read replica can be used');
    else log.warn({ reason: problem }, 'the read replica cannot be used: the primary serves all reads');
  }

  async #findProblem(): Promise<string | undefined> {
    const ageMs = startStopwatch();
    let primary: WalPosition;
    try {
      primary = await within(LIMIT_MS, walPosition(this.#primary()));
    } catch {
      // Without measurements, the lag grows.
      this.#forgetPrimary();
      return this.#problem;
    }
    let replica: WalPosition;
    try {
      replica = await within(LIMIT_MS, walPosition(this.#connect().session));
    } catch (error) {
      this.#disconnect();
      this.#remember({ lsn: primary.lsn, ageMs });
      return `it is unavailable: ${reasonOf(error)}`;
    }
    // The primary was asked after the replica had this position.
    if (this.#position > primary.lsn) this.#diverged = this.#position;
    // It has started again, from an earlier position.
    if (replica.lsn < this.#position) this.#replayed = undefined;
    this.#position = replica.lsn;
    this.#remember({ lsn: primary.lsn, ageMs });
    this.#compareWith(replica.lsn);
    return this.#mismatch(primary, replica);
  }

  #mismatch(primary: WalPosition, replica: WalPosition): string | undefined {
    if (primary.inRecovery) return 'DATABASE_URL names a standby';
    if (replica.system !== primary.system || replica.database !== primary.database)
      return 'READ_DATABASE_URL does not name a replica of the database in DATABASE_URL';
    if (!replica.inRecovery) return 'READ_DATABASE_URL names a server that is no standby';
    if (this.#diverged === replica.lsn) return 'it has changes that the primary does not have';
    this.#diverged = undefined;
    return undefined;
  }

  #remember(sample: Sample): void {
    this.#samples.push(sample);
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
  }

  #compareWith(position: bigint): void {
    const replayed = this.#samples.findLastIndex(({ lsn }) => includes(position, lsn));
    if (replayed === -1) return;
    this.#replayed = this.#samples[replayed];
    this.#samples = this.#samples.slice(replayed + 1);
  }

  #showFigures(): void {
    const newest = this.#samples.at(-1)?.lsn ?? this.#position;
    const lag = newest > this.#position ? Number(newest - this.#position) : 0;
    this.#figures.lagBytes.set(lag);
    this.#figures.lagSeconds.set(this.#samples.length === 0 ? 0 : (this.#replayed?.ageMs() ?? 0) / 1_000);
    this.#figures.used.set(Number(this.problem === undefined));
  }

  #primary(): Database {
    this.#toPrimary ??= openSession(this.#options.primary, { name: `${this.#options.name} lag`, onClose: () => {} });
    return this.#toPrimary;
  }

  #forgetPrimary(): void {
    void this.#toPrimary?.end({ timeout: 0 });
    this.#toPrimary = undefined;
  }

  #connect(): Connections {
    const { url, name, max } = this.#options;
    this.#connections ??= {
      pool: openDatabase(url, { name, max }),
      session: openDatabase(url, { name: `${name} lag`, max: 1 }),
    };
    return this.#connections;
  }

  #disconnect(): void {
    const { pool, session } = this.#connections ?? {};
    this.#connections = undefined;
    void pool?.end({ timeout: 0 });
    void session?.end({ timeout: 0 });
  }
}

/** Rejects if the answer does not arrive within the time limit. */
async function within<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  const { promise: isLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no response within ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([answer, isLate]);
  } finally {
    clearTimeout(timer);
  }
}
