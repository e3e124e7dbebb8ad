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
  /** In bytes. */
  readonly maxBody: number;
  readonly routes: readonly Route[];
  /**
   * Delay between the call of `stop` and the end of service, in ms; 0 by default. Meanwhile, the load balancer sees
   * that the process is not ready and stops sending requests. A socket closed immediately loses connections that the
   * process has not accepted yet.
   */
  readonly stopDelay?: number;
}

/** Time limit of open requests when the process stops. */
const DRAIN_MS = 20_000;
/** Maximum bytes of request line and headers. A URL with 500 ids or a long filtering exceeds Bun's 16 KB. */
const MAX_HEADER = 256 * 1024;

type FindRoute = (path: string) => FoundRoute;

/** Makes the HTTP server of the routes. */
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

  // Bun reads this setting of the process when a server starts to listen. In Node's types, it is read-only.
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

  /** Rejects new connections, waits for open requests, then closes the remaining connections. */
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
 * Returns the function that serves one request: it traces, measures and logs it, and maps errors to responses.
 *
 * @param begin  called for each request; the function that it returns is called after the response
 */
function makeServe(services: Services, maxBody: number, begin: () => () => void) {
  const bodies = makeBodyReader(maxBody);

  const stream = async (answer: Answer, request: Request, caller: Caller, end: () => void): Promise<Response> => {
    if (!isStreamed(answer)) return responseOf(answer, caller);
    const body = await awaitFirstPart(answer.body, (error) => {
      if (error !== undefined)
        services.log.error({ ...caller, err: error, url: loggedUrl(request.url) }, 'response interrupted');
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
    // Unknown paths share one label: clients could otherwise create any number of labels.
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
