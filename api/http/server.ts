import http from 'node:http';
import { Elysia } from 'elysia';
import type { Caller } from '../../domain/kinds/kind.ts';
import type { Component } from '../../domain/ports/component.ts';
import type { Services } from '../../domain/ports/services.ts';
import { endRequest, within } from '../../domain/runtime/tracing.ts';
import { makeBodyReader } from './body.ts';
import { dispatch, findRoute } from './dispatch.ts';
import { callerOf } from './headers.ts';
import { makeOpenRequests } from './openRequests.ts';
import { encodedPath, type FoundRoute, makePathTable } from './paths.ts';
import { loggedUrl, logRequest } from './requestLog.ts';
import { errorResponse, isStreamed, responseOf } from './response.ts';
import type { Answer, Route } from './route.ts';
import { awaitFirstPart } from './stream.ts';

export interface ApiOptions {
  readonly host: string;
  readonly port: number;
  /** Bytes. */
  readonly maxBody: number;
  readonly routes: readonly Route[];
  /**
   * How long the server serves on after `stop` was called, in ms; 0 by default. In that time the load balancer sees that
   * the process is not ready and stops sending requests. A socket that closed at once would lose connections that the
   * process has not accepted yet.
   */
  readonly stopDelay?: number;
}

/** Time that open requests have to end when the process stops. */
const DRAIN_MS = 20_000;
/** Bytes of the request line and headers together: 500 ids or a long filtering in a URL exceed Bun's 16 KB. */
const MAX_HEADER = 256 * 1024;

type FindRoute = (path: string) => FoundRoute;

/** The HTTP server: mounts the routes, and serves every request in the same way. */
export function makeApi(services: Services, options: ApiOptions): Component & { readonly url: string } {
  const paths = makePathTable(options.routes);
  const openRequests = makeOpenRequests();
  const serve = makeServe(services, options.maxBody, openRequests.begin);
  let stopping: Promise<void> | undefined;

  const respond = async (request: Request, find: FindRoute): Promise<Response> => {
    const response = await serve(request, find);
    if (stopping) response.headers.set('connection', 'close');
    return response;
  };

  // One setting for the process, read when a server starts to listen. (Bun's own: Node's types have it read-only.)
  Object.assign(http, { maxHeaderSize: MAX_HEADER });
  const app = new Elysia({
    strictPath: true,
    serve: { maxRequestBodySize: Number.MAX_SAFE_INTEGER, idleTimeout: 120 },
  });
  for (const route of options.routes) {
    const find: FindRoute = (path) => ({ route, params: paths.paramsOf(route, path) });
    const pattern = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.route(route.method, pattern, ({ request }) => respond(request, find), { parse: 'none' });
  }
  app.all('/*', ({ request }) => respond(request, (path) => findRoute(paths, request.method, path)), { parse: 'none' });
  app.onError(({ request, error }) => errorResponse(services, error, request, callerOf(request.headers)));

  /** Refuses new connections, waits for open requests, then cuts the rest. */
  const drain = async (): Promise<void> => {
    const server = app.server;
    if (!server) return;
    if (options.stopDelay) await Bun.sleep(options.stopDelay);
    void server.stop(false);
    await openRequests.drained(DRAIN_MS);
    await server.stop(true);
  };

  return {
    get url() {
      const host = options.host.includes(':') ? `[${options.host}]` : options.host;
      return `http://${host}:${app.server?.port ?? options.port}`;
    },
    async start() {
      app.listen({ hostname: options.host, port: options.port });
    },
    stop() {
      stopping ??= drain();
      return stopping;
    },
  };
}

/**
 * Returns the function that serves one request: it traces, measures and logs it, and turns errors into responses.
 *
 * @param begin called for each request; the function that it returns is called when the response was sent
 */
function makeServe(services: Services, maxBody: number, begin: () => () => void) {
  const bodies = makeBodyReader(maxBody);

  const stream = async (answer: Answer, request: Request, caller: Caller, end: () => void): Promise<Response> => {
    if (!isStreamed(answer)) return responseOf(answer, caller);
    const body = await awaitFirstPart(answer.body, (error) => {
      if (error !== undefined)
        services.log.error({ ...caller, err: error, url: loggedUrl(request.url) }, 'answer cut short');
      end();
    });
    return responseOf({ ...answer, body }, caller);
  };

  return async (request: Request, find: FindRoute): Promise<Response> => {
    const end = begin();
    const { caller, span } = services.tracing.beginRequest(callerOf(request.headers), request.method);
    const started = performance.now();
    let streams = false;
    let response: Response;
    // One label for all paths without an operation, since clients could make as many as they like.
    let operation = 'unknown';
    try {
      const found = find(encodedPath(request.url));
      operation = `${found.route.method} ${found.route.path}`;
      const answer = await within(span, () => dispatch({ services, bodies }, found, request, caller));
      if (isStreamed(answer) && request.method === 'HEAD') {
        await answer.body.cancel();
        response = responseOf({ ...answer, body: '' }, caller);
      } else {
        response = await stream(answer, request, caller, end);
        streams = isStreamed(answer);
      }
    } catch (error) {
      response = errorResponse(services, error, request, caller);
    }
    const ms = performance.now() - started;
    services.metrics.requests.inc({ operation, code: response.status });
    services.metrics.requestSeconds.observe({ operation }, ms / 1_000);
    endRequest(span, operation, response.status);
    logRequest(services, request, caller, { code: response.status, ms });
    if (!streams) end();
    return response;
  };
}
