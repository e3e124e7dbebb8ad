import http from 'node:http';
import { Elysia } from 'elysia';
import { badRequest, notFound, ServiceError } from '../../domain/errors.ts';
import type { Caller } from '../../domain/kinds/kind.ts';
import type { Component } from '../../domain/ports/component.ts';
import type { Services } from '../../domain/ports/services.ts';
import { describe, isUuid } from '../../domain/records/validateRecord.ts';
import { metrics } from '../../domain/runtime/metrics.ts';
import { beginRequest, endRequest, within } from '../../domain/runtime/tracing.ts';
import { audited } from './audit.ts';
import { type BodyReader, makeBodyReader } from './body.ts';
import { errorAnswer } from './errors.ts';
import { callerOf } from './headers.ts';
import { makePathTable, type PathTable } from './paths.ts';
import { type Answer, type ApiRequest, decode, type Route } from './route.ts';
import { begun } from './streams.ts';

export interface ApiOptions {
  readonly host: string;
  readonly port: number;
  /** Bytes. */
  readonly maxBody: number;
  readonly routes: readonly Route[];
  /**
   * Once told to stop, so long it goes on as before: whoever spreads the requests sees that it is not ready any more and
   * leaves it out. A socket that is closed at once loses connections that nobody has accepted yet. ms, 0 unless given.
   */
  readonly stopDelay?: number;
}

/** Probes come every few seconds from several sides, and would fill the log. */
const PROBE = /^[a-z]+:\/\/[^/]*\/(health\/|metrics$)/;
/** Whoever reads a token can use it. Not by the route: what comes by a wrong method, or with more behind it, has one too. */
const TOKEN = /^([a-z]+:\/\/[^/]*\/+unsubscribe\/).+$/is;
const loggedUrl = (url: string): string => url.replace(TOKEN, '$1…');
/** How long open requests are given to end when the process is told to. */
const DRAIN_MS = 20_000;
/** Bytes of the request line and headers together: 500 ids or a long filtering in a URL pass Bun's 16 KB. */
const MAX_HEADER = 256 * 1024;

/** The HTTP side: routes mounted from their descriptions, one way in and one way out for all of them. */
export function makeApi(services: Services, options: ApiOptions): Component & { readonly url: string } {
  const bodies = makeBodyReader(options.maxBody);
  const paths = makePathTable(options.routes);
  let open = 0;
  let drained: (() => void) | undefined;
  let stopping: Promise<void> | undefined;

  const serve = async (request: Request, find: (path: string) => Found): Promise<Response> => {
    open++;
    const { caller, span } = beginRequest(callerOf(request.headers), request.method);
    const started = performance.now();
    let streams = false;
    let response: Response;
    // One label for whatever has no operation, or clients could make as many as they like.
    let operation = 'unknown';
    try {
      const found = find(pathOf(request.url));
      operation = `${found.route.method} ${found.route.path}`;
      const given = await within(span, () => handle(services, bodies, found, request, caller));
      if (isStreamed(given) && request.method === 'HEAD') {
        await given.body.cancel();
        response = answer({ ...given, body: '' }, caller);
      } else if (isStreamed(given)) {
        const body = await begun(given.body, (error) => {
          if (error !== undefined)
            services.log.error({ ...caller, err: error, url: loggedUrl(request.url) }, 'answer cut short');
          close();
        });
        streams = true;
        response = answer({ ...given, body }, caller);
      } else response = answer(given, caller);
    } catch (error) {
      response = refuse(services, error, request, caller);
    }
    const ms = performance.now() - started;
    metrics.requests.inc({ operation, code: response.status });
    metrics.requestSeconds.observe({ operation }, ms / 1_000);
    endRequest(span, operation, response.status);
    services.log[PROBE.test(request.url) ? 'debug' : 'info'](
      {
        ...caller,
        method: request.method,
        url: loggedUrl(request.url),
        code: response.status,
        ms: Math.round(ms),
      },
      'request',
    );
    if (!streams) close();
    return stopping ? closing(response) : response;
  };
  const close = (): void => {
    if (--open === 0) drained?.();
  };

  // One setting for the process, and read when a server starts to listen.
  // (Bun's own: Node's types have it read-only.)
  Object.assign(http, { maxHeaderSize: MAX_HEADER });
  const app = new Elysia({
    strictPath: true,
    serve: { maxRequestBodySize: Number.MAX_SAFE_INTEGER, idleTimeout: 120 },
  });
  for (const route of options.routes) {
    const at = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.route(
      route.method,
      at,
      ({ request }) => serve(request, (path) => ({ route, params: paths.paramsOf(route, path) })),
      { parse: 'none' },
    );
  }
  app.all('/*', ({ request }) => serve(request, (path) => lookUp(paths, request.method, path)), { parse: 'none' });
  app.onError(({ request, error }) => {
    const caller = callerOf(request.headers);
    return refuse(services, error, request, caller);
  });

  return {
    get url() {
      return `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${app.server?.port ?? options.port}`;
    },
    async start() {
      app.listen({ hostname: options.host, port: options.port });
    },
    stop() {
      stopping ??= drain();
      return stopping;
    },
  };

  /** New connections are refused, what is open ends, then the rest is cut. */
  async function drain(): Promise<void> {
    const server = app.server;
    if (!server) return;
    if (options.stopDelay) await Bun.sleep(options.stopDelay);
    void server.stop(false);
    if (open > 0) {
      const limit = setTimeout(() => drained?.(), DRAIN_MS);
      await new Promise<void>((resolve) => {
        drained = resolve;
      });
      clearTimeout(limit);
    }
    await server.stop(true);
  }
}

