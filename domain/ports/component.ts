/** A long-lived part of a process. `stop` resolves when it has drained; a second call is safe. */
export interface Component {
  start(): Promise<void>;
  stop(): Promise<void>;
}
