import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import type { ScriptOutcome } from '../../../domain/ports/sandbox.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

/** Scripts that harm their sandbox, after which the next script succeeds. */

const log = pino({ level: 'silent' });
const sandbox = makeSandbox({ log, size: 2 });
afterAll(() => sandbox.stop());

const run = (source: string, input: object = {}, timeoutMs = 300): Promise<ScriptOutcome> =>
  sandbox.run({ source, input: JSON.stringify(input), timeoutMs });

const problemOf = (outcome: ScriptOutcome): string =>
  'problem' in outcome ? outcome.problem : `none, it returned ${outcome.returned} ${outcome.json}`;

/** Time limit of scripts that end by themselves: a limit on a hang. */
async function returned(source: string, input?: object): Promise<unknown> {
  const outcome = await run(source, input, 5_000);
  return 'problem' in outcome ? outcome.problem : JSON.parse(outcome.json);
}

describe('a script', () => {
  test('receives its input and returns a result', async () => {
    const name = 'Žluťoučký 👋 \u202Ekůň';
    expect(await returned('return { greeting: "Dobrý den, " + input.name };', { name })).toEqual({
      greeting: `Dobrý den, ${name}`,
    });
    expect(await returned('return input;', { b: [1, null, { c: 1.5e300 }], a: '"' })).toEqual({
      b: [1, null, { c: 1.5e300 }],
      a: '"',
    });
  });

  test('receives and returns whole numbers that a double cannot hold', async () => {
    const resultOf = async (source: string, input = '{}') => {
      const outcome = await sandbox.run({ source, input, timeoutMs: 5_000 });
      return 'problem' in outcome ? outcome.problem : outcome.json;
    };
    const input = '{"a":[12345678901234567891,1,"12345678901234567891"]}';
    expect(await resultOf('return input;', input)).toBe(input);
    expect(await resultOf('return { b: input.a[0] + 1n, c: typeof input.a[1] };', input)).toBe(
      '{"b":12345678901234567892,"c":"number"}',
    );
    expect(await resultOf('return { a: -(2n ** 70n), b: ["5n"] };')).toBe('{"a":-1180591620717411303424,"b":["5n"]}');
    expect(await resultOf('JSON.parse = JSON.stringify = BigInt = null; return input;', input)).toBe(input);
  });

  test('has the built-ins of the language, a clock and random numbers', async () => {
    const source = `
      const now = new Date();
      return { map: [...new Map([['a', 1]])], year: now.getFullYear() > 2000, random: Math.random() < 1,
        words: 'a-b'.split('-'), big: String(2n ** 70n), found: /(?<y>\\d{4})/.exec('in 2026').groups.y };`;
    expect(await returned(source)).toEqual({
      map: [['a', 1]],
      year: true,
      random: true,
      words: ['a', 'b'],
      big: '1180591620717411303424',
      found: '2026',
    });
  });

  test('may call itself a thousand levels deep', async () => {
    expect(await returned('return (function down(n) { return n ? down(n - 1) : { n }; })(1_000);')).toEqual({ n: 0 });
  });

  test('may return a promise that its microtasks settle', async () => {
    expect(await returned('return Promise.resolve(1).then((one) => ({ two: one + 1 }));')).toEqual({ two: 2 });
    expect(await returned('return (async () => { await null; return { a: 1 }; })();')).toEqual({ a: 1 });
  });

  test('writes lines to the console, a hundred of a thousand characters at most', async () => {
    const logging = 'console.log("a", 1, { b: [2] }, undefined); console.error("c"); return {};';
    const { lines } = await run(logging, {}, 5_000);
    expect(lines).toEqual(['a 1 {"b":[2]} undefined', 'c']);
    const many = await run('for (let i = 0; i < 1e4; i++) console.log("x".repeat(5_000)); return {};', {}, 5_000);
    expect([many.lines.length, many.lines[0]?.length]).toEqual([100, 1_000]);
  });

  test('leaves no state for the next', async () => {
    for (let count = 0; count < 4; count++) {
      expect(
        await returned(
          'const was = globalThis.left ?? {}.left; globalThis.left = 1; Object.prototype.left = 1; JSON.stringify = null; return { was };',
        ),
      ).toEqual({});
    }
  });
});

