import type { Outcome, ReportBatcher } from './reportBatcher.ts';
import { StepError, StepLostError, WorkerStoppedError } from './stepErrors.ts';
import type { Predecessor, ProcessingInfo, StepClaim, StepHandler } from './stepHandler.ts';

interface Claimed {
  readonly id: string;
  readonly token: number;
}

interface Described extends Claimed {
  readonly processingInfo?: ProcessingInfo;
  readonly log?: string;
}

interface Failed extends Described {
  readonly retry?: boolean;
  readonly afterSeconds?: number;
}

/** How a step reports, by operation. */
export interface StepReporters {
  readonly progress: ReportBatcher<Described>;
  readonly complete: ReportBatcher<Described>;
  readonly fail: ReportBatcher<Failed>;
  readonly release: ReportBatcher<Claimed>;
}

interface Started {
  readonly predecessors: readonly Predecessor[];
  readonly reporters: StepReporters;
  /** When the lease ends, by performance.now(). */
  readonly expiresAt: number;
}

/** A claimed step from its claim to its last report. States: running, then reporting; lost or released from both. */
export class RunningStep {
  /** Id and token for reports. */
  readonly reported: Claimed;
  readonly #claim: StepClaim;
  readonly #started: Started;
  /** Of the handler. */
  readonly #work = new AbortController();
  /** Of the reports. */
  readonly #lost = new AbortController();
  #expiresAt: number;
  #isReporting = false;
  #settle: () => void = () => {};
  /** Resolves when the last report has been answered. */
  readonly ended: Promise<void>;

  constructor(claim: StepClaim, started: Started) {
    this.#claim = claim;
    this.#started = started;
    this.#expiresAt = started.expiresAt;
    this.reported = { id: String(claim.step.id), token: claim.token };
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** A step that the worker has lost and claimed again is another one. */
  get key(): string {
    return `${this.reported.id} ${this.reported.token}`;
  }

  get isLost(): boolean {
    return this.#lost.signal.aborted;
  }

  /** Runs the handler and reports how it ended. Rejects if the service refuses the report. */
  async run(handler: StepHandler): Promise<void> {
    try {
      await this.#report(await this.#resultOf(handler));
    } finally {
      this.#settle();
    }
  }

  /** What the service has said about the lease. A step that is being reported may have ended by its report. */
  extended(outcome: Outcome, expiresAt: number): void {
    if (outcome === 'ACCEPTED') this.#expiresAt = expiresAt;
    else if (!this.#isReporting) this.#lose();
  }

  /** The lease has ended if it could not be extended in time. */
  expire(now: number): void {
    if (now >= this.#expiresAt) this.#lose();
  }

  abort(reason: Error): void {
    this.#work.abort(reason);
    if (reason instanceof StepLostError) this.#lost.abort(reason);
  }

  async release(): Promise<void> {
    if (!this.isLost) await this.#started.reporters.release.submit(this.reported, this.#lost.signal);
  }

  #lose(): void {
    this.abort(new StepLostError(this.reported.id));
  }

  async #resultOf(handler: StepHandler): Promise<{ readonly value: ProcessingInfo } | { readonly error: unknown }> {
    const { step, job, attempt } = this.#claim;
    const before = new Set((job.after ?? []).map(({ jobId }) => jobId));
    const context = {
      ...{ step, job, attempt, signal: this.#work.signal },
      predecessors: this.#started.predecessors.filter(({ jobId }) => before.has(jobId)),
      progress: (processingInfo: ProcessingInfo, log?: string) => this.#progress(processingInfo, log),
    };
    try {
      return { value: (await handler(context)) ?? {} };
    } catch (error) {
      return { error };
    }
  }

  async #progress(processingInfo: ProcessingInfo, log: string | undefined): Promise<void> {
    this.#work.signal.throwIfAborted();
    const report = { ...this.reported, processingInfo, ...(log !== undefined && { log }) };
    const outcome = await this.#started.reporters.progress.submit(report, this.#lost.signal);
    if (outcome === 'LOST') this.#lose();
    this.#work.signal.throwIfAborted();
  }

  async #report(result: { readonly value: ProcessingInfo } | { readonly error: unknown }): Promise<void> {
    if (this.isLost) return;
    this.#isReporting = true;
    const { complete, fail } = this.#started.reporters;
    if ('value' in result) {
      try {
        await complete.submit({ ...this.reported, processingInfo: result.value }, this.#lost.signal);
        return;
      } catch (error) {
        // Such as a result that the service cannot store: another attempt would end in the same way.
        const log = storable(`the service refused the result: ${messageOf(error)}`);
        await fail.submit({ ...this.reported, log, retry: false }, this.#lost.signal);
        return;
      }
    }
    if (this.#work.signal.reason instanceof WorkerStoppedError) await this.release();
    else await fail.submit({ ...this.reported, ...failureOf(result.error) }, this.#lost.signal);
  }
}

/** Characters of the reason of a failure. */
const MAX_LOG = 1_000_000;

function failureOf(error: unknown): Omit<Failed, 'id' | 'token'> {
  if (!(error instanceof StepError))
    return { log: storable(error instanceof Error ? `${error.name}: ${error.message}` : String(error)) };
  const { retry, afterSeconds, processingInfo } = error.options;
  return {
    log: storable(error.message),
    ...(retry !== undefined && { retry }),
    ...(afterSeconds !== undefined && { afterSeconds }),
    ...(processingInfo && { processingInfo }),
  };
}

/** The reason of a failure is reported whatever it quotes: the service stores neither NUL nor half a surrogate pair. */
const storable = (text: string): string =>
  text
    .slice(0, MAX_LOG)
    .replaceAll('\0', '\uFFFD')
    .replace(/\p{Surrogate}/gu, '\uFFFD');

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
