import { DrivenProcess, type ProcessOptions } from './drivenProcess.ts';
import { type PostgresProbeOptions, startPostgresProbe } from './postgresProbe.ts';
import { type KillPoint, nameOf, type PassedBoundary, ProcessFate } from './processFate.ts';
import { backendsEnded, recover, removeOpenWork } from './recovery.ts';

/** What a process does that dies, and what must hold in the end. */
export interface Scenario<State> {
  readonly name: string;
  /** Returns the drivers of a process. Those of a process with a fate connect through its probes. */
  readonly drivers: (fate?: ProcessFate) => Promise<ProcessDrivers>;
  /** Stores what the process works on. */
  readonly prepare: (survivor: DrivenProcess) => Promise<State>;
  /** What the process does; by default it works until there is nothing to do. */
  readonly act?: (process: DrivenProcess, state: State) => Promise<unknown>;
  /** What a client repeats at another process, because the first one has not answered. */
  readonly repeat?: (survivor: DrivenProcess, state: State) => Promise<unknown>;
  /** Returns what is wrong in the end. @param point where the process died; absent if it lives */
  readonly problems: (survivor: DrivenProcess, state: State, point?: KillPoint) => Promise<string[]>;
}

export interface ProcessDrivers {
  readonly options: ProcessOptions;
  readonly stop: () => unknown;
}

/** Drivers that no probe is needed for. */
export const driversOf = (options: ProcessOptions) => async (): Promise<ProcessDrivers> => ({
  options,
  stop: () => {},
});

interface Exploration {
  readonly boundaries: number;
  readonly points: number;
  /** Points that did not occur again, because concurrent statements had another order. */
  readonly unreached: number;
  /** The queues and job types in whose handlers a process died. */
  readonly handlers: ReadonlySet<string>;
  /** What was wrong, by point. */
  readonly problems: string[];
}

export interface ExplorationOptions extends PostgresProbeOptions {
  /** Maximum number of points, if not all of them are run. */
  readonly sample?: number;
  /** Whether points are added until a process has died in each handler that runs. */
  readonly everyHandler?: boolean;
}

/** Whether every kill point is run in place of a sample: KILL_POINTS=all. */
export const runsAll = process.env['KILL_POINTS'] === 'all';

/**
 * Runs a scenario once to find its boundaries, then once for each kill point: a process dies there, and another one goes
 * on. Returns what was wrong afterwards.
 */
export async function explore<State>(
  url: string,
  scenario: Scenario<State>,
  { sample = 8, everyHandler = false, withoutTransactions = false }: ExplorationOptions = {},
): Promise<Exploration> {
  const { options, stop } = await scenario.drivers();
  const survivor = await DrivenProcess.start(url, options);
  const run = (point?: KillPoint) => runOnce(url, scenario, survivor, { point, withoutTransactions });
  try {
    const { passed, problems: first } = await run();
    const problems = first.map((problem) => `without a kill: ${problem}`);
    const points = problems.length > 0 ? [] : chosen(passed, runsAll ? Number.POSITIVE_INFINITY : sample);
    let unreached = 0;
    const handlers = new Set<string>();
    const kill = async (point: KillPoint): Promise<void> => {
      const { isReached, problems: found, running } = await run(point);
      if (isReached) for (const handler of running) handlers.add(handler);
      else unreached++;
      problems.push(...found.map((problem) => `${nameOf(point)}: ${problem}`));
    };
    for (const point of points) await kill(point);
    let count = points.length;
    for (const { handlers: running, lasts: _, ...boundary } of everyHandler && problems.length === 0 ? passed : [])
      if (running.some((handler) => !handlers.has(handler))) {
        count++;
        await kill({ ...boundary, moment: 'after' });
      }
    return { boundaries: passed.length, points: count, unreached, handlers, problems };
  } finally {
    await survivor.stop();
    await stop();
  }
}

interface Run {
  readonly isReached: boolean;
  /** The handlers that ran when the process died. */
  readonly running: readonly string[];
  readonly passed: readonly PassedBoundary[];
  readonly problems: readonly string[];
}

async function runOnce<State>(
  url: string,
  scenario: Scenario<State>,
  survivor: DrivenProcess,
  { point, withoutTransactions }: { readonly point: KillPoint | undefined; readonly withoutTransactions: boolean },
): Promise<Run> {
  const { act = (process: DrivenProcess) => process.work() } = scenario;
  const state = await scenario.prepare(survivor);
  const fate = new ProcessFate();
  const probe = await startPostgresProbe(url, fate, { withoutTransactions });
  const { options, stop } = await scenario.drivers(fate);
  const doomed = await DrivenProcess.start(probe.url, options);
  try {
    fate.watch(point, doomed.running);
    const acting = act(doomed, state);
    // The calls of a dead process are never answered; they fail when the test closes its connections.
    acting.catch(() => {});
    await Promise.race([acting, fate.died]);
    fate.ignore();
    const running = [...doomed.running];
    if (fate.isDead) {
      await backendsEnded(survivor.sql, probe.backends);
      await scenario.repeat?.(survivor, state);
    }
    const left = await recover(survivor);
    const problems = [...left, ...(await scenario.problems(survivor, state, point))];
    if (problems.length > 0) await removeOpenWork(survivor);
    return { isReached: fate.isDead, running, passed: fate.passed, problems };
  } finally {
    await doomed.stop();
    probe.stop();
    stop();
  }
}

/** Returns the kill points, or a part of them: first those after something was stored or handed over, evenly spread. */
function chosen(passed: readonly PassedBoundary[], count: number): KillPoint[] {
  const points = passed.flatMap(({ label, occurrence, lasts }) => [
    { label, occurrence, moment: 'before', isDistinct: false } as const,
    { label, occurrence, moment: 'after', isDistinct: lasts } as const,
  ]);
  const lasting = spread(
    points.filter(({ isDistinct }) => isDistinct),
    count,
  );
  const others = spread(
    points.filter(({ isDistinct }) => !isDistinct),
    count - lasting.length,
  );
  return [...lasting, ...others];
}

function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return items.filter(
    (_, index) => Math.floor((index * count) / items.length) !== Math.floor(((index - 1) * count) / items.length),
  );
}
