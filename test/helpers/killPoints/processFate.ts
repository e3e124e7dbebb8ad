/** A boundary of a run: the n-th statement or request with this label, counted from 1. */
export interface Boundary {
  readonly label: string;
  readonly occurrence: number;
}

/** A place at which a process dies: before a server gets a statement or request, or before the process gets the answer. */
export interface KillPoint extends Boundary {
  readonly moment: 'before' | 'after';
}

/** A boundary that a run has passed. */
export interface PassedBoundary extends Boundary {
  /** Whether something is stored or handed over there that survives the process. */
  readonly lasts: boolean;
  /** The queues and job types whose handlers run then. */
  readonly handlers: readonly string[];
}

export const nameOf = ({ moment, label, occurrence }: KillPoint): string => `${moment} ${label} #${occurrence}`;

/**
 * Counts the boundaries of one process, or ends it at one of them. The probes of the process report each statement and
 * each request here. A process is ended by cutting it off from every server: it then can do nothing any more, as after a
 * SIGKILL, and the servers see its connections end.
 */
export class ProcessFate {
  readonly passed: PassedBoundary[] = [];
  /** Resolves when the process is dead. */
  readonly died: Promise<void>;
  readonly #resolveDied: () => void;
  readonly #ends: (() => void)[] = [];
  readonly #occurrences = new Map<string, number>();
  #isWatched = false;
  #running: ReadonlySet<string> = new Set();
  #target: KillPoint | undefined;
  #isDead = false;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.died = promise;
    this.#resolveDied = resolve;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /**
   * Begins to count boundaries, and ends the process at the target. What the process did before is its start.
   *
   * @param running the handlers that run, at any time
   */
  watch(target?: KillPoint, running: ReadonlySet<string> = new Set()): void {
    this.#isWatched = true;
    this.#running = running;
    this.#target = target;
  }

  /** Counts no more boundaries. */
  ignore(): void {
    this.#isWatched = false;
  }

  /** Registers a part of the end of the process. */
  onEnd(end: () => void): void {
    this.#ends.push(end);
  }

  /** Called before something is passed on to a server. The process may be dead afterwards. */
  enter(label: string): Boundary | undefined {
    if (!this.#isWatched || this.#isDead) return undefined;
    const occurrence = (this.#occurrences.get(label) ?? 0) + 1;
    this.#occurrences.set(label, occurrence);
    const boundary = { label, occurrence };
    if (this.#isTarget(boundary, 'before')) this.end();
    return boundary;
  }

  /** Whether the answer of the server must not reach the process. */
  withholds(boundary: Boundary | undefined): boolean {
    return boundary !== undefined && this.#isTarget(boundary, 'after');
  }

  /** Called when the server has answered, before the answer is passed on. The process may be dead afterwards. */
  leave(boundary: Boundary | undefined, { lasts }: { readonly lasts: boolean }): void {
    if (!boundary || this.#isDead) return;
    this.passed.push({ ...boundary, lasts, handlers: [...this.#running] });
    if (this.#isTarget(boundary, 'after')) this.end();
  }

  end(): void {
    if (this.#isDead) return;
    this.#isDead = true;
    for (const end of this.#ends) end();
    this.#resolveDied();
  }

  #isTarget({ label, occurrence }: Boundary, moment: KillPoint['moment']): boolean {
    const target = this.#target;
    return target?.moment === moment && target.label === label && target.occurrence === occurrence;
  }
}
