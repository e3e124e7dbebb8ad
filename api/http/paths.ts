import type { Route } from './route.ts';

/** A route and its path parameters, still percent-encoded. */
export interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Matches paths to routes, segment by segment. A static segment has priority over a parameter; if its branch has no
 * match, the parameter's branch is tried. Elysia's router matches most requests. This table extracts their encoded
 * parameters, and lists the methods of a path without a matching route.
 */
export interface PathTable {
  find(method: string, path: string): FoundRoute | undefined;
  methodsAt(path: string): string[];
  paramsOf(route: Route, path: string): Readonly<Record<string, string>>;
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

/** Visits the matching nodes depth first, static before parameter, until `select` returns a route. */
function walk(
  node: Node,
  segments: readonly string[],
  index: number,
  select: (node: Node) => Route | undefined,
): Route | undefined {
  const segment = segments[index];
  if (segment === undefined) return select(node);
  const fixed = node.fixed.get(segment);
  const found = fixed && walk(fixed, segments, index + 1, select);
  if (found || !node.parameter || segment === '') return found;
  return walk(node.parameter, segments, index + 1, select);
}

/** Returns the path of a URL, still percent-encoded: an encoded slash is part of a segment, not a separator. */
export function encodedPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return '/';
  const end = url.indexOf('?', start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}
