import { makeSandboxRuns } from './sandbox.quickjs.run.ts';
import type { FromSandbox, ToSandbox } from './sandbox.quickjs.ts';

/**
 * The process of one sandbox: takes a run, answers it, takes the next. It is killed from outside when a run does not
 * end. Nobody but its pool ends it otherwise: Ctrl-C goes to a whole group of processes, and the pool drains first.
 */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('disconnect', () => process.exit(0));

const watch = new Worker(new URL('sandbox.quickjs.watch.ts', import.meta.url).href);
watch.postMessage({ parent: process.ppid, maxRssMb: Number(process.argv[2]) });

const sandbox = makeSandboxRuns();
const send = (message: FromSandbox): void => void process.send?.(message);

process.on('message', async ({ run }: ToSandbox) => send({ outcome: await sandbox.run(run) }));
// Whatever the first run would pay for is paid for here.
await sandbox.run({ source: 'return input;', input: '{}', timeoutMs: 1_000 });
send({ ready: true });
