import { badRequest } from '../../domain/errors.ts';
import type { Caller, JsonObject } from '../../domain/kinds/kind.ts';
import type { Services } from '../../domain/ports/services.ts';
import { describe } from '../../domain/records/validateRecord.ts';

/** A JSON Schema as it stands in the OpenAPI document; records are `{ $ref: '#/components/schemas/WorklogType' }`. */
export type Schema = JsonObject;

export interface QueryParameter {
  readonly name: string;
  readonly schema: Schema;
  readonly required?: boolean;
  readonly description?: string;
  /** The value is itself JSON: described by `content: application/json`. */
  readonly json?: boolean;
}

/** A body as the OpenAPI document describes it. */
export interface BodyShape {
  readonly schema: Schema;
  /** `application/json` unless said otherwise. */
  readonly contentType?: string;
  /** Other content types that say the same. */
  readonly alternatives?: readonly string[];
  readonly required?: boolean;
}

/** What a handler is given. Path parameters are percent-decoded; `rawParams` are as they stood in the URL. */
export interface ApiRequest {
  readonly services: Services;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly rawParams: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly raw: Request;
  /** The body as JSON; anything that is no JSON, is too large or is not UTF-8 is a 400. */
  json(): Promise<unknown>;
  /**
   * The body's bytes as they come, ended by a 400 where they pass the limit.
   *
   * @param times  how many times the usual limit, for what is never held as a whole
   */
  stream(times?: number): ReadableStream<Uint8Array>;
}

/**
 * What a handler answers: JSON text, null for a 200 with an empty body, or more exactly a body with its content type
 * (`application/json` unless named), headers and code (200 unless named).
 */
export type Answer =
  | string
  | null
  | {
      readonly body: string | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly code?: number;
    };

/** One operation: all that serving it and describing it takes. */
export interface Route {
  /** Kind or subject, as in the list of operations: `WorklogType`, `Admin`. The tag of the OpenAPI document. */
  readonly kind: string;
  /** The published title, which becomes the summary. */
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/v2/worklog-types/{idOrCode}` */
  readonly path: string;
  readonly description?: string;
  readonly query?: readonly QueryParameter[];
  readonly body?: BodyShape;
  /** Schema of the 200's body; null for an empty one. */
  readonly success: Schema | null;
  /** Content type of the 200's body where it is not JSON; several where the request says which. */
  readonly successType?: string | readonly string[];
  /** Content types that the same may be answered in as bytes, where `Accept` asks for one. */
  readonly alternatives?: readonly string[];
  /** Path parameters that are UUIDs: checked before the handler runs. */
  readonly uuids?: readonly string[];
  readonly codes: readonly number[];
  readonly deprecated?: boolean;
  /** What operators do: each call is kept as a Log, or each that this says of. `body` is the beginning of it. */
  readonly audited?: true | ((asked: { readonly query: URLSearchParams; readonly body: string }) => boolean);
  readonly handle: (request: ApiRequest) => Promise<Answer>;
}

/** A path parameter as it was meant. */
export function decode(name: string, raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw badRequest('A path parameter is malformed.', [`${name}: ${describe(raw)} is not percent-encoded UTF-8`]);
  }
}
