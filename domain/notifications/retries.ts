/** When a delivery that failed is tried again. */
export interface DeliveryRules {
  /** Tries in all, the first included. */
  readonly maxAttempts: number;
  /** Seconds between a try and the next, by how many there have been. */
  readonly backoff: (attempts: number) => number;
  /**
   * ms after which an attempt that nobody has ended is judged; what the channel's hand-overs take at most and a
   * heartbeat more, when absent. Until then its worker may still be at it.
   */
  readonly leaseMs?: number;
  /** How much is handed over in how long; without, as much as goes. */
  readonly limits?: DeliveryLimits;
  /** When a provider that is away is left alone. */
  readonly circuitBreaker?: CircuitBreakerRules;
}

/** Messages by name of the channel, and to one recipient; 0 or absent: no limit. */
export interface DeliveryLimits {
  readonly perSecond: Readonly<Record<string, number>>;
  readonly recipientPerHour: number;
}

export interface CircuitBreakerRules {
  /** Times in a row that it has to be away; 0: it is asked every time. */
  readonly failures: number;
  /** How long it is left alone at first. */
  readonly pauseSeconds: number;
}

export const noLimits: DeliveryLimits = { perSecond: {}, recipientPerHour: 0 };
export const defaultCircuitBreaker: CircuitBreakerRules = { failures: 5, pauseSeconds: 30 };

const FIRST_BACKOFF = 30;
/** Each pause is so many times the one before: seven of them make six hours. */
const GROWTH = 2.78;
const MAX_BACKOFF = 4 * 3_600;

/** Pauses that begin with so many seconds. */
export const exponentialBackoff =
  (first: number) =>
  (attempts: number): number =>
    Math.min(first * GROWTH ** (attempts - 1), MAX_BACKOFF);

export const defaultDeliveryRules: DeliveryRules = { maxAttempts: 8, backoff: exponentialBackoff(FIRST_BACKOFF) };
