import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { PlannedRun } from '../../../db/queries/schedules/scheduleRows.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { decideRun, runAfterDue } from '../../../domain/schedules/runs/decideRun.ts';
import { upcomingRuns } from '../../../domain/schedules/runs/upcomingRuns.ts';
import { lastDueRun, runAfter } from '../../../domain/schedules/timing.ts';

/** Decisions about runs, in a world in which Jobs end and workers look at any time, or not for hours. */

const ID = '6b5c0b5e-6a0f-4c39-9d3b-0f6b1f1f2a01';
const BEGIN = Date.parse('2026-11-28T11:18:45Z');
const CATCH_UP_MS = 300_000;

interface Decided {
  readonly time: number;
  readonly outcome: 'STARTED' | 'SKIPPED' | 'MISSED';
  readonly reason?: string;
}

/** A schedule as its row has it, with the Job of its last run. */
class World {
  readonly #values: JsonObject;
  now: number;
  next: PlannedRun | undefined;
  waiting = false;
  isOpen = false;
  /** The last time at which a worker looked. */
  looked = 0;
  readonly decided: Decided[] = [];

  constructor(values: JsonObject, from?: World) {
    this.#values = values;
    this.now = from?.now ?? BEGIN;
    this.next = from ? from.next : runAfter(ID, values, new Date(BEGIN), new Date(BEGIN));
    this.waiting = from?.waiting ?? false;
  }

