import { badRequest, notFound } from '../../domain/errors.ts';
import { hasCode } from '../../domain/kinds/declaration/members.ts';
import { kindAtPath } from '../../domain/kinds/index.ts';
import type { Caller } from '../../domain/kinds/kind.ts';
import type { Services } from '../../domain/ports/services.ts';
import { describe, isUuid } from '../../domain/validation/values.ts';
import { runAudited } from './audit.ts';
import type { BodyReader } from './body.ts';
import type { Authenticated } from './callers/authenticate.ts';
import { MethodNotAllowed } from './errors.ts';
import { answerOnce } from './idempotency/answerOnce.ts';
import type { FoundRoute, PathTable } from './paths.ts';
import { checkQuery, checkRepetitions } from './query.ts';
import { readPrecondition, represented } from './representations.ts';
import { requireDeclaredType } from './requestGuard.ts';
import { type Answer, type ApiRequest, decode, type Route } from './route.ts';

/** Returns the route of a request that the router matched with none. Throws a 405 or a 404. */
export function findRoute(paths: PathTable, method: string, path: string): FoundRoute {
  // The server omits the body of a response to HEAD.
  const found = paths.find(method === 'HEAD' ? 'GET' : method, path);
  if (found) return found;
  const allowed = paths.methodsAt(path);
  if (allowed.length > 0) throw new MethodNotAllowed(method, allowed);
  throw notFound('The path does not exist.', [`path: ${problemOfPath(path)}`]);
}

const byCode = /^\/api\/v2\/([\w-]+)\/by-code\/[^/]+$/;

/** Says why there is no such path. Kinds without codes lack an operation that all others have. */
function problemOfPath(path: string): string {
  const kind = kindAtPath(byCode.exec(path)?.[1] ?? '');
  if (!kind || hasCode(kind)) return `${describe(path)} is unknown`;
  return `there is no code of a ${kind.name}; its records are read by their ids, at /api/v2/${kind.path}/<id>`;
}

/** What all requests of a server share. */
export interface Dispatching {
  readonly services: Services;
  readonly bodies: BodyReader;
  /** Returns the address of the client. */
  readonly addressOf: (request: Request) => string | undefined;
  /** Returns the response to a GET of a path by the client of a request. */
  readonly respondTo: (path: string, client: Request) => Promise<Response>;
}

/** Decodes and checks the path parameters, and runs the handler of the route with the access of the caller. */
export async function dispatch(
  { services, bodies, addressOf, respondTo }: Dispatching,
  { route, params: encoded }: FoundRoute,
  request: Request,
  { principal, access, caller }: Authenticated & { readonly caller: Caller },
): Promise<Answer> {
  checkQuery(route, request.url);
  if (route.body) requireDeclaredType(route.body, request.headers);
  const params = decodeParams(encoded, route.uuids ?? []);
  checkRepetitions(route, request.url);
  const checks = route.record !== undefined && route.record !== 'created' && route.method !== 'GET';
  const precondition = checks ? readPrecondition(request.headers) : undefined;
  const requestWith = (raw: Request): ApiRequest => ({
    services: access.unrestricted ? services : { ...services, access },
    caller,
    principal,
    get origin() {
      const address = addressOf(request);
      const userAgent = request.headers.get('user-agent');
      return { ...(address !== undefined && { address }), ...(userAgent !== null && { userAgent }) };
    },
    params,
    list: (name) => elements(name, encoded[name] ?? ''),
    get query() {
      const at = raw.url.indexOf('?');
      return new URLSearchParams(at === -1 ? '' : raw.url.slice(at));
    },
    raw,
    respondTo: (path) => respondTo(path, request),
    precondition,
    json: () => bodies.json(raw),
    stream: (times) => bodies.stream(raw, times),
  });
  const once: Route = route.idempotencyKey ? { ...route, handle: (input) => answerOnce(route, input) } : route;
  const answer = await (once.audited ? runAudited(once, request, requestWith) : once.handle(requestWith(request)));
  return route.record === undefined ? answer : represented(route, request.headers, answer);
}

function decodeParams(encoded: Readonly<Record<string, string>>, uuids: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, raw] of Object.entries(encoded)) {
    const value = decode(name, raw);
    const isId = uuids.includes(name);
    if (isId && !isUuid(value)) problems.push(`${name}: type mismatch, ${describe(value)} is not a UUID`);
    params[name] = isId ? value.toLowerCase() : value;
  }
  if (problems.length > 0) throw badRequest('A path parameter is malformed.', problems);
  return params;
}

/** Splits the text before it is decoded: an encoded comma is part of its element. */
function elements(name: string, encoded: string): string[] {
  return encoded
    .split(',')
    .filter((part) => part !== '')
    .map((part) => decode(name, part));
}
