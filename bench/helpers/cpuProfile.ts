/** What Bun writes with `--cpu-prof`: a tree of calls, and the nodes in which the samples found the process at work. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** Where the samples of profiles were. Idle time has no samples. */
export interface Costs {
  /** Without those of the start of programs. */
  readonly samples: number;
  /** Samples by the innermost function. */
  readonly functions: ReadonlyMap<string, number>;
  /** Samples by package, or by folder of the project. A built-in function counts for the code that calls it. */
  readonly places: ReadonlyMap<string, number>;
}

/** Samples of a built-in function, by the functions that call it. */
type Callers = Map<string, number>;

const NATIVE = 'native code of Bun';
const BUN_MODULES = "Bun's modules (node:net, streams …)";

/**
 * Adds up profiles of processes of one kind. Samples of the start of a program are left out: those of the loading of its modules, and of waiting for other programs.
 *
 * @param root the folder of the project, without a slash at its end
 */
export function costsOf(profiles: readonly CpuProfile[], root: string): Costs {
  let samples = 0;
  const functions = new Map<string, number>();
  const builtIn = new Map<string, Callers>();
  const places = new Map<string, number>();
  for (const { stack, count } of profiles.flatMap(stacksOf)) {
    const frames = stack.map(({ functionName, url }) => ({
      name: functionName || 'anonymous',
      file: fileOf(url, root),
    }));
    if (frames.some(isStart)) continue;
    samples += count;
    const [self] = frames;
    const caller = frames.find(({ file }) => isCode(file)) ?? frames.find(({ file }) => file !== '');
    add(places, placeOf(caller?.file ?? ''), count);
    if (!self) continue;
    if (self.file !== '') add(functions, `${self.name}, ${self.file}`, count);
    else {
      const callers = builtIn.get(self.name) ?? new Map();
      builtIn.set(self.name, callers);
      add(callers, caller ? `${caller.name}, ${caller.file}` : NATIVE, count);
    }
  }
  for (const [name, callers] of builtIn) {
    const [[caller, first] = ['', 0]] = byCount(callers);
    const all = [...callers.values()].reduce((sum, count) => sum + count, 0);
    const part = Math.round((first / all) * 100);
    functions.set(`built-in ${name} (${part} % for ${caller})`, all);
  }
  return { samples, functions, places };
}

/** Returns entries, the largest first. */
export const byCount = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([, left], [, right]) => right - left);

/** Returns the stacks of a profile, each from its innermost call to its outermost, without the root of the tree. */
function stacksOf({ nodes, samples }: CpuProfile): { stack: ProfileNode['callFrame'][]; count: number }[] {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const counts = new Map<number, number>();
  for (const sample of samples) counts.set(sample, (counts.get(sample) ?? 0) + 1);
  return [...counts].map(([sample, count]) => {
    const stack: ProfileNode['callFrame'][] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const node = known.get(id);
      if (node && node.callFrame.functionName !== '(root)') stack.push(node.callFrame);
    }
    return { stack, count };
  });
}

/** Returns a path in the project, `package/…` of a package, the name of a module of Bun, or '' for built-in functions. */
function fileOf(url: string, root: string): string {
  if (!url.startsWith('file://')) return url;
  const path = decodeURIComponent(url.slice('file://'.length));
  const inPackage = path.split('/node_modules/').at(-1);
  if (inPackage && inPackage !== path) return inPackage;
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : (path.split('/').at(-1) ?? '');
}

const isOfBun = (file: string): boolean => /^(?:node|bun|internal)[:/]/.test(file);
const isCode = (file: string): boolean => file !== '' && !isOfBun(file);

/**
 * Whether a frame belongs to the loading of modules, or waits for another program. The module of a benchmark itself awaits all
 * its work.
 */
const isStart = ({ name, file }: { name: string; file: string }): boolean =>
  (name === '(module)' && !file.startsWith('bench/')) ||
  (file === '' && (name === 'require' || name === 'spawnSync')) ||
  name === file;

/** Folders of the project that are not packages. */
const FOLDERS = /^(?:api|app|bench|cli|client|db|domain|drivers|scripts|templates|test|workers)\//;

function placeOf(file: string): string {
  if (file === '') return NATIVE;
  if (isOfBun(file)) return BUN_MODULES;
  const parts = file.split('/');
  if (FOLDERS.test(file)) return parts.slice(0, Math.min(2, parts.length - 1)).join('/');
  if (parts.length === 1) return file;
  return `package ${parts.slice(0, file.startsWith('@') ? 2 : 1).join('/')}`;
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
