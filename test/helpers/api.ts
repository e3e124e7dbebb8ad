import pino from 'pino';
import { type ApiOptions, makeApi } from '../../api/http/server.ts';
import { allRoutes } from '../../api/routes/index.ts';
import { makeServices } from '../../app/services.ts';
import type { Database } from '../../db/client.ts';
import type { Audit, JsonObject } from '../../domain/kinds/kind.ts';
import type { MemberDefaults } from '../../domain/kinds/memberDefaults.ts';
import type { PhoneRules } from '../../domain/notifications/channels/addresses.ts';
import type { Directory } from '../../domain/ports/directory.ts';
import type { ClientCertificates, DirectoryBind, SignInProvider, TokenVerifier } from '../../domain/ports/identity.ts';
import type { SearchEngine } from '../../domain/ports/search.ts';
import type { Services } from '../../domain/ports/services.ts';
import { ensureIndexes } from '../../domain/search/indexes.ts';
import { RefreshCoalescer } from '../../domain/search/refreshCoalescer.ts';
import { makePostgresSearch } from '../../drivers/search/postgres/postgresEngine.ts';
import { stopAfterFile } from './bootstrap.ts';
import { makeTestDatabase } from './database.ts';
import { makeIndexedDatabase } from './servers/indexedDatabase.ts';

export type TestRecord = JsonObject & { id: string; code: string; name: string; auditInfo: Audit };

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON. Throws if it is not JSON. */
  json<T = TestRecord>(): T;
  /** `errors` of an ErrorBody. */
  readonly errors: string[];
}

type Plain = Readonly<Record<string, unknown>> | readonly unknown[];
export type TestBody = Plain | string | Uint8Array<ArrayBuffer> | FormData | ReadableStream;

export interface TestApi {
  readonly url: string;
  readonly databaseUrl: string;
  readonly sql: Database;
  readonly services: Services;
  /** The parsed lines of the api's log. */
  readonly logged: JsonObject[];
  /**
   * Sends a request to `path` below `/api/v2`; a path that begins with `//` is absolute: `//health/live`. Objects and
   * arrays are sent as JSON, everything else unchanged. Every body but a form is declared as JSON, unless `headers` has another type.
   */
  request(method: string, path: string, body?: TestBody, headers?: Record<string, string>): Promise<TestAnswer>;
  stop(): Promise<void>;
}

export interface TestApiOptions {
  readonly search?: (sql: Database) => SearchEngine;
  /** Bytes; 64 MB by default. */
  readonly maxBody?: number;
  /** As of Platform. */
  readonly resultWaitMs?: number;
  readonly directory?: Directory;
  readonly directoryBind?: DirectoryBind;
  readonly tokenVerifier?: TokenVerifier;
  readonly signInProvider?: SignInProvider;
  readonly clientCertificates?: ClientCertificates;
  /** As of Platform. */
  readonly requireLogTypes?: boolean;
  /** As of Platform. */
  readonly microserviceCodes?: readonly string[];
  /** As of Platform. */
  readonly allowedHosts?: readonly string[];
  readonly phones?: PhoneRules;
  readonly memberDefaults?: MemberDefaults;
  readonly http?: Pick<ApiOptions, 'guard' | 'authenticates' | 'behindGateway' | 'ratePerCaller'>;
}

/** Starts an api in this process, on its own database, with the search engine of PostgreSQL and without a worker. */
export async function startApi({
  search = makePostgresSearch,
  maxBody = 64 * 1024 * 1024,
  resultWaitMs = 60_000,
  directory,
  directoryBind,
  tokenVerifier,
  signInProvider,
  clientCertificates,
  requireLogTypes = false,
  microserviceCodes,
  allowedHosts,
  phones,
  memberDefaults = {},
  http,
}: TestApiOptions = {}): Promise<TestApi> {
  const database = await (search === makePostgresSearch ? makeIndexedDatabase() : makeTestDatabase());
  const { sql } = database;
  const logged: JsonObject[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const engine = search(sql);
  const wakeRelay = () => {};
  const findable = new RefreshCoalescer(sql, engine, log, wakeRelay);
  const services: Services = makeServices({
    sql,
    search: engine,
    log,
    wakeRelay,
    awaitSearchable: findable.wait,
    resultWaitMs,
    requireLogTypes,
    memberDefaults,
    ...(directory && { directory }),
    ...(directoryBind && { directoryBind }),
    ...(tokenVerifier && { tokenVerifier }),
    ...(signInProvider && { signInProvider }),
    ...(clientCertificates && { clientCertificates }),
    ...(phones && { phoneRules: phones }),
    ...(microserviceCodes && { microserviceCodes }),
    ...(allowedHosts && { allowedHosts }),
  });
  await ensureIndexes(services);
  const routes = allRoutes();
  const api = makeApi(services, { host: '127.0.0.1', port: 0, maxBody, routes, ...http });
  await services.accessEpoch.start();
  await api.start();
  const { url } = api;
  return {
    url,
    databaseUrl: database.url,
    sql,
    services,
    logged,
    async request(method, path, body, headers = {}) {
      const plain = body !== undefined && isPlain(body);
      const response = await fetch(`${url}${path.startsWith('//') ? path.slice(1) : `/api/v2${path}`}`, {
        method,
        headers:
          body !== undefined && !(body instanceof FormData)
            ? { 'content-type': 'application/json', ...headers }
            : headers,
        ...(body === undefined ? {} : { body: plain ? JSON.stringify(body) : (body as Exclude<TestBody, Plain>) }),
      });
      return answerOf(response, await response.text());
    },
    async stop() {
      await api.stop();
      await services.accessEpoch.stop();
      await database.drop();
    },
  };
}

/** Starts the api of a test file. It stops after the last test of the file. */
export async function startApiForFile(options?: TestApiOptions): Promise<TestApi> {
  const api = await startApi(options);
  stopAfterFile(() => api.stop());
  return api;
}

function isPlain(body: TestBody): body is Plain {
  return Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype;
}

function answerOf(response: Response, text: string): TestAnswer {
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: () => JSON.parse(text),
    get errors() {
      return (JSON.parse(text) as { errors: string[] }).errors;
    },
  };
}
