import type { Logger } from 'pino';
import type { Component } from '../../domain/ports/component.ts';
import { PooledProcess, type ProcessEnd, type ProcessOptions } from './pooledProcess.ts';
import { type FromProcess, MEMORY_SIGNAL } from './protocol.ts';

/** After this many starts in a row that failed, the queued work is rejected. */
const MAX_FAILED_STARTS = 3;
/** Signals by which the runtime ends a process that gets no more memory from the system. */
const OUT_OF_MEMORY: readonly unknown[] = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS'];

export interface ProcessPoolOptions<Work, Answer> extends ProcessOptions {
  /** Name of one process, for log lines and errors: `sandbox`. */
  readonly name: string;
  readonly log: Logger;
  /** Maximum number of processes, which is the number of works at a time. */
  readonly size: number;
  /** Failed starts in a row after which queued work is rejected. */
  readonly maxFailedStarts?: number;
  /** For slow starts: a process to be replaced works until its replacement is ready. */
  readonly startReplacementFirst?: boolean;
  /** Time limit of a work, or of a stage that it has reported, in ms. */
  readonly limitOf: (work: Work, stage?: string) => number;
  /** Time in ms after which a work seems to hang: another process starts for the queue, up to twice `size`. Absent: none. */
  readonly suspectMsOf?: (work: Work) => number;
  /** The limits are of processor time: the processes do the work themselves, and start no others for it. */
  readonly limitsProcessorTime?: boolean;
  /** With `limitsProcessorTime`: a process that has not worked for this time after its limit by the clock hangs, and is killed. */
  readonly idleMs?: number;
  /** The answer to a work whose process was killed for exceeding its time or memory limit. */
  readonly exceeded: (work: Work, limit: 'time' | 'memory', stage?: string) => Answer;
  /** The answer to a work at which two processes ended by an error of their own. Absent: the pool is at fault. */
  readonly failed?: (work: Work) => Answer;
}

export interface RunOptions {
  /** Called when a process gets the work. */
  readonly begun?: () => void;
  /** Whether a caller waits: the work goes ahead of queued work for which none does. */
  readonly isAwaited?: boolean;
}

interface Task<Work, Answer> {
  readonly work: Work;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  readonly begun: (() => void) | undefined;
  readonly isAwaited: boolean;
  /** How many of its processes died without the pool having killed them. */
  deaths: number;
  /** Whether something from outside has ended a process of it. */
  isInterrupted: boolean;
  stage?: string | undefined;
}

type Member<Work, Answer> = PooledProcess<Work, Answer, Task<Work, Answer>>;

/**
 * Runs work in child processes, so that none of it blocks the worker's event loop and each can be killed. Processes
 * start on demand, run one work at a time, are reused, and are replaced at once when killed.
 */
export class ProcessPool<Work, Answer> implements Component {
  readonly #options: ProcessPoolOptions<Work, Answer>;
  readonly #processes = new Set<Member<Work, Answer>>();
  readonly #queue: Task<Work, Answer>[] = [];
  #failedStarts = 0;
  #stopped = false;

  constructor(options: ProcessPoolOptions<Work, Answer>) {
    this.#options = options;
  }

  async start(): Promise<void> {}

