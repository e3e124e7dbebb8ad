import type { Api } from './api.ts';
import { backoffMs, isRefusal } from './backoff.ts';
import { MAX_STEPS, ReportBatcher } from './reportBatcher.ts';
import { sleep } from './retry.ts';
import { RunningStep, type StepReporters } from './runningStep.ts';
import { StepLostError, WorkerStoppedError } from './stepErrors.ts';
import type { Predecessor, StepClaim, StepHandler } from './stepHandler.ts';

/** The operations that a worker calls. */
export type LeaseOperations = Pick<
  Api<unknown>['api'],
  | 'postJobStepsClaim'
  | 'postJobStepsExtend'
  | 'postJobStepsProgress'
  | 'postJobStepsComplete'
  | 'postJobStepsFail'
  | 'postJobStepsRelease'
>;

export interface WorkerOptions {
  /** The handler of each job type. */
  readonly handlers: Readonly<Record<string, StepHandler>>;
  /** Name of the worker, different for each of them; a random one by default. */
  readonly name?: string;
  /** Maximum number of steps that run at the same time; 10 by default. */
  readonly concurrency?: number;
  /** Length of a lease, which is extended after each third of it; 60 by default. */
  readonly leaseSeconds?: number;
  /** How long a claim waits for a step; 30 by default. */
  readonly waitSeconds?: number;
  /** How long running steps may take when the worker stops, before they are aborted and released; 20 by default. */
  readonly graceSeconds?: number;
  /** Signals of the process that stop the worker; SIGTERM and SIGINT by default. */
  readonly signals?: readonly string[];
  /** Called with errors that the worker survives, such as an unavailable service; writes them to the console by default. */
  readonly onError?: (error: unknown) => void;
}

/** How long aborted handlers may take to end before their steps are released. */
const ABORT_MS = 5_000;

/** How long an answer to a claim may take after its wait: a connection may be broken without a sign. */
const ANSWER_MS = 30_000;

const defaults = {
  ...{ concurrency: 10, leaseSeconds: 60, waitSeconds: 30, graceSeconds: 20, signals: ['SIGTERM', 'SIGINT'] },
  onError: (error: unknown): void => console.error(error),
};

/**
 * Claims steps of Jobs and runs their handlers, until it is stopped. The service decides which worker has a step: after the
 * end of a lease another one gets it, and no report of this one changes anything.
 */
export class StepWorker {
  readonly #api: LeaseOperations;
  readonly #options: Required<WorkerOptions>;
  readonly #running = new Map<string, RunningStep>();
  readonly #stopping = new AbortController();
  readonly #reporters: StepReporters;
  readonly #freed: (() => void)[] = [];
  #run: Promise<void> | undefined;

