import type { ScriptOutcome, ScriptRun } from '../../domain/ports/sandbox.ts';
import { serveWork } from '../processPool/poolWorker.ts';
import { makeSandboxRuns } from './quickjsRun.ts';

/** The process of one sandbox. */
const sandbox = makeSandboxRuns();
// Whatever the first run would pay for is paid for here.
await sandbox.run({ source: 'return input;', input: '{}', timeoutMs: 1_000 });
serveWork<ScriptRun, ScriptOutcome>(async (run) => ({ answer: await sandbox.run(run) }));
