import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import type { Sandbox, ScriptOutcome, ScriptRun } from '../../domain/ports/sandbox.ts';

/** What a script's own objects and strings may take. */
const HEAP_BYTES = 64 * 1024 * 1024;
/** Some 1,400 calls. With more the host's stack overflows before QuickJS notices (and, deep in its parser, with less). */
const STACK_BYTES = 256 * 1024;
const PAGE = 64 * 1024;
/** Of one instance of the engine: the heap, the engine itself, and room for the heap's fragments. */
const MAX_PAGES = (96 * 1024 * 1024) / PAGE;
/** An instance never gives memory back: one that a run has blown up is replaced by a fresh one. */
const GROWN_BYTES = 40 * 1024 * 1024;
const MAX_RESULT = 16 * 1024 * 1024;
const MAX_LINES = 100;
const MAX_LINE = 1_000;
/** Jobs of promises between two looks at the clock. */
const JOBS = 1_000;
const NO_JSON = 'what it returns is no JSON: ';

/** Runs scripts one after the other in this thread, each in a runtime of its own that nothing outlives. */
export function makeSandboxRuns(): Sandbox {
  let instance: { engine: QuickJSWASMModule; memory: WebAssembly.Memory } | undefined;
  return {
    async run(given) {
      instance ??= await makeInstance();
      let outcome: ScriptOutcome;
      try {
        outcome = runIn(instance.engine, given);
      } catch (error) {
        // The engine itself was brought down (the host's stack, a failed assertion), and is in no known state.
        instance = undefined;
        const problem = error instanceof RangeError ? 'InternalError: stack overflow' : 'brought the sandbox down';
        outcome = { problem, lines: [] };
      }
      if (instance && instance.memory.buffer.byteLength > GROWN_BYTES) {
        instance = undefined;
        Bun.gc(true);
      }
      return outcome;
    },
  };
}

let compiled: Promise<WebAssembly.Module> | undefined;

async function makeInstance() {
  compiled ??= Bun.file(new URL(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')))
    .arrayBuffer()
    .then((bytes) => WebAssembly.compile(bytes));
  const memory = new WebAssembly.Memory({ initial: 256, maximum: MAX_PAGES });
  const engine = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmModule: await compiled, wasmMemory: memory }),
  );
  return { engine, memory };
}

function runIn(engine: QuickJSWASMModule, { source, input, timeoutMs }: ScriptRun): ScriptOutcome {
  const lines: string[] = [];
  const end = performance.now() + timeoutMs;
  let late = false;
  let sound = true;
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(HEAP_BYTES);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(() => {
    late ||= performance.now() > end;
    return late;
  });
  const context = runtime.newContext();
  const held: { dispose(): void }[] = [];
  const hold = <T extends { dispose(): void }>(one: T): T => {
    held.push(one);
    return one;
  };
  const run = new Run(context, runtime, hold, source);
  try {
    // The built-ins as they are, and not as the script will have left them. By calls and not by a piece of script before
    // it, whose compilation would take longer than most scripts do.
    const json = hold(context.getProp(context.global, 'JSON'));
    const parse = hold(context.getProp(json, 'parse'));
    const stringify = hold(context.getProp(json, 'stringify'));
    giveConsole(context, hold, lines);
    const body = run.value(context.evalCode(`(function (input) {\n${source}\n})`, 'script'));
    const given = run.value(context.callFunction(parse, context.undefined, hold(context.newString(input))));
    const returned = run.settled(run.value(context.callFunction(body, context.undefined, given)), end);
    const written = run.value(context.callFunction(stringify, context.undefined, returned), NO_JSON);
    if (context.typeof(written) !== 'string')
      return { returned: typeOf(context.typeof(returned), ''), json: '', lines };
    const text = context.getString(written);
    if (text.length > MAX_RESULT) throw new Failure(`returned more than ${MAX_RESULT / 1024 / 1024} MB`);
    return { returned: typeOf('', text), json: text, lines };
  } catch (error) {
    if (!(error instanceof Failure)) {
      // Nothing of it can be disposed of any more.
      sound = false;
      throw error;
    }
    const { message, line, column } = error;
    const problem = late ? `ran longer than its limit of ${timeoutMs} ms` : message;
    return { problem, ...(line !== undefined && { line, column: column ?? 1 }), lines };
  } finally {
    if (sound) {
      for (const one of held.reverse()) one.dispose();
      context.dispose();
      runtime.dispose();
    }
  }
}

