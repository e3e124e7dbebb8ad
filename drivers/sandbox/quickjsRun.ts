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
import { carryWholeNumbers } from './wholeNumbers.ts';

/** Memory limit of a script's objects and strings. */
const HEAP_BYTES = 64 * 1024 * 1024;
/** Stack limit, some 1,400 calls. With a higher limit the host's stack overflows before QuickJS detects an overflow. */
const STACK_BYTES = 256 * 1024;
const PAGE = 64 * 1024;
/** Memory limit of an engine instance: the script's heap, the engine itself, and fragmentation. */
const MAX_PAGES = (96 * 1024 * 1024) / PAGE;
/** An instance above this size is replaced, because WebAssembly memory never shrinks. */
const GROWN_BYTES = 40 * 1024 * 1024;
const MAX_RESULT = 16 * 1024 * 1024;
const MAX_LINES = 100;
const MAX_LINE = 1_000;
/** Maximum number of promise jobs between two checks of the time limit. */
const JOBS = 1_000;
const NO_JSON = 'the returned value is not JSON: ';

/** Runs scripts one after another in this thread. Each has its own runtime, which is disposed of after the run. */
export function makeSandboxRuns(): Sandbox {
  let instance: { engine: QuickJSWASMModule; memory: WebAssembly.Memory } | undefined;
  return {
    async run(script) {
      instance ??= await makeInstance();
      let outcome: ScriptOutcome;
      try {
        outcome = runIn(instance.engine, script);
      } catch (error) {
        // The engine itself crashed (a stack overflow, a failed assertion), so its state is undefined.
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

/** Registers a handle to be disposed of after the run, and returns it. */
type Track = <T extends { dispose(): void }>(handle: T) => T;

/** Returns a function that says whether a time is over: by the clock, and in processor time, which a busy machine does not use up. */
function makeTimeLimit(ms: number): () => boolean {
  const end = performance.now() + ms;
  const start = process.cpuUsage();
  return () => {
    if (performance.now() <= end) return false;
    const { user, system } = process.cpuUsage(start);
    return user + system >= ms * 1_000;
  };
}

function runIn(engine: QuickJSWASMModule, { source, input, timeoutMs }: ScriptRun): ScriptOutcome {
  const lines: string[] = [];
  const isOver = makeTimeLimit(timeoutMs);
  let late = false;
  let sound = true;
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(HEAP_BYTES);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(() => {
    late ||= isOver();
    return late;
  });
  const context = runtime.newContext();
  const handles: { dispose(): void }[] = [];
  const track = <T extends { dispose(): void }>(handle: T): T => {
    handles.push(handle);
    return handle;
  };
  const run = new Run(context, runtime, track, source);
  try {
    // The built-ins are read before the script can replace them. Calls read them: compiling a script that does so would
    // take longer than most scripts run.
    const json = track(context.getProp(context.global, 'JSON'));
    const parse = track(context.getProp(json, 'parse'));
    const stringify = track(context.getProp(json, 'stringify'));
    defineConsole(context, track, lines);
    const body = run.value(context.evalCode(`(function (input) {\n${source}\n})`, 'script'));
    const numbers = carryWholeNumbers(source, input);
    const functionOf = (text: string | undefined): QuickJSHandle[] =>
      text === undefined ? [] : [run.value(context.evalCode(text, 'numbers'))];
    const [reviver, replacer] = [functionOf(numbers.reviver), functionOf(numbers.replacer)];
    const inputText = track(context.newString(numbers.input));
    const argument = run.value(context.callFunction(parse, context.undefined, inputText, ...reviver));
    const returned = run.settled(run.value(context.callFunction(body, context.undefined, argument)), isOver);
    const written = run.value(context.callFunction(stringify, context.undefined, returned, ...replacer), NO_JSON);
    if (context.typeof(written) !== 'string')
      return { returned: typeOf(context.typeof(returned), ''), json: '', lines };
    const text = numbers.result(context.getString(written));
    if (text.length > MAX_RESULT) throw new Failure(`returned more than ${MAX_RESULT / 1024 / 1024} MB`);
    return { returned: typeOf('', text), json: text, lines };
  } catch (error) {
    if (!(error instanceof Failure)) {
      // The handles of a crashed engine cannot be disposed of.
      sound = false;
      throw error;
    }
    const { message, line, column } = error;
    const problem = late ? `ran longer than its limit of ${timeoutMs} ms` : message;
    return { problem, ...(line !== undefined && { line, column: column ?? 1 }), lines };
  } finally {
    if (sound) {
      for (const handle of handles.reverse()) handle.dispose();
      context.dispose();
      runtime.dispose();
    }
  }
}

function defineConsole(context: QuickJSContext, track: Track, lines: string[]): void {
  const log = track(
    context.newFunction('log', (...values) => {
      if (lines.length === MAX_LINES) return;
      const line = values.map((value) => shown(context.dump(value))).join(' ');
      lines.push(line.slice(0, MAX_LINE).toWellFormed().replaceAll('\u0000', ''));
    }),
  );
  const console = track(context.newObject());
  for (const name of ['log', 'debug', 'info', 'warn', 'error']) context.setProp(console, name, log);
  context.setProp(context.global, 'console', console);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  return (typeof value === 'bigint' ? undefined : JSON.stringify(value)) ?? String(value);
}

/** Returns the type of a result: that of its JSON text, or `type` if it has none. */
function typeOf(type: string, text: string): string {
  const known = { '{': 'object', '[': 'array', '"': 'string', t: 'boolean', f: 'boolean', n: 'null' }[text[0] ?? ''];
  if (text !== '') return known ?? 'number';
  return type === 'undefined' || type === 'object' ? 'nothing' : type;
}

/** A fault of the script, with its place in the source. */
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
  readonly #track: Track;
  readonly #lines: number;

  constructor(context: QuickJSContext, runtime: QuickJSRuntime, track: Track, source: string) {
    this.#context = context;
    this.#runtime = runtime;
    this.#track = track;
    this.#lines = source.split('\n').length;
  }

  value(result: ReturnType<QuickJSContext['evalCode']>, prefix = ''): QuickJSHandle {
    this.#track(result);
    if (result.error) throw this.#failure(result.error, prefix);
    return result.value;
  }

  /** Runs pending jobs until a promise is settled, and returns its value. Any other value is returned as it is. */
  settled(returned: QuickJSHandle, isOver: () => boolean): QuickJSHandle {
    for (;;) {
      const state = this.#context.getPromiseState(returned);
      if (state.type === 'fulfilled') return state.notAPromise ? returned : this.#track(state.value);
      if (state.type === 'rejected') throw this.#failure(this.#track(state.error), '');
      const done = this.#track(this.#runtime.executePendingJobs(JOBS));
      if (done.error) throw this.#failure(done.error, '');
      if (done.value === 0) throw new Failure('returned a promise that nothing settles');
      if (isOver()) throw new Failure('returned a promise that is not settled in time');
    }
  }

  #failure(thrown: QuickJSHandle, prefix: string): Failure {
    const error: unknown = this.#context.dump(thrown);
    const { name, message, stack }: { name?: unknown; message?: unknown; stack?: unknown } = error ?? {};
    const description =
      typeof message === 'string'
        ? `${typeof name === 'string' ? name : 'Error'}: ${message}`
        : `threw ${typeof error === 'string' ? error : JSON.stringify(error)}`;
    const text =
      description === 'InternalError: out of memory' ? `needs more than ${HEAP_BYTES / 1024 / 1024} MB` : description;
    const place = typeof stack === 'string' ? /\bscript:(\d+)(?::(\d+))?/.exec(stack) : null;
    // The harness adds a line before the source and one after it.
    const line = place && Math.min(Math.max(Number(place[1]) - 1, 1), this.#lines);
    return new Failure(
      `${prefix}${text}`.slice(0, MAX_LINE).toWellFormed().replaceAll('\u0000', ''),
      line ? { line, column: Number(place[2] ?? 1) } : undefined,
    );
  }
}
