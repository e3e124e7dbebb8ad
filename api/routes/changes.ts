import type { Cursors } from '../../domain/changes/cursor.ts';
import { type ChangePage, readChanges, readKinds, startOf } from '../../domain/changes/readChanges.ts';
import { badRequest } from '../../domain/errors.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import { describe } from '../../domain/validation/values.ts';
import { StreamAccess } from '../http/callers/streamAccess.ts';
import { wantsBytes } from '../http/contentNegotiation.ts';
import { readFlag } from '../http/query.ts';
import { MAX_HEAD } from '../http/requestHead.ts';
import { type ApiRequest, type Route, route } from '../http/route.ts';
import { streamOf } from '../http/stream.ts';
import { arrayOf, headText, ref, whole } from '../openapi/schemas.ts';
import { CHECK_MS, type ChangeFormat, followChanges } from './changeStream.ts';

const EVENTS = 'text/event-stream';
const LINES = 'application/x-ndjson';
const SIZE = { default: 100, max: 1_000 };
const MAX_WAIT_SECONDS = 60;

/** What happened to records. */
export const changeRoutes: readonly Route[] = [
  route({
    kind: 'Change',
    title: 'Follow the changes of records',
    method: 'GET',
    path: '/api/v2/changes',
    access: 'signedIn',
    description:
      'Returns the changes of records that the caller may read, in the order of their commits, after a cursor. A page has at most `size` changes and the cursor of the next page. `Accept: application/x-ndjson` returns all changes up to now, one on each line with its cursor, and `text/event-stream` follows them as server-sent events, whose ids are the cursors. A record that leaves the reach of the caller appears as deleted, without a version. Changes are stored for `CHANGE_DAYS`; an older cursor is a 410.',
    query: [
      {
        name: 'after',
        schema: { ...headText, maxLength: 100 },
        description:
          'The cursor after which the changes begin; `latest` for those from now on. By default, the oldest stored change is the first.',
      },
      {
        name: 'kinds',
        schema: arrayOf(headText, MAX_HEAD),
        description: 'Names of kinds, separated by commas; all kinds that the caller may read by default.',
      },
      {
        name: 'size',
        schema: { ...whole(1, SIZE.max), default: SIZE.default },
        description: 'Maximum number of changes in a page.',
      },
      {
        name: 'wait',
        schema: { ...whole(0, MAX_WAIT_SECONDS), default: 0 },
        description: 'Seconds that a request for a page waits for a change if there is none.',
      },
      {
        name: 'follow',
        schema: { type: 'boolean', default: false },
        description:
          'Whether application/x-ndjson continues with new changes. An empty line every 15 seconds keeps it open. Pages of JSON cannot follow: a 400.',
      },
    ],
    success: ref('ChangePage'),
    alternatives: [LINES, EVENTS],
    codes: [200, 400, 410, 500],
    async handle(request) {
      const { services, query, raw } = request;
      const size = readNumber(query, 'size', { min: 1, ...SIZE });
      const wait = readNumber(query, 'wait', { min: 0, max: MAX_WAIT_SECONDS, default: 0 });
      const follow = readFlag(query, 'follow');
      const kinds = readKinds(services, readNames(query));
      const accept = raw.headers.get('accept');
      const isEvents = wantsBytes(accept, EVENTS);
      // A client that reconnects sends the id of its last event along with its first query.
      const cursor = (isEvents ? raw.headers.get('last-event-id') : null) || query.get('after') || undefined;
      const after = await startOf(services, cursor);
      if (isEvents) return streamed(request, kinds, { after, format: 'events', follow: true });
      if (wantsBytes(accept, LINES)) return streamed(request, kinds, { after, format: 'lines', follow });
      if (follow)
        throw badRequest('A page cannot follow changes.', [
          `follow: does not go with pages of JSON; send Accept: ${LINES} or ${EVENTS}, or read the next page with wait`,
        ]);
      return page(request, kinds, { after, size, wait });
    },
  }),
];

function readNames(query: URLSearchParams): string[] {
  return query.getAll('kinds').flatMap((names) => names.split(',').filter((name) => name !== ''));
}

function readNumber(
  query: URLSearchParams,
  name: string,
  { min, max, default: absent }: { readonly min: number; readonly max: number; readonly default: number },
): number {
  const value = query.get(name);
  if (value === null || value === '') return absent;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw badRequest('A query parameter is malformed.', [
    `${name}: must be a whole number from ${min} to ${max}, not ${describe(value)}`,
  ]);
}

/** Returns one page as JSON, after a wait if there is no change yet. */
async function page(
  request: ApiRequest,
  kinds: readonly Kind[],
  { after, size, wait }: { readonly after: bigint; readonly size: number; readonly wait: number },
): Promise<string> {
  const { services, raw } = request;
  const { signal } = raw;
  const limit = performance.now() + wait * 1_000;
  const ended = new AbortController();
  const caller = wait > 0 ? new StreamAccess(request, 'signedIn', () => ended.abort()) : undefined;
  try {
    for (let position = after; ; ) {
      const access = caller ? caller.current : services.access;
      const read = access && (await readChanges({ sql: services.sql, access }, kinds, { after: position, size }));
      position = read?.position ?? position;
      const ms = limit - performance.now();
      if ((read && read.changes.length > 0) || ms <= 0 || signal.aborted || ended.signal.aborted)
        return pageText(await services.changeFeed.cursors(), { changes: [], ...read, position });
      if (read)
        await services.changeFeed.awaitChange(position, { ms, signal: AbortSignal.any([signal, ended.signal]) });
      else await Bun.sleep(CHECK_MS);
    }
  } finally {
    caller?.stop();
  }
}

function pageText(cursors: Cursors, { changes, position }: ChangePage): string {
  const texts = changes.map((change) => `${change.text},"cursor":"${cursors.write(change.position)}"}`);
  return `{"changes":[${texts.join(',')}],"cursor":"${cursors.write(position)}"}`;
}

function streamed(
  request: ApiRequest,
  kinds: readonly Kind[],
  options: { readonly after: bigint; readonly format: ChangeFormat; readonly follow: boolean },
) {
  return {
    body: streamOf((signal) => followChanges(request, kinds, { ...options, signal })),
    contentType: options.format === 'events' ? EVENTS : LINES,
    headers: { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' },
    ...(options.follow && { isEndless: true }),
  };
}