class WrongMethod extends ServiceError {
  /** As the header Allow lists them. */
  readonly allow: string;

  constructor(method: string, allowed: readonly string[]) {
    const allow = allowed.join(', ');
    super('METHOD_NOT_ALLOWED', `${method} is not possible here; ${allow} ${allowed.length === 1 ? 'is' : 'are'}.`);
    this.allow = allow;
  }
}

type Streamed = Exclude<Answer, string | null> & { readonly body: ReadableStream<Uint8Array> };

/** An event stream is not waited for: it may say nothing for long, and ends only when its client goes. */
function isStreamed(given: Answer): given is Streamed {
  if (given === null || typeof given === 'string' || given.contentType === 'text/event-stream') return false;
  return given.body instanceof ReadableStream;
}

interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Whatever no route took: a path that another way of the router's reading would find, a wrong method, nothing at all. */
function lookUp(paths: PathTable, method: string, path: string): Found {
  // The server leaves the body of an answer to HEAD out.
  const found = paths.find(method === 'HEAD' ? 'GET' : method, path);
  if (found) return found;
  const allowed = paths.methodsAt(path);
  if (allowed.length > 0) throw new WrongMethod(method, allowed);
  throw notFound('There is nothing at this path.', [`path: ${describe(path)} is unknown`]);
}

async function handle(
  services: Services,
  bodies: BodyReader,
  { route, params: rawParams }: Found,
  request: Request,
  caller: Caller,
): Promise<Answer> {
  const params: Record<string, string> = {};
  for (const name in rawParams) params[name] = decode(name, rawParams[name] as string);
  const wrong = (route.uuids ?? []).filter((name) => !isUuid(params[name] ?? ''));
  if (wrong.length > 0) {
    throw badRequest(
      'A path parameter is malformed.',
      wrong.map((name) => `${name}: type mismatch, ${describe(params[name])} is not a UUID`),
    );
  }
  const asked = (raw: Request): ApiRequest => ({
    services,
    caller,
    params,
    rawParams,
    get query() {
      const at = raw.url.indexOf('?');
      return new URLSearchParams(at === -1 ? '' : raw.url.slice(at));
    },
    raw,
    json: () => bodies.json(raw),
    stream: (times) => bodies.stream(raw, times),
  });
  return route.audited ? audited(route, request, asked) : route.handle(asked(request));
}

function answer(given: Answer, caller: Caller): Response {
  const {
    body,
    contentType = 'application/json',
    headers,
    code = 200,
  } = typeof given === 'string' || given === null ? { body: given } : given;
  const all: Record<string, string> = { 'x-request-id': caller.requestId, ...headers };
  if (caller.correlationId !== undefined) all['x-correlation-id'] = caller.correlationId;
  if (body !== null) all['content-type'] = contentType;
  return new Response(body, { status: code, headers: all });
}

function refuse(services: Services, error: unknown, request: Request, caller: Caller): Response {
  const { code, body, expected } = errorAnswer(error, caller.traceId);
  if (code >= 500)
    services.log.error(
      { ...caller, err: error, method: request.method, url: loggedUrl(request.url) },
      'request failed',
    );
  else if (!expected) services.log.warn({ ...caller, err: error }, 'request refused');
  return answer({ body, code, ...(error instanceof WrongMethod ? { headers: { allow: error.allow } } : {}) }, caller);
}

function closing(response: Response): Response {
  response.headers.set('connection', 'close');
  return response;
}

/** The path as it was sent, still percent-encoded: what a client encoded is part of a segment and never a separator. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return '/';
  const end = url.indexOf('?', start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}
