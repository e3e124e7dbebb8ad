/** Messages between a pool and its processes. */
export interface ToProcess<Work> {
  readonly work: Work;
}
export type FromProcess<Answer> =
  | { readonly ready: true }
  /** The work has reached its next stage, which has a time limit of its own. */
  | { readonly stage: string }
  /** `retire`: the process is to be replaced, if need be once its replacement is ready; `isBroken`: before it receives more work. */
  | { readonly answer: Answer; readonly retire?: boolean; readonly isBroken?: boolean };

/** The memory watchdog ends its process by this signal, which distinguishes it from other kills. */
export const MEMORY_SIGNAL = 'SIGALRM';

/** Limits of one process. `maxRssMb` is shared memory: a message for each change would wake the watchdog's thread. */
export interface WatchdogLimits {
  readonly parent: number;
  readonly maxRssMb: Float64Array;
}
