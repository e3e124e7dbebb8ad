import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Component } from '../../domain/ports/component.ts';
import type { Sandbox, ScriptOutcome, ScriptRun } from '../../domain/ports/sandbox.ts';
import { ProcessPool } from '../processPool/processPool.ts';

/** Time after a run's own limit until its process is killed. A loop inside the engine does not check the limit. */
const GRACE_MS = 500;
/** Memory limit of a process: the engine, one script's 64 MB, and copies of its input and result. */
const MAX_RSS_MB = 512;
/** Stack limit, of the 8 MB that a thread usually has. The engine's frames are large until they are compiled. */
const STACK_BYTES = 7_500_000;

export interface SandboxOptions {
  readonly log: Logger;
  /** Maximum number of processes, which is the number of runs at a time. */
  readonly size?: number;
  readonly maxRssMb?: number;
}

/**
 * Runs scripts by QuickJS in child processes. The engine checks the time limit only between instructions, and a single
 * instruction (a join of a sparse array) can take a minute.
 */
export function makeSandbox({
  log,
  size = Math.max(2, Math.min(4, availableParallelism())),
  maxRssMb = MAX_RSS_MB,
}: SandboxOptions): Sandbox & Component {
  return new ProcessPool<ScriptRun, ScriptOutcome>({
    name: 'sandbox',
    log,
    script: join(import.meta.dir, 'sandboxProcess.ts'),
    size,
    maxRssMb,
    environment: { BUN_JSC_maxPerThreadStackUsage: String(STACK_BYTES) },
    limitsProcessorTime: true,
    limitOf: ({ timeoutMs }) => timeoutMs + GRACE_MS,
    exceeded: ({ timeoutMs }, what) => ({
      problem:
        what === 'time' ? `ran longer than its limit of ${timeoutMs} ms` : 'needs more memory than a script may have',
      lines: [],
    }),
  });
}
