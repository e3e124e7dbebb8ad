import http from 'node:http';
import { Elysia } from 'elysia';
import { anonymousPrincipal, type Principal, signatureOf } from '../../domain/identity/principal.ts';
import type { Caller } from '../../domain/kinds/kind.ts';
import type { Component } from '../../domain/ports/component.ts';
import type { Services } from '../../domain/ports/services.ts';
import { CallerRateLimiter } from '../../domain/runtime/callerRateLimiter.ts';
import { endRequest, within } from '../../domain/runtime/tracing.ts';
import { makeBodyReader } from './body.ts';
import { allowEveryone, authenticate } from './callers/authenticate.ts';
import { clientAddress } from './callers/clientAddress.ts';
import { limitRate } from './callers/limitRate.ts';
import { codingHeaders, encoded } from './contentCoding.ts';
import { type Dispatching, dispatch, findRoute } from './dispatch.ts';
import { callerOf, checkCorrelationId } from './headers.ts';
import { makeOpenRequests } from './openRequests.ts';
import { encodedPath, type FoundRoute, makePathTable } from './paths.ts';
import { type GuardOptions, makeRequestGuard } from './requestGuard.ts';
import { checkHead, MAX_PARSED_HEAD } from './requestHead.ts';
import { loggedUrl, logRequest } from './requestLog.ts';
import { errorResponse, isStreamed, responseOf } from './response.ts';
import { makeCrossOrigin } from './responses/crossOrigin.ts';
import { addDeprecation } from './responses/deprecation.ts';
import type { Answer, Route } from './route.ts';
import { awaitFirstPart } from './stream.ts';

export interface ApiOptions {
  readonly host: string;
  readonly port: number;
  /** In bytes. */
  readonly maxBody: number;
  readonly routes: readonly Route[];
  /** By default, only pages of the service itself may send requests, and proxies are rejected. */
  readonly guard?: Omit<GuardOptions, 'host'>;
  /** All requests come through a gateway, which names the address of the client. */
  readonly behindGateway?: boolean;
  /** Requests per second of one caller to all apis together; 0, the default, means no limit. */
  readonly ratePerCaller?: number;
  /** Whether callers need credentials; false by default. */
  readonly authenticates?: boolean;
  /**
   * Delay between the call of `stop` and the end of service, in ms; 0 by default. Meanwhile, the load balancer sees
   * that the process is not ready and stops sending requests. A socket closed immediately loses connections that the
   * process has not accepted yet.
   */
  readonly stopDelay?: number;
}

/** Time limit of open requests when the process stops. */
const DRAIN_MS = 20_000;

type FindRoute = (path: string) => FoundRoute;

/** Makes the HTTP server of the routes. */
export function makeApi(services: Services, options: ApiOptions): Component & { readonly url: string } {
  const paths = makePathTable(options.routes);
  const openRequests = makeOpenRequests();
  const { behindGateway = false, ratePerCaller = 0 } = options;
  const clients = new WeakMap<Request, Request>();
  const addressOf = (request: Request) =>
    clientAddress(request.headers, app.server?.requestIP(clients.get(request) ?? request)?.address, { behindGateway });
  const rateLimiter = ratePerCaller > 0 ? new CallerRateLimiter(services, ratePerCaller) : undefined;
  const bodies = makeBodyReader(options.maxBody);
  const guard = makeRequestGuard({
    origins: [],
    acceptsProxies: false,
    ...options.guard,
    host: options.host,
  });
  const serve = makeServe({
    services,
    bodies,
    addressOf,
    respondTo: (path, client) => {
      const request = requestOf(client, path);
      clients.set(request, client);
      return serve(request, (encoded) => findRoute(paths, 'GET', encoded));
    },
    guard,
    identify: options.authenticates ? authenticate : allowEveryone,
    begin: openRequests.begin,
    limit: async ({ unlimited }, request, principal) => {
      if (rateLimiter && !unlimited) await limitRate(rateLimiter, principal, addressOf(request));
    },
  });
  let stopping: Promise<void> | undefined;

  const crossOrigin = makeCrossOrigin(options.guard?.pages ?? [], paths);
  const respond = async (request: Request, find: FindRoute): Promise<Response> => {
    let found: FoundRoute | undefined;
    const response = await serve(request, (path) => {
      found = find(path);
      return found;
    });
    addDeprecation(response, found, request.url);
    crossOrigin.complete(request, response);
    if (stopping) response.headers.set('connection', 'close');
    return response;
  };

  // Bun reads this setting of the process when a server starts to listen. In Node's types, it is read-only.
  Object.assign(http, { maxHeaderSize: MAX_PARSED_HEAD });
  const app = new Elysia({
    strictPath: true,
    serve: { maxRequestBodySize: Number.MAX_SAFE_INTEGER, idleTimeout: 120 },
  });
  // Elysia matches a path with a trailing slash to the route without one. The table of paths distinguishes them.
  for (const route of options.routes.filter(({ path }) => !path.endsWith('/'))) {
    const find: FindRoute = (path) => ({ route, params: paths.paramsOf(route, path) });
    // By number, because routes at one place may name its parameter differently, and the router rejects that.
    let count = 0;
    const pattern = route.path.replaceAll(/\{\w+\}/g, () => `:p${count++}`);
    app.route(route.method, pattern, ({ request }) => respond(request, find), { parse: 'none' });
  }
  app.all(
    '/*',
    ({ request }) =>
      respond(request, (path) => crossOrigin.preflight(request, path) ?? findRoute(paths, request.method, path)),
    { parse: 'none' },
  );
  app.onError(({ request, error }) => errorResponse(services, error, request, callerOf(request.headers)));

  /** Rejects new connections, waits for open requests, then closes the remaining connections. */
  const drain = async (): Promise<void> => {
    const server = app.server;
    if (!server) return;
    if (options.stopDelay) await Bun.sleep(options.stopDelay);
    void server.stop(false);
    await openRequests.drained(DRAIN_MS);
    await server.stop(true);
    await rateLimiter?.stop();
  };

  return {
    get url() {
      const host = options.host.includes(':') ? `[${options.host}]` : options.host;
      return `http://${host}:${app.server?.port ?? options.port}`;
    },
    async start() {
      await rateLimiter?.start();
      app.listen({ hostname: options.host, port: options.port });
    },
    stop() {
      stopping ??= drain();
      return stopping;
    },
  };
}

