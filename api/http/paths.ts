import type { Route } from './route.ts';

/**
 * The routes' paths, read segment by segment: a static segment wins over a parameter, and where the static way leads
 * nowhere the parameter's is tried. Elysia's router finds the usual ones; this one names parameters for it as they
 * stood in the URL, and says which methods a path has when no route took it.
 */
export interface PathTable {
  find(method: string, path: string): { route: Route; params: Record<string, string> } | undefined;
  methodsAt(path: string): string[];
  paramsOf(route: Route, path: string): Record<string, string>;
}

interface Node {
  readonly fixed: Map<string, Node>;
  parameter?: Node;
  readonly routes: Map<string, Route>;
}

export function makePathTable(routes: readonly Route[]): PathTable {
  const root = makeNode();
  const places = new Map<Route, readonly (readonly [index: number, name: string])[]>();
  for (const route of routes) {
    const segments = route.path.split('/').slice(1);
    let node = root;
    for (const segment of segments) node = isParameter(segment) ? parameterOf(node) : childOf(node, segment);
    node.routes.set(route.method, route);
    places.set(
      route,
      segments.flatMap((segment, index) => (isParameter(segment) ? [[index, segment.slice(1, -1)] as const] : [])),
    );
  }

  const paramsOf = (route: Route, path: string): Record<string, string> => {
    const params: Record<string, string> = {};
    const parts = places.get(route) ?? [];
    if (parts.length === 0) return params;
    const segments = path.split('/');
    for (const [index, name] of parts) params[name] = segments[index + 1] ?? '';
    return params;
  };

  return {
    paramsOf,
    find(method, path) {
      const route = walk(root, path.split('/').slice(1), 0, (node) => node.routes.get(method));
      return route && { route, params: paramsOf(route, path) };
    },
    methodsAt(path) {
      const methods = new Set<string>();
      walk(root, path.split('/').slice(1), 0, (node) => {
        for (const method of node.routes.keys()) methods.add(method);
        return undefined;
      });
      return [...methods].sort();
    },
  };
}

const makeNode = (): Node => ({ fixed: new Map(), routes: new Map() });
const isParameter = (segment: string): boolean => segment.startsWith('{');

function parameterOf(node: Node): Node {
  node.parameter ??= makeNode();
  return node.parameter;
}

function childOf(node: Node, segment: string): Node {
  let child = node.fixed.get(segment);
  if (!child) {
    child = makeNode();
    node.fixed.set(segment, child);
  }
  return child;
}

/** Depth first, static before parameter; the first answer of `look` ends it. */
function walk(
  node: Node,
  segments: readonly string[],
  index: number,
  look: (node: Node) => Route | undefined,
): Route | undefined {
  if (index === segments.length) return look(node);
  const segment = segments[index] as string;
  const fixed = node.fixed.get(segment);
  const found = fixed && walk(fixed, segments, index + 1, look);
  if (found || !node.parameter || segment === '') return found;
  return walk(node.parameter, segments, index + 1, look);
}
