import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Component } from '../../domain/ports/component.ts';
import type { Sandbox, ScriptOutcome, ScriptRun } from '../../domain/ports/sandbox.ts';
import { ProcessPool } from '../processPool/processPool.ts';

/** Past its own limit a run is given so long to notice; then its process is killed. A loop in the engine notices nothing. */
const GRACE_MS = 500;
/** What a process may have in memory: the engine, one script's 64 MB and its input and result on their way. */
const MAX_RSS_MB = 512;
/** Of the 8 MB that a thread usually has; the engine's frames are large until they are compiled. */
const STACK_BYTES = 7_500_000;

export interface SandboxOptions {
  readonly log: Logger;
  /** Processes at most, and so runs at a time. */
  readonly size?: number;
  readonly maxRssMb?: number;
}

/**
 * QuickJS in processes of its own: the engine looks at the clock between instructions, but a single one of them (a
 * join of a sparse array) can take a minute.
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
    limitOf: ({ timeoutMs }) => timeoutMs + GRACE_MS,
    exceeded: ({ timeoutMs }, what) => ({
      problem:
        what === 'time' ? `ran longer than its limit of ${timeoutMs} ms` : 'needs more memory than a script may have',
      lines: [],
    }),
  });
}
