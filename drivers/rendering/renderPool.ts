import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Component } from '../../domain/ports/component.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';
import { ProcessPool } from '../processPool/processPool.ts';
import { FINISH, LAYOUT, type RenderAnswer, type RenderWork, TEMPLATE_MB } from './renderWork.ts';

const MAX_VIRTUAL_MB = 4_000;
/** Maximum number of works in one message to a process. */
const MAX_BATCH = 32;

interface Failure {
  readonly error: unknown;
}

export interface RenderPoolOptions {
  readonly log: Logger;
  readonly templatesDir: string;
  /** Maximum number of processes, which is the number of documents at a time. */
  readonly size: number;
  readonly maxRssMb: number;
  /** Time limits of the template and of the layout. */
  readonly templateMs: number;
  readonly layoutMs: number;
}

/** Renders in child processes, so that no template or document affects a later one. */
export class RenderPool implements Component {
  readonly #pool: ProcessPool<readonly RenderWork[], readonly RenderAnswer[]>;
  /** Works that arrive while all processes are busy share a message, which costs more than rendering a letter. */
  readonly #batcher: MicroBatcher<RenderWork, RenderAnswer | Failure>;

  constructor(options: RenderPoolOptions) {
    const { log, size, maxRssMb, templatesDir, templateMs, layoutMs } = options;
    this.#pool = new ProcessPool<readonly RenderWork[], readonly RenderAnswer[]>({
      name: 'renderer',
      log,
      script: join(import.meta.dir, 'renderProcess.ts'),
      size,
      maxRssMb,
      maxVirtualMb: MAX_VIRTUAL_MB,
      startReplacementFirst: true,
      args: [templatesDir],
      // React's development build is slow: it validates and warns.
      environment: { NODE_ENV: 'production' },
      limitsProcessorTime: true,
      limitOf: (_, stage) => (stage === LAYOUT || stage === FINISH ? layoutMs : templateMs),
      exceeded: (works, limit, stage) => (works.length > 1 ? [] : [exceededProblem(options, limit, stage)]),
    });
    this.#batcher = new MicroBatcher({ maxBatch: MAX_BATCH, concurrency: size, run: (works) => this.#runAll(works) });
  }

  start(): Promise<void> {
    return this.#pool.start();
  }

  stop(): Promise<void> {
    return this.#pool.stop();
  }

  /** Renders one document alone. */
  async run(work: RenderWork, signal?: AbortSignal): Promise<RenderAnswer> {
    const [answer] = await this.#pool.run([work], signal);
    if (!answer) throw new Error('a render process returned no answer');
    return answer;
  }

  /** Renders a small document, together with others. */
  async runBatched(work: RenderWork): Promise<RenderAnswer> {
    const outcome = await this.#batcher.submit(work);
    if ('error' in outcome) throw outcome.error;
    return outcome;
  }

  async #runAll(works: readonly RenderWork[]): Promise<(RenderAnswer | Failure)[]> {
    const answers: (RenderAnswer | Failure)[] = [];
    while (answers.length < works.length) {
      const remaining = works.slice(answers.length);
      const some = remaining.length > 1 ? await this.#pool.run(remaining).catch(() => []) : [];
      if (some.length > 0) answers.push(...some);
      // A single work, or a process that was killed: each runs alone, so that one harms no other.
      else answers.push(...(await Promise.all(remaining.map((work) => this.#runAlone(work)))));
    }
    return answers;
  }

  #runAlone(work: RenderWork): Promise<RenderAnswer | Failure> {
    return this.run(work).catch((error: unknown) => ({ error }));
  }
}

/** What to do where a stage exceeds its limit. */
const remedies: Readonly<Record<string, string>> = {
  [FINISH]: 'append fewer or smaller documents',
  [LAYOUT]: 'divide it into several documents, or simplify its layout and its images',
};
const ofTemplate = 'loop over less data, or divide it into several documents';

/** Names the limit that a work has exceeded, how much it is, and what to change. */
function exceededProblem(
  { templateMs, layoutMs, maxRssMb }: RenderPoolOptions,
  limit: 'time' | 'memory',
  stage: string | undefined,
): RenderAnswer {
  const member = stage === FINISH && { member: 'pdf' };
  const subject = stage === FINISH ? 'the finishing' : stage === LAYOUT ? 'the document' : 'the template';
  const isLaidOut = stage === FINISH || stage === LAYOUT;
  const remedy = remedies[stage ?? ''] ?? ofTemplate;
  const exceeded =
    limit === 'memory'
      ? `needs more memory than its limit of ${isLaidOut ? maxRssMb : Math.min(maxRssMb, TEMPLATE_MB)} MB`
      : `took longer than its limit of ${(isLaidOut ? layoutMs : templateMs) / 1_000} s`;
  return { problem: `${subject} ${exceeded}: ${remedy}`, ...member };
}
