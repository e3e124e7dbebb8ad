import { dirname, join, relative } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '..', '..');

export interface SourceFile {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly from: string;
  /** A path relative to the root, or the name of a package. */
  readonly to: string;
  readonly typesOnly: boolean;
  /** By `import()`, when it is needed. */
  readonly dynamic: boolean;
}

/** Every TypeScript file of the project, tests and benchmarks included. */
export const files: readonly SourceFile[] = await Promise.all(
  ['*.ts', '{api,app,bench,cli,client,db,domain,drivers,scripts,test,workers}/**/*.{ts,tsx}']
    .flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
    .sort()
    .map(async (path) => ({ path, text: await Bun.file(join(root, path)).text() })),
);

/** What runs in an installation: neither tests nor benchmarks nor scripts. */
export const productFiles = files.filter(({ path }) =>
  /^((app|api|workers|domain|db|drivers|cli|client)\/|main\.ts$)/.test(path),
);

const statement =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** The imports of the product's files. An `import()` counts as any other. */
export const imports: readonly Import[] = productFiles.flatMap(({ path, text }) =>
  [...text.matchAll(statement)].map(([, , type, from, dynamic]): Import => {
    const target = (from ?? dynamic) as string;
    const to = target.startsWith('.') ? relative(root, join(root, dirname(path), target)) : target;
    return { from: path, to, typesOnly: type !== undefined, dynamic: dynamic !== undefined };
  }),
);

/** The top-level folder of a path. */
export const roomOf = (path: string): string => path.split('/')[0] as string;

/** A room and its first subfolder: `domain/records` of `domain/records/tables/x.ts`. */
export const featureOf = (path: string): string => dirname(path).split('/').slice(0, 2).join('/');

/** Whether an import leads to a file of the project, not to a package or to data. */
export const isSource = (path: string): boolean => /^(\w+\/.*|main)\.tsx?$/.test(path);

/** The nodes of a graph, given as adjacency lists, from which a path leads back to themselves. */
export function nodesInCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...edges.keys()].filter((start) => {
    const reached = new Set<string>();
    const open = [start];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const next of edges.get(node) ?? []) {
        if (reached.has(next)) continue;
        reached.add(next);
        open.push(next);
      }
    }
    return reached.has(start);
  });
}

/** Adjacency lists of the imports between nodes that `nodeOf` names; undefined leaves an end out. */
export function edgesBetween(
  list: readonly Import[],
  nodeOf: (path: string) => string | undefined,
): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of list) {
    const [start, end] = [nodeOf(from), nodeOf(to)];
    if (start === undefined || end === undefined || start === end) continue;
    edges.set(start, (edges.get(start) ?? new Set()).add(end));
  }
  return edges;
}

/** The text without comments, and with empty strings in place of its strings and regular expressions. */
export function codeOf(text: string): string {
  let code = '';
  let position = 0;
  const token =
    /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`|(?<=[=(,:[!&|?{};+]\s*|return\s+)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*|[{}]/g;
  // Of each open `${`, how many braces are open within it.
  const open: number[] = [];
  for (;;) {
    token.lastIndex = position;
    const match = token.exec(text);
    code += text.slice(position, match?.index);
    if (!match) return code;
    position = token.lastIndex;
    const [found] = match;
    const depth = open.at(-1);
    if (found === '{' && depth !== undefined) open[open.length - 1] = depth + 1;
    if (found === '}' && depth !== undefined && depth > 0) open[open.length - 1] = depth - 1;
    const resumes = found === '}' && depth === 0;
    if (resumes) open.pop();
    if (found === '`' || resumes) position = endOfTemplate(text, position, open);
    else if (found === '{' || found === '}') code += found;
    else if (!found.startsWith('/') || !/^\/[/*]/.test(found)) code += "''";
    code += ' ';
  }
}

/** Skips the text of a template literal; a `${` is opened, and its position returned. */
function endOfTemplate(text: string, from: number, open: number[]): number {
  const end = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(`|\$\{)/y;
  end.lastIndex = from;
  const match = end.exec(text);
  if (!match) return text.length;
  if (match[1] === '${') open.push(0);
  return end.lastIndex;
}
