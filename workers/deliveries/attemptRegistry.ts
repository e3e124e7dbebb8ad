/**
 * - `inHand`: a job of this process has the attempt.
 * - `handedOver`: no job has it any more; it was handed over, and its outcome could not be written.
 */
type AttemptPhase = 'inHand' | 'handedOver';

interface Entry {
  isInHand: boolean;
  isHandedOver: boolean;
}

/**
 * The attempts of this process: each enters before it is opened, and leaves when its outcome is written. An open attempt
 * of this process that is not registered was therefore never handed over. Two jobs of one target never have the same
 * attempt in hand: their openings could share a statement, and both would be told that it is open.
 */
export class AttemptRegistry {
  readonly #entries = new Map<string, Entry>();

  /** Returns false if another job has the attempt. */
  enter(id: string, fence: number): boolean {
    if (this.#entries.has(keyOf(id, fence))) return false;
    this.#entries.set(keyOf(id, fence), { isInHand: true, isHandedOver: false });
    return true;
  }

  /** Called immediately before the hand-over. */
  markHandedOver(id: string, fence: number): void {
    const entry = this.#entries.get(keyOf(id, fence));
    if (entry) entry.isHandedOver = true;
  }

  /** Called when the outcome is written, or when it is certain that nothing was sent. */
  markEnded(id: string, fence: number): void {
    const entry = this.#entries.get(keyOf(id, fence));
    if (!entry) return;
    entry.isHandedOver = false;
    if (!entry.isInHand) this.#entries.delete(keyOf(id, fence));
  }

  /** Called when the job that entered the attempt ends. */
  leave(id: string, fence: number): void {
    const entry = this.#entries.get(keyOf(id, fence));
    if (!entry) return;
    entry.isInHand = false;
    if (!entry.isHandedOver) this.#entries.delete(keyOf(id, fence));
  }

  phaseOf(id: string, fence: number): AttemptPhase | undefined {
    const entry = this.#entries.get(keyOf(id, fence));
    if (!entry) return undefined;
    return entry.isInHand ? 'inHand' : 'handedOver';
  }
}

const keyOf = (id: string, fence: number): string => `${id} ${fence}`;