describe('an error names its line', () => {
  const wrong: Record<string, [source: string, problem: RegExp | string, line?: number]> = {
    'a throw': ['let a;\n\n  throw new RangeError("too far");', 'RangeError: too far', 3],
    'a fault': ['let a;\na.b;', "TypeError: cannot read property 'b' of undefined", 2],
    'a fault in a function of its own': ['const f = () => {\n  return missing;\n};\nreturn f();', /missing/, 2],
    'a throw of no Error': ['throw "just words";', 'threw just words'],
    'a throw of a symbol': ['throw Symbol("x");', /^threw/],
    'a syntax error': ['let a;\nlet b = ;', /^SyntaxError/, 2],
    'a brace that is missing': ['if (input) {', /^SyntaxError/, 1],
    'a brace too many': ['return {};\n}', /^SyntaxError/, 2],
    'a cycle': ['const a = {}; a.a = a; return a;', 'the returned value is not JSON: TypeError: circular reference'],
    'a getter that throws': ['return {\n get a() { throw new Error("no"); } };', /not JSON: Error: no/, 2],
    'a rejected promise': ['return (async () => {\n await null; null.x; })();', /^TypeError/, 2],
    'a promise that nothing settles': ['return new Promise(() => {});', 'returned a promise that nothing settles'],
    'more than it may answer': ['return { a: "x".repeat(17 * 1024 * 1024) };', 'returned more than 16 MB'],
  };
  for (const [what, [source, problem, line]] of Object.entries(wrong)) {
    test(what, async () => {
      const outcome = await run(source, {}, 3_000);
      expect(problemOf(outcome)).toMatch(problem);
      expect('problem' in outcome ? outcome.line : undefined).toBe(line as number);
    });
  }

  for (const [source, type] of [
    ['return () => 1;', 'function'],
    ['return [1];', 'array'],
    ['return "x";', 'string'],
    ['return 7;', 'number'],
    ['return;', 'nothing'],
    ['', 'nothing'],
    ['return null;', 'null'],
    ['return new Date();', 'string'],
    ['return { toJSON() { return [1]; } };', 'array'],
  ] as const) {
    test(`the result of ${JSON.stringify(source)} has the type ${type}`, async () => {
      expect(await run(source, {}, 5_000)).toMatchObject({ returned: type });
    });
  }
});

const late = 'ran longer than its limit of 300 ms';
/** Scripts that may reach their time limit have a short one; the others have a limit on a hang. */
const limitOf = (problem: RegExp | string) => (/ran longer|300 ms/.test(String(problem)) ? 300 : 5_000);
const misbehaving: Record<string, [source: string, problem: RegExp | string]> = {
  loops: ['while (true);', late],
  'loops and catches all': ['for (;;) { try { for (;;); } catch {} finally { continue; } }', late],
  'loops in a getter of what it throws': ['throw { get message() { for (;;); } };', late],
  'loops in a proxy that it throws': ['throw new Proxy({}, { get() { for (;;); } });', late],
  'loops in toJSON': ['return { toJSON() { for (;;); } };', late],
  'loops in promises': [
    'return new Promise(() => { (function f() { Promise.resolve().then(f); })(); });',
    // Between two promises the script does not run.
    /ran longer than its limit|not settled in time/,
  ],
  'has a pattern that backtracks': ['return { a: /^(a+)+$/.test("a".repeat(40) + "b") };', late],
  'is busy inside a single built-in': ['const a = []; a.length = 2 ** 32 - 1; a[2 ** 31] = 1; a.join(",");', late],
  recurses: ['function f() { return f() + 1; }\nf();', /stack overflow/],
  'recurses and catches all': ['function f() { try { f(); } finally { f(); } }\nf();', late],
  'is nested deeply': ['return eval("(".repeat(1e5));', /stack overflow|SyntaxError/],
  'returns what is nested deeply': [
    'let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return o;',
    /stack overflow|300 ms/,
  ],
  allocates: ['const a = []; for (;;) a.push(new Array(1000).fill(1));', 'needs more than 64 MB'],
  'allocates and catches all': ['for (;;) try { const a = []; for (;;) a.push("x".repeat(1e6)); } catch {}', late],
  'allocates at once': ['return { n: new Uint8Array(1e9).length };', 'needs more than 64 MB'],
  'doubles a string': ['let s = "x"; for (;;) s += s;', /string too long|64 MB/],
  'reaches for constructors': ['return this.constructor.constructor("return process")();', /ReferenceError.*process/],
  'reaches for Bun by eval': ['return (0, eval)("Bun.file(\'/etc/passwd\')");', /ReferenceError.*Bun/],
  'reaches for the network': ['return fetch("http://127.0.0.1/");', /ReferenceError.*fetch/],
  requires: ['return require("node:fs");', /ReferenceError.*require/],
  imports: ['return import("node:fs");', /could not load module/],
  'imports statically': ['import fs from "node:fs"; return {};', /SyntaxError/],
  'waits for a timer': ['return new Promise((resolve) => setTimeout(resolve, 1));', /setTimeout/],
  'closes the function around it': ['return {}; }); while (true) {} (function () {', late],
};

