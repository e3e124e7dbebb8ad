/** Times after which a pace is known. */
const SAMPLES = 8;

/** The mean of the last times that something took, some eight of them, and their mean distance from it; ms. */
export class Pace {
  #count = 0;
  #mean = 0;
  #spread = 0;

  note(ms: number): void {
    this.#count += 1;
    const weight = 1 / Math.min(this.#count, SAMPLES);
    if (this.#count > 1) this.#spread += (Math.abs(ms - this.#mean) - this.#spread) * weight;
    this.#mean += (ms - this.#mean) * weight;
  }

  /** Whether eight times are known, and their mean distance from the mean is at most `spreadMs`. */
  isSteady(spreadMs: number): boolean {
    return this.#count >= SAMPLES && this.#spread <= spreadMs;
  }

  /** Mean less the mean deviation: an estimate that most times exceed. */
  get shortest(): number {
    return Math.max(0, this.#mean - this.#spread);
  }

  /** Mean plus twice the mean deviation: an estimate that few exceed. */
  get longest(): number {
    return this.#mean + 2 * this.#spread;
  }
}