/** Headers that say in which form a client accepts the response to one request. */
const formHeaders = ['accept', 'accept-encoding', 'if-none-match', 'if-modified-since', 'range'];

/** Returns a GET of a path by the client of another request, with its credentials. */
function requestOf({ url, headers: own }: Request, path: string): Request {
  const headers = new Headers(own);
  for (const name of formHeaders) headers.delete(name);
  return new Request(new URL(path, url).href, { headers });
}

interface Serving extends Dispatching {
  /** Throws if the request is rejected, whatever its path. */
  readonly guard: (request: Request) => void;
  readonly identify: typeof authenticate;
  /** Throws a 429 over the limit of a caller. */
  readonly limit: (route: Route, request: Request, principal: Principal) => Promise<void>;
  /** Called for each request. The function that it returns is called after the response. */
  readonly begin: () => () => void;
}

/** Returns the function that serves one request: it traces, measures and logs it, and maps errors to responses. */
function makeServe({ guard, identify, limit, begin, ...dispatching }: Serving) {
  const { services } = dispatching;

  const stream = async (answer: Answer, request: Request, caller: Caller, end: () => void): Promise<Response> => {
    const sent = await encoded(request.headers, answer);
    if (!isStreamed(sent)) return responseOf(sent, caller);
    const body = await awaitFirstPart(sent.body, (error) => {
      if (error !== undefined)
        services.log.error({ ...caller, err: error, url: loggedUrl(request.url) }, 'response interrupted');
      end();
    });
    return responseOf({ ...sent, body }, caller);
  };

  return async (request: Request, find: FindRoute): Promise<Response> => {
    const end = begin();
    const { caller: anonymous, span } = services.tracing.beginRequest(callerOf(request.headers), request.method);
    let caller = anonymous;
    let principal = anonymousPrincipal;
    const started = performance.now();
    let streams = false;
    let response: Response;
    // Unknown paths share one label: clients could otherwise create any number of labels.
    let operation = 'unknown';
    try {
      checkHead(request);
      guard(request);
      checkCorrelationId(request.headers);
      const found = find(encodedPath(request.url));
      operation = `${found.route.method} ${found.route.path}`;
      const answer = await within(span, async () => {
        const authenticated = await identify(services, {
          needs: found.route.access,
          headers: request.headers,
          limit: (identified) => {
            principal = identified;
            caller = { ...anonymous, ...signatureOf(identified) };
            return limit(found.route, request, identified);
          },
        });
        return dispatch(dispatching, found, request, { ...authenticated, caller });
      });
      if (isStreamed(answer) && request.method === 'HEAD') {
        await answer.body.cancel();
        response = responseOf({ ...answer, body: '', headers: codingHeaders(request.headers, answer) }, caller);
      } else {
        response = await stream(answer, request, caller, end);
        streams = isStreamed(answer);
      }
    } catch (error) {
      response = errorResponse(services, error, request, caller);
      const address = response.status === 401 || response.status === 403 ? dispatching.addressOf(request) : undefined;
      const origin = address === undefined ? {} : { address };
      services.refusals.add(error, { principal, operation, origin, requestId: caller.requestId });
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
