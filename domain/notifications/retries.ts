/** When and how often a failed delivery is retried. */
export interface DeliveryRules {
  /** Maximum number of attempts, the first included. */
  readonly maxAttempts: number;
  /** Returns the seconds until the next attempt, by the number of attempts so far. */
  readonly backoff: (attempts: number) => number;
  /**
   * Lease of an attempt in ms: another worker recovers an open attempt after it. The default is the longest hand-over of
   * the channel plus a heartbeat.
   */
  readonly leaseMs?: number;
  /** Rate limits; none if absent. */
  readonly limits?: DeliveryLimits;
  /** When the circuit breaker of a provider opens. */
  readonly circuitBreaker?: CircuitBreakerRules;
}

/** Messages per second by channel name, and per hour to one recipient. 0 or absent means no limit. */
export interface DeliveryLimits {
  readonly perSecond: Readonly<Record<string, number>>;
  readonly recipientPerHour: number;
}

export interface CircuitBreakerRules {
  /** Consecutive failures that open the circuit breaker; 0 disables it. */
  readonly failures: number;
  /** Seconds for which it stays open the first time. */
  readonly pauseSeconds: number;
}

export const noLimits: DeliveryLimits = { perSecond: {}, recipientPerHour: 0 };
export const defaultCircuitBreaker: CircuitBreakerRules = { failures: 5, pauseSeconds: 30 };

const FIRST_BACKOFF = 30;
/** Factor between two pauses. Seven pauses make six hours. */
const GROWTH = 2.78;
const MAX_BACKOFF = 4 * 3_600;

/** Returns a backoff that starts with `first` seconds and grows exponentially. */
export const exponentialBackoff =
  (first: number) =>
  (attempts: number): number =>
    Math.min(first * GROWTH ** (attempts - 1), MAX_BACKOFF);

export const defaultDeliveryRules: DeliveryRules = { maxAttempts: 8, backoff: exponentialBackoff(FIRST_BACKOFF) };
