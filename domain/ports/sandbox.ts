/** One run of a script. */
export interface ScriptRun {
  /** The body of a function with the parameter `input`. */
  readonly source: string;
  /** JSON text. */
  readonly input: string;
  readonly timeoutMs: number;
}

/** The result of a run. `lines` are the first hundred lines that it wrote to the console. */
export type ScriptOutcome =
  | {
      /** Type of the returned value: object, array, string, number, boolean, null, nothing, function, symbol. */
      readonly returned: string;
      /** The returned value as JSON text; empty if JSON has no text for it. */
      readonly json: string;
      readonly lines: readonly string[];
    }
  | {
      /** A fault of the script, with its place in the source, if known. Line and column start at 1. */
      readonly problem: string;
      readonly line?: number;
      readonly column?: number;
      readonly lines: readonly string[];
    };

/** Runs scripts within limits of time and memory, without network, files, or state that outlives the run. */
export interface Sandbox {
  /** Resolves shortly after the limit of the run at the latest. Throws if the sandbox itself fails, or `signal` aborts. */
  run(run: ScriptRun, signal?: AbortSignal): Promise<ScriptOutcome>;
}
