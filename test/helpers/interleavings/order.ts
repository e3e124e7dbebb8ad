import type { Database } from '../../../db/client.ts';
import { Signal } from '../waits/signal.ts';
import type { Gate, GatedStatement } from './gate.ts';

/** One side of a race. */
export interface Side {
  readonly name: string;
  readonly gate: Gate;
  /** Runs the side once, and returns what its caller was told. */
  readonly run: () => Promise<string>;
}

/** A side while an order runs. */
export class RunningSide {
  readonly name: string;
  readonly gate: Gate;
  /** What its caller was told; undefined while it runs. */
  answer: string | undefined;
  /** Its statement can wait for a lock of the other side. */
  canWait = false;
  /** Its statement waits for a lock of the other side. */
  isBlocked = false;

  constructor({ name, gate }: Side) {
    this.name = name;
    this.gate = gate;
  }

  /** The statement that it executes next, if it is released. */
  get next(): GatedStatement | undefined {
    return this.gate.inFlight.size === 0 ? this.gate.waiting[0] : undefined;
  }

  get isBusy(): boolean {
    return this.answer === undefined && this.next === undefined && !this.isBlocked;
  }
}

/** Returns which of the sides that are ready executes its next statement, and whether that can wait for a lock. */
type Choose = (
  ready: readonly RunningSide[],
  sides: readonly RunningSide[],
) => { readonly side: RunningSide; readonly canWait: boolean };

/** ms after which a wait in PostgreSQL counts: its check for deadlocks, after 1 ms, has found none by then. */
const CHECKED_MS = 3;

/** Runs two sides statement by statement, in the order that `choose` decides. Returns their answers. */
export async function runOrder(
  sql: Database,
  sides: readonly Side[],
  choose: Choose,
): Promise<{ readonly answers: readonly string[]; readonly trace: readonly string[] }> {
  const changes = new Changes();
  const running = sides.map((side) => new RunningSide(side));
  const trace: string[] = [];
  for (const [index, { gate, run }] of sides.entries()) {
    gate.isOpen = false;
    gate.onChange = () => changes.add();
    void run()
      .catch((error: unknown) => `fails: ${String(error)}`)
      .then((answer) => {
        (running[index] as RunningSide).answer = answer;
        changes.add();
      });
  }
  for (;;) {
    await settle(sql, running, changes);
    const ready = running.filter(({ next }) => next !== undefined);
    if (ready.length === 0) {
      if (running.every(({ answer }) => answer !== undefined)) break;
      // Both wait for locks: PostgreSQL ends one of them.
      await changes.next('PostgreSQL to end a deadlock');
      continue;
    }
    const { side, canWait } = choose(ready, running);
    side.canWait = canWait;
    const statement = side.gate.waiting.shift();
    trace.push(`${side.name}: ${statement?.text.replaceAll(/\s+/g, ' ').slice(0, 150)}`);
    statement?.release();
  }
  for (const { gate } of sides) gate.isOpen = true;
  return { answers: running.map(({ answer }) => answer ?? ''), trace };
}

/** Counts what happens at the gates. */
class Changes {
  count = 0;
  readonly #signal = new Signal();

  add(): void {
    this.count++;
    this.#signal.notify();
  }

  async next(what: string, since = this.count): Promise<void> {
    await this.#signal.until(what, () => this.count > since);
  }
}

/** Resolves when each side has ended, waits at its gate, or waits for a lock. */
async function settle(sql: Database, sides: readonly RunningSide[], changes: Changes): Promise<void> {
  for (;;) {
    const { count } = changes;
    // What has been asked before a change is out of date: a statement that has ended may have released a lock.
    for (const side of sides) side.isBlocked = false;
    while (changes.count === count) {
      if (!sides.some(({ isBusy }) => isBusy)) return;
      const executing = sides.filter(({ gate, isBlocked }) => gate.inFlight.size > 0 && !isBlocked);
      if (!executing.some(({ canWait }) => canWait)) {
        await changes.next('a side to go on', count);
        break;
      }
      const waiting = await waitingPids(sql, executing);
      if (changes.count !== count) break;
      for (const side of executing) side.isBlocked = [...side.gate.inFlight].every(({ pid }) => waiting.has(pid));
    }
  }
}

/** The server processes of these sides that wait for a lock of another one. */
async function waitingPids(sql: Database, sides: readonly RunningSide[]): Promise<Set<number>> {
  const pids = sides.flatMap(({ gate }) => [...gate.inFlight].map(({ pid }) => pid));
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_locks where not granted and pid = any(${pids}::int[])
      and waitstart < clock_timestamp() - make_interval(secs => ${CHECKED_MS / 1_000})`;
  return new Set(rows.map(({ pid }) => pid));
}
