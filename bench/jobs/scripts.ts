import variant from '@jitl/quickjs-wasmfile-release-sync';
import pino from 'pino';
import { newQuickJSWASMModuleFromVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';
import { makeSandbox } from '../../drivers/sandbox/sandbox.ts';
import { median, pairedRatio, runsPeer } from '../helpers/servers.ts';

/**
 * Evaluations per second in the sandbox pool, which has limits and its own processes, against a bare QuickJS loop that
 * has neither: it runs in this process, with a new context for each evaluation. Both run alternately. With one process
 * in the pool both sides run scripts in one thread; with two processes the pool has two.
 *
 * bun bench/jobs/scripts.ts [rounds] [seconds]
 */
const [rounds = 6, seconds = 3] = process.argv.slice(2).map(Number);
const CALLERS = 16;
const SOURCE = `
  const { givenName, familyName, groups } = input;
  const name = [givenName, familyName].filter(Boolean).join(' ');
  return { displayName: name, groups: groups.filter(({ active }) => active).map(({ code }) => code).sort() };`;
const groups = Array.from({ length: 20 }, (_, n) => ({ code: `group-${(n * 7) % 20}`, active: n % 3 > 0 }));
const INPUT = JSON.stringify({ givenName: 'Jana', familyName: 'Nováková', groups });

const engine = await newQuickJSWASMModuleFromVariant(variant);

function bare(of: QuickJSWASMModule): string {
  const context = of.newContext();
  const result = context.evalCode(`JSON.stringify((function (input) {${SOURCE}\n})(${INPUT}))`);
  const text = context.getString(context.unwrapResult(result));
  result.dispose();
  context.dispose();
  return text;
}

async function bareLoop(): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let done = 0;
  for (; performance.now() < end; done++) bare(engine);
  return done / seconds;
}

async function pooled(sandbox: ReturnType<typeof makeSandbox>): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let done = 0;
  const call = async (): Promise<void> => {
    for (; performance.now() < end; done++) {
      const outcome = await sandbox.run({ source: SOURCE, input: INPUT, timeoutMs: 5_000 });
      if ('problem' in outcome) throw new Error(outcome.problem);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return done / seconds;
}

for (const size of [1, 2]) {
  const sandbox = makeSandbox({ log: pino({ level: 'warn' }), size });
  const poolRates: number[] = [];
  const bareRates: number[] = [];
  try {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => sandbox.run({ source: SOURCE, input: INPUT, timeoutMs: 5_000 })),
    );
    for (const outcome of outcomes) {
      if ('problem' in outcome || outcome.json !== bare(engine))
        throw new Error('the two sides return different results');
    }
    // Both sides run until the compiler has optimized them.
    if (runsPeer) await bareLoop();
    await pooled(sandbox);
    for (let round = 0; round < rounds; round++) {
      if (runsPeer) bareRates.push(await bareLoop());
      poolRates.push(await pooled(sandbox));
    }
  } finally {
    await sandbox.stop();
  }
  console.log(`pool of ${size}: bare ${median(bareRates)} evaluations/s, pool ${median(poolRates)} evaluations/s`);
  console.log(`pool of ${size}: ratio ${pairedRatio(poolRates, bareRates)} (at least 0.5)`);
}