  /** Starts processes before there is work for them. */
  warm(count = this.#options.size): void {
    while (!this.#stopped && this.#staying() < Math.min(count, this.#options.size)) this.#launch();
  }

  /** Whether a process can take work, now or after its current work. */
  isReady(): boolean {
    return [...this.#processes].some(({ ready, retiring, killedFor }) => ready && !retiring && !killedFor);
  }

  /** Throws where the pool itself is at fault, or with the reason of `signal`, which also kills the work's process. */
  run(work: Work, signal?: AbortSignal, { begun, isAwaited = false }: RunOptions = {}): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      if (this.#stopped) throw new Error(`the ${this.#options.name} is stopped`);
      signal?.throwIfAborted();
      const abort = (): void => {
        reject(signal?.reason);
        this.#abort(task);
      };
      const removeListener = (): void => signal?.removeEventListener('abort', abort);
      const task: Task<Work, Answer> = {
        work,
        deaths: 0,
        isInterrupted: false,
        begun,
        isAwaited,
        resolve: (answer) => {
          removeListener();
          resolve(answer);
        },
        reject: (error) => {
          removeListener();
          reject(error);
        },
      };
      signal?.addEventListener('abort', abort);
      const ahead = isAwaited ? this.#queue.findLastIndex((one) => one.isAwaited) + 1 : this.#queue.length;
      this.#queue.splice(ahead, 0, task);
      this.#assign();
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#rejectQueue(`the ${this.#options.name} was stopped`);
    const exits = [...this.#processes].map((one) => one.exited);
    for (const one of this.#processes) one.kill('stop');
    await Promise.all(exits);
  }

  #abort(task: Task<Work, Answer>): void {
    const position = this.#queue.indexOf(task);
    if (position !== -1) this.#queue.splice(position, 1);
    for (const one of this.#processes) if (one.task === task) one.kill('abort');
  }

  #rejectQueue(message: string): void {
    for (const task of this.#queue.splice(0)) task.reject(new Error(message));
  }

  #launch(): void {
    const one: Member<Work, Answer> = new PooledProcess(this.#options, this.#failedStarts, {
      message: (sender, message) => this.#onMessage(sender, message),
      exit: (ended, end) => this.#onExit(ended, end),
    });
    this.#processes.add(one);
  }

  #onMessage(one: Member<Work, Answer>, message: FromProcess<Answer>): void {
    if ('stage' in message) {
      if (one.task) this.#enterStage(one, one.task, message.stage);
      return;
    }
    if ('ready' in message) {
      one.ready = true;
      this.#options.log.debug(`the ${this.#options.name} process is ready`);
      this.#failedStarts = 0;
      for (const other of this.#processes) if (other.retiring && !other.task) other.kill('retired');
    } else {
      one.task?.resolve(message.answer);
      one.task = undefined;
      if (message.isBroken) one.kill('retired');
      else if (message.retire || one.retiring) this.#retire(one);
    }
    this.#assign();
  }

  #enterStage(one: Member<Work, Answer>, task: Task<Work, Answer>, stage: string | undefined): void {
    const { limitOf, limitsProcessorTime, idleMs, suspectMsOf } = this.#options;
    task.stage = stage;
    const limitMs = limitOf(task.work, stage);
    if (limitsProcessorTime) one.limitWork(limitMs, idleMs);
    else one.limitTime(limitMs);
    if (!suspectMsOf) return;
    const suspect = (): void => this.#suspect(one);
    if (limitsProcessorTime) one.suspectWork(suspectMsOf(task.work), suspect);
    else one.suspectTime(suspectMsOf(task.work), suspect);
  }

  /** Has a process that seems to hang replaced. If its work ends after all, it serves until its replacement is ready. */
  #suspect(one: Member<Work, Answer>): void {
    if (this.#stopped || one.retiring || one.killedFor || this.#processes.size >= 2 * this.#options.size) return;
    one.retiring = true;
    this.#launch();
  }

  #retire(one: Member<Work, Answer>): void {
    const isReplaced = [...this.#processes].some(
      (other) => other !== one && other.ready && !other.retiring && !other.killedFor,
    );
    if (!this.#options.startReplacementFirst || isReplaced) one.kill('retired');
    else if (!one.retiring) {
      one.retiring = true;
      this.#launch();
    }
  }

  /** The number of processes that are not about to be replaced. */
  #staying(): number {
    return [...this.#processes].filter(({ retiring }) => !retiring).length;
  }

  #onExit(one: Member<Work, Answer>, { code, signal }: ProcessEnd): void {
    const { name, log, maxFailedStarts = MAX_FAILED_STARTS } = this.#options;
    this.#processes.delete(one);
    if (this.#stopped) {
      one.task?.reject(new Error(`the ${name} was stopped`));
      return;
    }
    const { killedFor } = one;
    if (killedFor !== 'abort' && killedFor !== 'retired')
      log.warn({ code, signal, killedFor }, `the ${name} process ended and is replaced`);
    if (!one.ready && ++this.#failedStarts >= maxFailedStarts) {
      this.#failedStarts = 0;
      this.#rejectQueue(`no ${name} can be started`);
      return;
    }
    if (one.task) this.#settleAfterExit(one, one.task, { code, signal });
    // The replacement is started now, so that the next call finds it ready.
    if (this.#staying() < this.#options.size) this.#launch();
  }

  /** A task whose process exceeded a limit is answered; one whose process died of something else is retried once. */
  #settleAfterExit(
    { killedFor, signalCode }: Member<Work, Answer>,
    task: Task<Work, Answer>,
    { code, signal }: ProcessEnd,
  ): void {
    const { name, maxVirtualMb, exceeded, failed } = this.#options;
    task.isInterrupted ||= signal !== null;
    const isOutOfMemory =
      signalCode === MEMORY_SIGNAL || (maxVirtualMb !== undefined && OUT_OF_MEMORY.includes(signalCode));
    if (killedFor === 'starved')
      task.reject(new Error(`the machine gave the ${name} too little processor time for its work`));
    else if (killedFor === 'time') task.resolve(exceeded(task.work, 'time', task.stage));
    else if (isOutOfMemory) task.resolve(exceeded(task.work, 'memory', task.stage));
    else if (killedFor === undefined && ++task.deaths < 2) this.#queue.unshift(task);
    else if (killedFor === undefined && failed && !task.isInterrupted) task.resolve(failed(task.work));
    else if (killedFor === undefined) task.reject(new Error(`the ${name} died twice, last with ${signal ?? code}`));
  }

  #assign(): void {
    for (const one of this.#processes) {
      if (!one.ready || one.task || one.killedFor) continue;
      const task = this.#queue.shift();
      if (!task) return;
      one.task = task;
      task.begun?.();
      this.#enterStage(one, task, undefined);
      try {
        one.send(task.work);
      } catch (error) {
        // The process has just died; its exit event requeues the task.
        this.#options.log.debug({ err: error }, `a ${this.#options.name} process died while idle`);
      }
    }
    const starting = [...this.#processes].filter(({ ready }) => !ready).length;
    for (let count = starting; count < this.#queue.length && this.#staying() < this.#options.size; count++)
      this.#launch();
  }
}
