/** When a delivery that failed is tried again. */
export interface DeliveryRules {
  /** Tries in all, the first included. */
  readonly tries: number;
  /** Seconds between a try and the next, by how many there have been. */
  readonly pauseAfter: (tries: number) => number;
  /**
   * ms after which an attempt that nobody has ended is judged; what the channel's hand-overs take at most and a
   * heartbeat more, when absent. Until then its worker may still be at it.
   */
  readonly leaseMs?: number;
}

const FIRST_PAUSE = 30;
/** Each pause is so many times the one before: seven of them make six hours. */
const GROWTH = 2.78;
const LONGEST_PAUSE = 4 * 3_600;

export const defaultDeliveryRules: DeliveryRules = {
  tries: 8,
  pauseAfter: (tries) => Math.min(FIRST_PAUSE * GROWTH ** (tries - 1), LONGEST_PAUSE),
};
