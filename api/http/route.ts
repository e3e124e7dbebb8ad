import type { Transaction } from '../../db/client.ts';
import type { Needs } from '../../domain/access/access.ts';
import { badRequest } from '../../domain/errors.ts';
import type { Origin } from '../../domain/identity/auditEntries.ts';
import type { Principal } from '../../domain/identity/principal.ts';
import type { Members } from '../../domain/kinds/declaration/members.ts';
import type { Caller, JsonObject } from '../../domain/kinds/kind.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { Precondition } from '../../domain/records/entityTag.ts';
import { describe } from '../../domain/validation/values.ts';

/** A JSON Schema of the OpenAPI document. Records are `{ $ref: '#/components/schemas/WorklogType' }`. */
export type Schema = JsonObject;

export interface QueryParameter {
  readonly name: string;
  readonly schema: Schema;
  readonly required?: boolean;
  readonly description: string;
  /** The value is JSON: the OpenAPI document describes it by `content: application/json`. */
  readonly json?: boolean;
}

/** The body of a request, as the OpenAPI document describes it. */
export interface BodyShape {
  readonly schema: Schema;
  /** What the body is, and what it means. */
  readonly description: string;
  /** `application/json` by default. */
  readonly contentType?: string;
  /** Other content types of the same body. */
  readonly alternatives?: readonly string[];
  /** Content types under which another system sends JSON. The OpenAPI document has `application/json` alone. */
  readonly declaredAs?: readonly string[];
  readonly required?: boolean;
}

/** The names of the parameters of a path: `/jobs/{id}/steps/{name}` → `id` | `name`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** The input of a handler. Path parameters are percent-decoded; UUIDs are in lower case. */
export interface ApiRequest<Parameter extends string = string> {
  readonly services: Services;
  readonly caller: Caller;
  readonly principal: Principal;
  /** Address and User-Agent of the client. */
  readonly origin: Origin;
  readonly params: Readonly<Record<Parameter, string>>;
  /** Returns the elements of a path parameter that is a list. It is split at commas before it is decoded. */
  list(parameter: Parameter): string[];
  readonly query: URLSearchParams;
  readonly raw: Request;
  /** Returns the response that the client would get to a GET of another path of the service. */
  readonly respondTo: (path: string) => Promise<Response>;
  /** The conditions of the request on the record, which the handler of a write checks. */
  readonly precondition: Precondition | undefined;
  /** Returns the body as JSON. Rejects with a 400 if it is not JSON, not UTF-8 or too large. */
  json(): Promise<unknown>;
  /**
   * Streams the bytes of the body. Fails with a 400 once they exceed the limit.
   *
   * @param times  multiplies the limit, for a body that is never in memory as a whole
   */
  stream(times?: number): ReadableStream<Uint8Array>;
  /** Stores the answer under the Idempotency-Key of the request, in the transaction of its write; absent without a key. */
  readonly storeAnswer?: (transaction: Transaction, answer: Answer) => Promise<void>;
}

/**
 * The result of a handler: JSON text, null for a 200 with an empty body, or a body with its content type
 * (`application/json` by default), headers and status code (200 by default).
 */
export type Answer =
  | string
  | null
  | {
      readonly body: string | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** The body has no end of its own: a server that stops does not wait for it. */
      readonly isEndless?: boolean;
      /** Values of Set-Cookie. */
      readonly cookies?: readonly string[];
      readonly code?: number;
    };

/** Where an answer has records of the kind of its route: it is one, a list of them, a Page or an ExportEnvelope with them. */
export interface Reading {
  readonly shape: 'record' | 'list' | 'page' | 'envelope';
  /** Members that the operation adds to those of the kind. */
  readonly more?: Members;
}

/** A header of a success: what the call has started, or what is to be considered. */
export type SuccessHeader =
  | 'X-Job-Id'
  | 'X-Job-Existing'
  | 'X-Notification-Ids'
  | 'X-Template-Version'
  | 'X-Appended-Versions'
  | 'X-Warnings'
  | 'X-Next-Cursor'
  | 'Link';

