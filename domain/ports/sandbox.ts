/** One run of a script. */
export interface ScriptRun {
  /** The body of a function of `input`. */
  readonly source: string;
  /** JSON text. */
  readonly input: string;
  readonly timeoutMs: number;
}

/** How a run ended; `lines` are what it wrote to the console, the first hundred. */
export type ScriptOutcome =
  | {
      /** Of what it returned: object, array, string, number, boolean, null, nothing, function, symbol. */
      readonly returned: string;
      /** What it returned as JSON text; empty where there is none. */
      readonly json: string;
      readonly lines: readonly string[];
    }
  | {
      /** The script's own fault, with the place in its source where there is one; both count from 1. */
      readonly problem: string;
      readonly line?: number;
      readonly column?: number;
      readonly lines: readonly string[];
    };

/** Where scripts run: with a limit on time and memory, without network, files or a state that outlives the run. */
export interface Sandbox {
  /** Answers within the run's own limit and a moment. Throws where the sandbox itself is at fault, or `signal` says so. */
  run(run: ScriptRun, signal?: AbortSignal): Promise<ScriptOutcome>;
}
