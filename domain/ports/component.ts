/** A long-lived part of a process. Stopping waits for what it has in hand; stopping twice is safe. */
export interface Component {
  start(): Promise<void>;
  stop(): Promise<void>;
}