describe('the sandbox survives a script that', () => {
  for (const [what, [source, problem]] of Object.entries(misbehaving)) {
    test(what, async () => {
      const began = performance.now();
      expect(problemOf(await run(source, {}, limitOf(problem)))).toMatch(problem);
      expect(performance.now() - began).toBeLessThan(15_000);
      const next = performance.now();
      expect(await returned('return { served: input.a };', { a: 1 })).toEqual({ served: 1 });
      // A killed sandbox is replaced within some hundred ms on an idle machine.
      expect(performance.now() - next).toBeLessThan(15_000);
    });
  }

  test('blocks one process, while another serves', async () => {
    const enough = new AbortController();
    const source = 'const a = []; a.length = 2 ** 32 - 1; a.join(",");';
    const busy = sandbox.run({ source, input: '{}', timeoutMs: 50_000 }, enough.signal);
    let ended = false;
    const end = busy.then(problemOf, String).finally(() => {
      ended = true;
    });
    for (let count = 0; count < 20; count++)
      expect(await returned('return { count: input.count };', { count })).toEqual({ count });
    expect(ended).toBe(false);
    enough.abort(new Error('that will do'));
    expect(await end).toBe('Error: that will do');
  });
});

describe('the processes of a sandbox', () => {
  const children = async (): Promise<number[]> => {
    const listed = Bun.spawn(['ps', '-o', 'pid=,args=', '--ppid', String(process.pid)]);
    const lines = (await new Response(listed.stdout).text()).split('\n');
    return lines.filter((line) => line.includes('sandboxProcess')).map((line) => Number.parseInt(line, 10));
  };

  test('do not grow after scripts that exhaust their memory', async () => {
    for (let count = 0; count < 20; count++)
      await run('const a = []; for (;;) a.push(new Array(1000).fill(1));', {}, 3_000);
    for (const pid of await children()) {
      const status = await Bun.file(`/proc/${pid}/status`).text();
      expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024).toBeLessThan(512);
    }
  }, 180_000);

  test('do not inherit the environment of their worker', async () => {
    process.env['SANDBOX_TEST_SECRET'] = 'secret';
    const own = makeSandbox({ log, size: 1 });
    const before = await children();
    await own.run({ source: 'return {};', input: '{}', timeoutMs: 5_000 });
    const [pid] = (await children()).filter((one) => !before.includes(one));
    expect(await Bun.file(`/proc/${pid}/environ`).text()).not.toContain('SECRET');
    await own.stop();
    expect(await children()).not.toContain(pid as number);
    delete process.env['SANDBOX_TEST_SECRET'];
  });

  test('are killed at the memory limit, which fails the script', async () => {
    const own = makeSandbox({ log, size: 1, maxRssMb: 100 });
    await own.run({ source: 'return {};', input: '{}', timeoutMs: 5_000 });
    const source = 'const a = []; for (;;) { if (a.length < 45) a.push("x".repeat(1e6)); }';
    expect(problemOf(await own.run({ source, input: '{}', timeoutMs: 5_000 }))).toBe(
      'needs more memory than a script may have',
    );
    await own.stop();
  });

  test('that are killed from outside are replaced, and their script is retried', async () => {
    const own = makeSandbox({ log, size: 1 });
    const before = await children();
    const outcome = own.run({
      source: 'const end = Date.now() + 1_000; while (Date.now() < end); return { a: 1 };',
      input: '{}',
      timeoutMs: 5_000,
    });
    const [pid] = await poll('a process', async () => {
      const found = (await children()).filter((one) => !before.includes(one));
      return found.length > 0 ? found : undefined;
    });
    process.kill(pid as number, 'SIGKILL');
    expect(await outcome).toMatchObject({ json: '{"a":1}' });
    await own.stop();
  });

  test('end with the process that started them, even while a script loops', async () => {
    const program = `
      const { makeSandbox } = await import(${JSON.stringify(require.resolve('../../../drivers/sandbox/sandbox.ts'))});
      const pino = (await import('pino')).default;
      const sandbox = makeSandbox({ log: pino({ level: 'silent' }), size: 1 });
      await sandbox.run({ source: 'return {};', input: '{}', timeoutMs: 5_000 });
      void sandbox.run({ source: 'const a = []; a.length = 2 ** 32 - 1; a.join(",");', input: '{}', timeoutMs: 60_000 });
      console.log('busy');
      setInterval(() => {}, 1_000);`;
    const parent = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', cwd: import.meta.dir });
    const reader = parent.stdout.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('busy');
    const listed = Bun.spawn(['ps', '-o', 'pid=', '--ppid', String(parent.pid)]);
    const pid = Number((await new Response(listed.stdout).text()).trim());
    expect(pid).toBeGreaterThan(0);
    parent.kill('SIGKILL');
    await poll('the sandbox to end', async () => !(await Bun.file(`/proc/${pid}/status`).exists()), 10_000);
  });

  test('are killed when the caller aborts', async () => {
    const abort = new AbortController();
    const outcome = sandbox.run({ source: 'for (;;);', input: '{}', timeoutMs: 5_000 }, abort.signal);
    setTimeout(() => abort.abort(new Error('aborted')), 50);
    await expect(outcome).rejects.toThrow('aborted');
    expect(await returned('return { served: 1 };')).toEqual({ served: 1 });
  });
});
