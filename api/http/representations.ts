import { badRequest } from '../../domain/errors.ts';
import {
  checkTag,
  type EntityTags,
  entityTag,
  matchesWeakly,
  type Precondition,
} from '../../domain/records/entityTag.ts';
import { describe } from '../../domain/validation/values.ts';
import { type Coding, codingHeaders, codingOf } from './contentCoding.ts';
import type { Answer, Route } from './route.ts';

const TAGS = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*$/;

/** Returns the conditions of a request, or undefined if there are none. Throws a 400 for a malformed header. */
export function readPrecondition(headers: Headers): Precondition | undefined {
  const ifMatch = readTags(headers, 'If-Match');
  const ifNoneMatch = readTags(headers, 'If-None-Match');
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined;
  return { ...(ifMatch !== undefined && { ifMatch }), ...(ifNoneMatch !== undefined && { ifNoneMatch }) };
}

function readTags(headers: Headers, name: string): EntityTags | undefined {
  const value = headers.get(name)?.trim();
  if (value === undefined) return undefined;
  if (value === '*') return value;
  if (TAGS.test(value)) return (value.match(/(?:W\/)?"[^"]*"/g) ?? []).map(withoutCoding);
  throw badRequest('A header is malformed.', [
    `${name}: must be * or a list of ETags in double quotes, not ${describe(value)}`,
  ]);
}

const withCoding = (tag: string, coding: Coding | undefined): string =>
  coding ? `${tag.slice(0, -1)}-${coding}"` : tag;

/** Conditions concern the record, in whatever coding the client has read it. */
const withoutCoding = (tag: string): string => tag.replace(/^((?:W\/)?"[\w-]{22})-(?:gzip|zstd)"$/, '$1"');

/**
 * Completes the response of an operation whose body is the representation of a record: adds its ETag, responds to a read with
 * 304 if the caller has the representation already, and to a write with 204 if the caller prefers no body.
 */
export function represented(
  { method, path, kind }: Pick<Route, 'method' | 'path' | 'kind'>,
  headers: Headers,
  answer: Answer,
): Answer {
  const { body, ...rest } = typeof answer === 'string' ? { body: answer } : (answer ?? { body: null });
  if (typeof body !== 'string') return method === 'DELETE' ? removed(headers, rest, answer) : answer;
  const tag = entityTag(body);
  // A body in a coding is a representation of its own (RFC 9110, section 8.8.3).
  const etag = withCoding(tag, codingOf(headers, { ...rest, body }));
  const tagged = { ...rest, headers: { ...rest.headers, etag } };
  if (method === 'GET') {
    const precondition = readPrecondition(headers);
    if (!precondition) return { ...tagged, body };
    const { ifNoneMatch, ...others } = precondition;
    checkTag({ name: kind }, tag, others);
    if (ifNoneMatch === undefined || !matchesWeakly(ifNoneMatch, tag)) return { ...tagged, body };
    const { 'content-encoding': _, ...unmodified } = codingHeaders(headers, { ...tagged, body });
    return { ...tagged, headers: unmodified, body: null, code: 304 };
  }
  const preference = preferredReturn(headers);
  if (preference === undefined) return { ...tagged, body };
  const applied = { ...tagged.headers, 'preference-applied': `return=${preference}` };
  if (preference === 'representation') return { ...tagged, headers: applied, body };
  return { ...tagged, headers: { ...applied, ...locationOf(method, path, body) }, body: null, code: 204 };
}

/** A deletion has no representation that a caller could prefer. */
function removed(headers: Headers, rest: Omit<Exclude<Answer, string | null>, 'body'>, answer: Answer): Answer {
  if (preferredReturn(headers) !== 'minimal') return answer;
  return { ...rest, headers: { ...rest.headers, 'preference-applied': 'return=minimal' }, body: null, code: 204 };
}

/** RFC 7240: the first `return` counts. */
function preferredReturn(headers: Headers): 'minimal' | 'representation' | undefined {
  for (const preference of (headers.get('prefer') ?? '').split(',')) {
    const match = /^\s*return\s*=\s*"?(\w+)"?\s*(?:;|$)/i.exec(preference);
    if (match) return ['minimal' as const, 'representation' as const].find((one) => one === match[1]?.toLowerCase());
  }
  return undefined;
}

/**
 * The URL of a new record, whose id the client would otherwise not know, or of a restored one. The text of a record begins with
 * its id.
 */
function locationOf(method: Route['method'], path: string, body: string): Record<string, string> {
  const id = /^\{"id":"([^"]+)"/.exec(body)?.[1];
  const records = path.replace(/\/\{.*$/, '');
  return method === 'POST' && id !== undefined ? { location: `${records}/${id}` } : {};
}