  constructor(api: LeaseOperations, options: WorkerOptions) {
    this.#api = api;
    this.#options = { ...defaults, name: `worker-${crypto.randomUUID()}`, ...options };
    const { name: worker, onError } = this.#options;
    const reporter = <R extends { id: string; token: number }>(
      operation: (body: { worker: string; steps: R[] }) => Promise<{ steps: { outcome: 'ACCEPTED' | 'LOST' }[] }>,
    ) =>
      new ReportBatcher<R>({
        send: async (steps) => (await operation({ worker, steps: [...steps] })).steps.map(({ outcome }) => outcome),
        onError,
      });
    this.#reporters = {
      progress: reporter((body) => api.postJobStepsProgress(body)),
      complete: reporter((body) => api.postJobStepsComplete(body)),
      fail: reporter((body) => api.postJobStepsFail(body)),
      release: reporter((body) => api.postJobStepsRelease(body)),
    };
  }

  /** The name by which the service lists the worker. */
  get name(): string {
    return this.#options.name;
  }

  /**
   * Runs until the worker is stopped, and its steps have ended or were released.
   *
   * @throws WaybillError if the service refuses the claims, after the running steps have ended
   */
  run(): Promise<void> {
    this.#run ??= this.#runUntilStopped();
    return this.#run;
  }

  /** Claims nothing more. Resolves when all steps have ended or were released. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#run?.catch(() => {});
  }

  async #runUntilStopped(): Promise<void> {
    const stop = () => this.#stopping.abort();
    const { signals, leaseSeconds } = this.#options;
    const { process } = globalThis as { readonly process?: SignalSource };
    for (const signal of signals) process?.on?.(signal, stop);
    const heartbeat = setInterval(() => void this.#extend(), (leaseSeconds * 1_000) / 3);
    try {
      await this.#claimUntilStopped();
    } finally {
      this.#stopping.abort();
      await this.#drain();
      clearInterval(heartbeat);
      for (const signal of signals) process?.off?.(signal, stop);
    }
  }

  async #claimUntilStopped(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; ) {
      const max = await this.#freeSlots();
      try {
        await this.#claim(Math.min(max, MAX_STEPS));
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (isRefusal(error)) throw error;
        this.#options.onError(error);
        await sleep(backoffMs(failures++, error), signal).catch(() => {});
      }
    }
  }

  async #claim(max: number): Promise<void> {
    const { handlers, name: worker, leaseSeconds, waitSeconds } = this.#options;
    const body = { jobTypes: Object.keys(handlers), worker, max, leaseSeconds, waitSeconds };
    const limit = AbortSignal.timeout(waitSeconds * 1_000 + ANSWER_MS);
    const signal = AbortSignal.any([this.#stopping.signal, limit]);
    const { claims, predecessors = [] } = await this.#api.postJobStepsClaim(body, {}, { signal });
    for (const claim of claims) this.#start(claim, predecessors);
  }

  #start(claim: StepClaim, predecessors: readonly Predecessor[]): void {
    const { handlers, leaseSeconds, onError } = this.#options;
    const handler = handlers[claim.job.jobType];
    if (!handler) return;
    const running = new RunningStep(claim, {
      predecessors,
      reporters: this.#reporters,
      expiresAt: performance.now() + leaseSeconds * 1_000,
    });
    this.#running.set(running.key, running);
    void running
      .run(handler)
      .catch(onError)
      .finally(() => {
        this.#running.delete(running.key);
        for (const resolve of this.#freed.splice(0)) resolve();
      });
  }

  /** Resolves when a step may be claimed, with the number of such steps. */
  async #freeSlots(): Promise<number> {
    const { signal } = this.#stopping;
    while (this.#running.size >= this.#options.concurrency && !signal.aborted) {
      const stopped = new AbortController();
      await new Promise<void>((resolve) => {
        this.#freed.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true, signal: stopped.signal });
      });
      stopped.abort();
    }
    return this.#options.concurrency - this.#running.size;
  }

  /** Extends the leases of all running steps, and aborts those that are lost. */
  async #extend(): Promise<void> {
    const { name: worker, leaseSeconds, onError } = this.#options;
    const running = [...this.#running.values()].filter((one) => !one.isLost);
    for (let from = 0; from < running.length; from += MAX_STEPS) {
      const batch = running.slice(from, from + MAX_STEPS);
      const expiresAt = performance.now() + leaseSeconds * 1_000;
      try {
        const signal = AbortSignal.timeout((leaseSeconds * 1_000) / 3);
        const body = { worker, leaseSeconds, steps: batch.map(({ reported }) => reported) };
        const { steps } = await this.#api.postJobStepsExtend(body, { signal });
        for (const [index, one] of batch.entries()) one.extended(steps[index]?.outcome ?? 'LOST', expiresAt);
      } catch (error) {
        if (isRefusal(error)) for (const one of batch) one.extended('LOST', expiresAt);
        else onError(error);
      }
    }
    for (const one of this.#running.values()) one.expire(performance.now());
  }

  /** Waits for the running steps; aborts and releases those that take too long. */
  async #drain(): Promise<void> {
    const ended = () => Promise.all([...this.#running.values()].map(({ ended: settled }) => settled));
    await within(this.#options.graceSeconds * 1_000, ended());
    for (const one of this.#running.values()) one.abort(new WorkerStoppedError());
    await within(ABORT_MS, ended());
    await Promise.all([...this.#running.values()].map((one) => one.release().catch(this.#options.onError)));
    for (const one of this.#running.values()) one.abort(new StepLostError(one.reported.id));
  }
}

interface SignalSource {
  on?(signal: string, listener: () => void): void;
  off?(signal: string, listener: () => void): void;
}

/** Resolves when the work has ended, or after so many ms. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  await Promise.race([work, sleep(ms, late.signal).catch(() => {})]);
  late.abort();
}
