import type { Members } from '../kinds/declaration/members.ts';
import type { Kind } from '../kinds/kind.ts';
import { type SearchColumn, searchColumns } from './columns.ts';
import { searched } from './folding.ts';
import type { ElementsColumn, EntriesColumn, ObjectColumn } from './parsed.ts';

/** The columns that a filter can name at one level: of a kind, or of the objects of an array. */
export interface Scope {
  readonly columns: ReadonlyMap<string, SearchColumn>;
  /** Dotted names that are no columns: objects of known members and references to other kinds. */
  readonly containers: ReadonlyMap<string, 'object' | 'reference' | 'auditInfo'>;
  /** The arrays of objects, each with what is inside. */
  readonly arrays: ReadonlyMap<string, { readonly column: ElementsColumn; readonly scope: Scope }>;
  /** The dotted name of a write-only text, which no filter can name. */
  readonly writeOnly?: string;
}

/** The target of a name. */
export type Target =
  | { readonly type: 'column'; readonly column: SearchColumn }
  | { readonly type: 'entry'; readonly column: EntriesColumn; readonly path: string }
  | { readonly type: 'container'; readonly column: SearchColumn | ObjectColumn };

const scopes = new WeakMap<Kind, Scope>();

export function scopeOf(kind: Kind): Scope {
  let scope = scopes.get(kind);
  if (!scope) {
    const { member, name } = kind.writeOnly ?? {};
    scope = {
      ...makeScope(kind.members, searchColumns(kind), new Map([['auditInfo', 'auditInfo' as const]])),
      ...(member !== undefined && { writeOnly: `${member}.${name}` }),
    };
    scopes.set(kind, scope);
  }
  return scope;
}

function makeScope(
  members: Members,
  columns: readonly SearchColumn[],
  containers: Map<string, 'object' | 'reference' | 'auditInfo'>,
): Scope {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const arrays = new Map<string, { column: ElementsColumn; scope: Scope }>();
  const walk = (inside: Members, prefix: string): void => {
    for (const [name, member] of Object.entries(inside)) {
      const path = prefix + name;
      if (member.type === 'reference') containers.set(path, 'reference');
      if (member.type === 'object') {
        containers.set(path, 'object');
        walk(member.members, `${path}.`);
      }
      const column = byName.get(path);
      if (member.type === 'objects' && column?.type === 'elements')
        arrays.set(path, { column, scope: makeScope(member.members, column.columns, new Map()) });
    }
  };
  walk(members, '');
  return { columns: byName, containers, arrays };
}

/** Returns the target of a name in this scope; undefined for an unknown name. */
export function find(scope: Scope, name: string): Target | undefined {
  if (scope.writeOnly !== undefined && `${name}.`.startsWith(`${scope.writeOnly}.`)) return undefined;
  const column = scope.columns.get(name);
  // A comparison of the whole object would compare the write-only text too, which records of release 0.2 still have.
  if (column) return { type: scope.writeOnly?.startsWith(`${name}.`) ? 'container' : 'column', column };
  const container = scope.containers.get(name);
  if (container === 'object') return { type: 'container', column: { name, type: 'object' } };
  // A stored reference always has its id, so the id decides whether the reference is present.
  if (container === 'reference') {
    const id = scope.columns.get(`${name}.id`);
    return id && { type: 'container', column: id };
  }
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const free = scope.columns.get(name.slice(0, dot));
    if (free?.type === 'entries') return { type: 'entry', column: free, path: searched(name.slice(dot + 1)) };
  }
  return undefined;
}

/** The arrays that a dotted nestedPath goes through, outermost first, and the scope inside the last. */
export function findArray(scope: Scope, path: string): { columns: ElementsColumn[]; scope: Scope } | undefined {
  const exact = scope.arrays.get(path);
  if (exact) return { columns: [exact.column], scope: exact.scope };
  for (const [name, { column, scope: inside }] of scope.arrays) {
    if (!path.startsWith(`${name}.`)) continue;
    const rest = findArray(inside, path.slice(name.length + 1));
    if (rest) return { columns: [column, ...rest.columns], scope: rest.scope };
  }
  return undefined;
}

/** For a problem: every name that a filter can use here. */
export function allowedColumns(scope: Scope): string {
  const names = [...scope.columns.values()].map(({ name, type }) => (type === 'entries' ? `${name}.<path>` : name));
  return names.join(', ');
}

/** For a problem: every array of objects, those inside others too. */
export function allowedArrays(scope: Scope, prefix = ''): string[] {
  return [...scope.arrays].flatMap(([name, { scope: inside }]) => [
    prefix + name,
    ...allowedArrays(inside, `${prefix}${name}.`),
  ]);
}