  get #due() {
    const openJobId = this.isOpen ? 'open' : null;
    const next = this.next as PlannedRun;
    return { id: ID, ...next, waiting: this.waiting, openJobId, now: new Date(this.now) };
  }

  /** A worker looks: it decides about what is due, until nothing is. @param endsJobs whether each Job ends at once */
  look(endsJobs = false): void {
    while (this.next && this.next.nextAt.getTime() <= this.now) {
      const [run, due] = [this.next, this.#due];
      const time = run.plannedAt.getTime();
      const decision = decideRun(this.#values, due);
      if (decision.type === 'WAIT') {
        this.waiting = true;
        break;
      }
      if (decision.type === 'START') {
        this.decided.push({ time, outcome: 'STARTED' });
        this.next = runAfterDue(this.#values, due);
        this.waiting = false;
        this.isOpen = !endsJobs;
        continue;
      }
      const { outcome, reason, next, nextWaits } = decision;
      if (outcome === 'MISSED') {
        // No worker has seen it due.
        expect(this.looked).toBeLessThan(run.nextAt.getTime());
        expect(this.now - run.nextAt.getTime()).toBeGreaterThan(CATCH_UP_MS);
      } else expect(this.isOpen).toBe(true);
      if (nextWaits) expect(next?.nextAt.getTime()).toBeLessThanOrEqual(this.now);
      this.decided.push({ time, outcome, reason });
      this.next = next;
      this.waiting = nextWaits;
    }
    this.looked = this.now;
  }

  upcoming(): PlannedRun[] {
    return this.next ? upcomingRuns(this.#values, this.#due) : [];
  }

  /** Returns the times of the runs that start if each Job ends at once, and a worker looks when each run is to start. */
  startsOf(runs: readonly PlannedRun[]): number[] {
    const copy = new World(this.#values, this);
    for (const { nextAt } of runs) {
      copy.now = Math.max(copy.now, nextAt.getTime());
      copy.look(true);
    }
    return copy.decided.flatMap(({ time, outcome }) => (outcome === 'STARTED' ? [time] : []));
  }
}

const timings = fc.oneof(
  fc.integer({ min: 1, max: 400 }).map((everySeconds): JsonObject => ({ everySeconds })),
  fc
    .constantFrom('*/3 * * * * *', '* * * * *', '*/5 11-12 * * *', '0 0 12 * * *')
    .map((cron): JsonObject => ({ cron })),
);
const events = fc.array(
  fc.record({
    ms: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 2_000_000 })),
    ends: fc.boolean(),
    hasWorker: fc.oneof({ arbitrary: fc.constant(true), weight: 3 }, { arbitrary: fc.constant(false), weight: 1 }),
  }),
  { minLength: 1, maxLength: 20 },
);
const jitters = fc.constantFrom(0, 0, 2, 90);

test('with QUEUE, one run waits for the open Job, those left out say why, and the next runs are those that start', () => {
  fc.assert(
    fc.property(timings, jitters, events, (timing, jitterSeconds, happening) => {
      const world = new World({ ...timing, jitterSeconds, overlap: 'QUEUE' });
      for (const { ms, ends, hasWorker } of happening) {
        world.now += ms;
        if (ends) world.isOpen = false;
        if (!hasWorker) continue;
        world.look();
        const { next, now, waiting, isOpen } = world;
        // What is due waits, and it waits for a Job.
        const isDue = next !== undefined && next.nextAt.getTime() <= now;
        expect(isDue).toBe(waiting);
        if (waiting) expect(isOpen).toBe(true);
        const upcoming = world.upcoming();
        const passed = upcoming.filter(({ nextAt }) => nextAt.getTime() <= now);
        // A run with a long delay comes before later ones with a short delay, whose start has passed meanwhile.
        if (waiting || jitterSeconds === 0) expect(passed).toEqual(waiting ? [next as PlannedRun] : []);
        const [listed, starts] = [upcoming.map(({ plannedAt }) => plannedAt.getTime()), world.startsOf(upcoming)];
        if (jitterSeconds === 0) expect(starts).toEqual(listed);
        else expect(new Set(listed).isSubsetOf(new Set(starts))).toBe(true);
      }
      const times = world.decided.map(({ time }) => time);
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    }),
    { numRuns: 500 },
  );
});

test.each(['SKIP', 'REPLACE'])(
  'with %s, no run waits, and none is missed that a worker could have started',
  (overlap) => {
    fc.assert(
      fc.property(timings, jitters, events, (timing, jitterSeconds, happening) => {
        const world = new World({ ...timing, jitterSeconds, overlap });
        for (const { ms, ends, hasWorker } of happening) {
          world.now += ms;
          if (ends) world.isOpen = false;
          if (!hasWorker) continue;
          world.look();
          expect([world.waiting, (world.next?.nextAt.getTime() ?? Number.POSITIVE_INFINITY) > world.now]).toEqual([
            false,
            true,
          ]);
        }
      }),
      { numRuns: 200 },
    );
  },
);

test('a run whose delay is short is not late because the one before it has a long delay', () => {
  const world = new World({ everySeconds: 1, jitterSeconds: 3_600, overlap: 'REPLACE' });
  for (let minute = 0; minute < 120; minute++) {
    world.now += 60_000;
    world.look();
  }
  expect(new Set(world.decided.map(({ outcome }) => outcome))).toEqual(new Set(['STARTED']));
});

test('the last run that is due is the last of a walk over all runs', () => {
  fc.assert(
    fc.property(timings, jitters, fc.integer({ min: 0, max: 8_000_000 }), (timing, jitterSeconds, ms) => {
      const values: JsonObject = { ...timing, jitterSeconds };
      const [after, until] = [new Date(BEGIN), new Date(BEGIN + ms)];
      let walked: PlannedRun | undefined;
      for (let run = runAfter(ID, values, after, after); run; run = runAfter(ID, values, run.plannedAt, after)) {
        if (run.nextAt > until) break;
        walked = run;
      }
      const found = lastDueRun(ID, values, { after, until });
      // A run whose delay is over may follow one that is still delayed; it is left to the one before it.
      if (jitterSeconds === 0) expect(found).toEqual(walked);
      else expect(found?.plannedAt.getTime() ?? 0).toBeGreaterThanOrEqual(walked?.plannedAt.getTime() ?? 0);
    }),
    { numRuns: 200 },
  );
});

test('a Job of half an hour leaves one run waiting, and none is missed when it ends', () => {
  const world = new World({ everySeconds: 3, overlap: 'QUEUE' });
  for (let second = 0; second < 1_800; second++) {
    world.now += 1_000;
    world.look();
  }
  expect([world.waiting, world.upcoming().length]).toEqual([true, 5]);
  const waited = world.next?.plannedAt.getTime();
  world.isOpen = false;
  world.now += 1_000;
  world.look();
  expect(world.decided.at(-1)).toEqual({ time: waited ?? 0, outcome: 'STARTED' });
  const outcomes = new Set(world.decided.map(({ outcome }) => outcome));
  expect([...outcomes]).toEqual(['STARTED', 'SKIPPED']);
});
