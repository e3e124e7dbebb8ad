import type { Right } from '../../../domain/access/access.ts';
import { MAX_WINDOW } from '../../../domain/filtering/index.ts';
import type { GenericOperation, Kind } from '../../../domain/kinds/kind.ts';
import type { Saved } from '../../../domain/records/write/saveRecord.ts';
import type { Answer, ApiRequest, BodyShape, PathParameter, QueryParameter, Route, Schema } from '../../http/route.ts';
import { arrayOf, ref } from '../../openapi/schemas.ts';

/** A generic operation: its handler and its description for any kind. */
export interface Operation<Path extends string = string, Parameter extends string = string> {
  readonly title: (kind: Kind) => string;
  /** What the operation does and returns, and what a caller has to know. */
  readonly description: string;
  readonly method: Route['method'];
  /** Appended to the path of the kind. */
  readonly path: Path;
  /** The right to records of the kind that a caller needs. */
  readonly right: Right;
  readonly query?: readonly QueryParameter[];
  readonly body?: (kind: Kind) => BodyShape;
  readonly success: (kind: Kind) => Schema | null;
  readonly lists?: readonly Parameter[];
  /** The operation is deprecated. `successor` is the end of the path that replaces it. */
  readonly deprecated?: { readonly successor: string };
  readonly record?: NonNullable<Route['record']>;
  readonly reads?: NonNullable<Route['reads']>;
  readonly audited?: NonNullable<Route['audited']>;
  readonly idempotencyKey?: true;
  readonly headers?: NonNullable<Route['headers']>;
  // A method for the reason stated at Route.
  handle(kind: Kind, request: ApiRequest<Parameter>): Promise<Answer>;
}

/** Returns an operation whose handler has the parameters of its path by name. */
export const operation = <const Path extends string>(definition: Operation<Path, PathParameter<Path>>): Operation =>
  definition;

/** Returns the title of an operation in the published list. */
export const publishedTitle = (name: string) => (kind: Kind) => `${kind.name}PublicApi.${name}`;

export const recordSchema = (kind: Kind): Schema => ref(kind.name);
/** Lists of searches have no more records than their window. */
export const recordsSchema = (kind: Kind, maxItems = MAX_WINDOW): Schema => arrayOf(ref(kind.name), maxItems);

/** Returns whether the published list has a 404 for the operation of this kind. */
export const lists404 = (kind: Kind, name: GenericOperation): boolean => kind.answers404?.includes(name) ?? false;

/** Returns the response to a write. Headers mark a change that search does not find yet, and a record that may not be meant so. */
export function savedAnswer({ record: body, delayed }: Saved, warnings: readonly string[] = []): Answer {
  if (!delayed && warnings.length === 0) return body;
  return {
    body,
    headers: {
      ...(delayed && { 'x-search-refresh': 'delayed' }),
      ...warningHeader(warnings),
    },
  };
}

/** Maximum length of a header, which proxies limit. */
const MAX_HEADER = 3_000;

/** Returns the header that has warnings, if there are any. It ends with the number of those for which it has no space. */
export function warningHeader(warnings: readonly string[]): { 'x-warnings'?: string } {
  const texts: string[] = [];
  let length = 0;
  for (const warning of warnings) {
    const text = inAscii(warning);
    length += text.length + 2;
    if (length > MAX_HEADER) {
      const place = /^[\w.[\]]+(?=:)/.exec(warning)?.[0] ?? 'content';
      texts.push(`${place}: ${warnings.length - texts.length} more`);
      break;
    }
    texts.push(text);
  }
  return texts.length > 0 ? { 'x-warnings': texts.join('; ') } : {};
}

/** Escapes what a header cannot contain, as JSON does. */
const inAscii = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
