import type { ScriptOutcome, ScriptRun } from '../../domain/ports/sandbox.ts';
import { serveWork } from '../processPool/poolWorker.ts';
import { makeSandboxRuns } from './quickjsRun.ts';

/** The program of a sandbox process. */
const sandbox = makeSandboxRuns();
// Loads what the first run of a caller would otherwise wait for.
await sandbox.run({ source: 'return input;', input: '{}', timeoutMs: 1_000 });
serveWork<ScriptRun, ScriptOutcome>(async (run) => ({ answer: await sandbox.run(run) }));