function giveConsole(
  context: QuickJSContext,
  hold: <T extends { dispose(): void }>(one: T) => T,
  lines: string[],
): void {
  const log = hold(
    context.newFunction('log', (...values) => {
      if (lines.length === MAX_LINES) return;
      const line = values.map((value) => shown(context.dump(value))).join(' ');
      lines.push(line.slice(0, MAX_LINE).toWellFormed().replaceAll('\u0000', ''));
    }),
  );
  const console = hold(context.newObject());
  for (const name of ['log', 'debug', 'info', 'warn', 'error']) context.setProp(console, name, log);
  context.setProp(context.global, 'console', console);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  return (typeof value === 'bigint' ? undefined : JSON.stringify(value)) ?? String(value);
}

/** What was returned: by its JSON text where there is one, else by its type. */
function typeOf(type: string, text: string): string {
  const known = { '{': 'object', '[': 'array', '"': 'string', t: 'boolean', f: 'boolean', n: 'null' }[text[0] ?? ''];
  if (text !== '') return known ?? 'number';
  return type === 'undefined' || type === 'object' ? 'nothing' : type;
}

/** The script is at fault, at this place in its source. */
class Failure extends Error {
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, place?: { line: number; column: number }) {
    super(message);
    this.line = place?.line;
    this.column = place?.column;
  }
}

class Run {
  readonly #context: QuickJSContext;
  readonly #runtime: QuickJSRuntime;
  readonly #hold: <T extends { dispose(): void }>(one: T) => T;
  readonly #lines: number;

  constructor(
    context: QuickJSContext,
    runtime: QuickJSRuntime,
    hold: <T extends { dispose(): void }>(one: T) => T,
    source: string,
  ) {
    this.#context = context;
    this.#runtime = runtime;
    this.#hold = hold;
    this.#lines = source.split('\n').length;
  }

  value(result: ReturnType<QuickJSContext['evalCode']>, prefix = ''): QuickJSHandle {
    this.#hold(result);
    if (result.error) throw this.#failure(result.error, prefix);
    return result.value;
  }

  /** The value of a promise once its jobs have run; anything else as it is. Nothing but its own jobs can settle it. */
  settled(returned: QuickJSHandle, end: number): QuickJSHandle {
    for (;;) {
      const state = this.#context.getPromiseState(returned);
      if (state.type === 'fulfilled') return state.notAPromise ? returned : this.#hold(state.value);
      if (state.type === 'rejected') throw this.#failure(this.#hold(state.error), '');
      const done = this.#hold(this.#runtime.executePendingJobs(JOBS));
      if (done.error) throw this.#failure(done.error, '');
      if (done.value === 0) throw new Failure('returned a promise that nothing settles');
      if (performance.now() > end) throw new Failure('returned a promise that is not settled in time');
    }
  }

  #failure(thrown: QuickJSHandle, prefix: string): Failure {
    const error: unknown = this.#context.dump(thrown);
    const { name, message, stack } = (typeof error === 'object' && error !== null ? error : {}) as Record<
      string,
      unknown
    >;
    const said =
      typeof message === 'string'
        ? `${typeof name === 'string' ? name : 'Error'}: ${message}`
        : `threw ${typeof error === 'string' ? error : JSON.stringify(error)}`;
    const text = said === 'InternalError: out of memory' ? `needs more than ${HEAP_BYTES / 1024 / 1024} MB` : said;
    const place = typeof stack === 'string' ? /\bscript:(\d+)(?::(\d+))?/.exec(stack) : null;
    // The line before the source's first and the one after its last are the harness's.
    const line = place && Math.min(Math.max(Number(place[1]) - 1, 1), this.#lines);
    return new Failure(
      `${prefix}${text}`.slice(0, MAX_LINE).toWellFormed().replaceAll('\u0000', ''),
      line ? { line, column: Number(place[2] ?? 1) } : undefined,
    );
  }
}