/** One operation, with its handler and its description. `route` makes routes with parameters. */
export interface Route<Path extends string = string, Parameter extends string = string> {
  /** Kind or subject in the list of operations: `WorklogType`, `Admin`. Becomes the tag in the OpenAPI document. */
  readonly kind: string;
  /** The published title, which becomes the summary. */
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** `/api/v2/worklog-types/{idOrCode}` */
  readonly path: Path;
  /** The right that a caller needs. */
  readonly access: Needs;
  /** What the operation does and returns, and what a caller has to know. */
  readonly description: string;
  /** Descriptions of path parameters, where api/openapi/pathParameters.ts does not describe them. */
  readonly pathParameters?: Readonly<Partial<Record<Parameter, string>>>;
  /** A request with another query parameter is rejected. */
  readonly query?: readonly QueryParameter[];
  /** Other query parameters are ignored, because pages, mail programs and probes outside of Waybill add their own. */
  readonly ignoresUnknownQuery?: true;
  readonly body?: BodyShape;
  /** Schema of the body of the 200; null if it is empty. */
  readonly success: Schema | null;
  /** Content type of the body of the 200, if not JSON. Several, if the request selects one. */
  readonly successType?: string | readonly string[];
  /** Other content types of the same body, as bytes. `Accept` selects one. */
  readonly alternatives?: readonly string[];
  /** Path parameters that are UUIDs. They are validated and converted to lower case before the handler runs. */
  readonly uuids?: readonly Parameter[];
  /** Path parameters that are lists, separated by commas. */
  readonly lists?: readonly Parameter[];
  readonly codes: readonly number[];
  /** Headers of a success, besides those of all operations. */
  readonly headers?: readonly SuccessHeader[];
  /**
   * The operation is about one record: it responds with the representation of the record, which gets an ETag, or it removes the
   * record. Its writes check `precondition`, except those that only create.
   */
  readonly record?: 'represented' | 'removed' | 'created';
  /** The answer has records: `fields` selects their members and, of lists and backups, `Accept` their media type. */
  readonly reads?: Reading;
  /** The call waits for a job. A 400 or a 500 after its start has X-Job-Id. */
  readonly waits?: true;
  /** The operation is deprecated. `successor` is the path of the one that replaces it, with the path parameters of this one. */
  readonly deprecated?: { readonly successor: string };
  /** Requests do not count towards RATE_PER_CALLER, because other services send them, and many from one address. */
  readonly unlimited?: true;
  /**
   * The operation accepts the header Idempotency-Key: its handler calls `storeAnswer` in the transaction of its write. If
   * `streamed`, its handler reads the body to its end by `stream` before.
   */
  readonly idempotencyKey?: true | 'streamed';
  /** Actions of operators: stores a Log of every call, or of those for which this returns true. `body` is truncated. */
  readonly audited?: true | ((call: { readonly query: URLSearchParams; readonly body: string }) => boolean);
  /**
   * Returns the body of an answer that was stored without one, because the Job in X-Job-Id makes it. Waits for the end of
   * the Job.
   */
  awaitJob?(request: ApiRequest<Parameter>, jobId: string): Promise<string | ReadableStream<Uint8Array>>;
  // A method, not a property: a handler with named parameters is then assignable to a route of any path.
  handle(request: ApiRequest<Parameter>): Promise<Answer>;
}

/** Returns a route whose handler has the parameters of its path by name. */
export const route = <const Path extends string>(definition: Route<Path, PathParameter<Path>>): Route => definition;

/** Decodes a path parameter. Throws a 400 if it is not percent-encoded UTF-8. */
export function decode(name: string, raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw badRequest('A path parameter is malformed.', [`${name}: ${describe(raw)} is not percent-encoded UTF-8`]);
  }
}
