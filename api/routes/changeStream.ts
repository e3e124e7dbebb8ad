import { readChanges } from '../../domain/changes/readChanges.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import { StreamAccess } from '../http/callers/streamAccess.ts';
import type { ApiRequest } from '../http/route.ts';

/** Server-sent events, or a JSON value on each line. */
export type ChangeFormat = 'events' | 'lines';

/** Changes that are read at a time. */
const SIZE = 200;
/** Proxies close idle connections. */
const KEEP_ALIVE_MS = 15_000;
/** Time until a client of server-sent events connects again. */
const RETRY_MS = 1_000;
/** Pause of a reader while a change of rights is checked. */
export const CHECK_MS = 50;

interface Following {
  readonly after: bigint;
  readonly format: ChangeFormat;
  /** Whether the stream continues with new changes. It then ends only with the rights of the caller. */
  readonly follow: boolean;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}

/**
 * Yields changes after a position as text. The rights of the caller are those at the time of each read, as of other
 * streams; the stream ends when its credential does.
 */
export async function* followChanges(
  request: ApiRequest,
  kinds: readonly Kind[],
  { after, format, follow, signal }: Following,
): AsyncGenerator<string> {
  const { services } = request;
  const { changeFeed } = services;
  const cursors = await changeFeed.cursors();
  const ended = new AbortController();
  const left = AbortSignal.any([signal, ended.signal]);
  const caller = new StreamAccess(request, 'signedIn', () => ended.abort());
  // A cursor even without changes moves on, at fixed times: it would otherwise reveal changes out of the reach.
  const keepAlive = (): string => (format === 'events' ? `id: ${cursors.write(position)}\n\n` : '\n');
  let position = after;
  let keptAt = performance.now();
  try {
    if (follow) yield format === 'events' ? `retry: ${RETRY_MS}\n\n` : '\n';
    while (!left.aborted) {
      const access = caller.current;
      if (!access) {
        await Bun.sleep(CHECK_MS);
        continue;
      }
      const page = await readChanges({ sql: services.sql, access }, kinds, { after: position, size: SIZE });
      const isAtEnd = page.position === position;
      position = page.position;
      if (page.changes.length > 0) {
        yield page.changes.map(({ text, position: at }) => formatted(format, text, cursors.write(at))).join('');
        keptAt = performance.now();
      }
      if (!isAtEnd) continue;
      if (!follow) return;
      const ms = keptAt + KEEP_ALIVE_MS - performance.now();
      if (ms > 0) await changeFeed.awaitChange(position, { ms, signal: left });
      else {
        yield keepAlive();
        keptAt = performance.now();
      }
    }
  } finally {
    caller.stop();
  }
}

function formatted(format: ChangeFormat, text: string, cursor: string): string {
  const json = `${text},"cursor":"${cursor}"}`;
  return format === 'events' ? `id: ${cursor}\ndata: ${json}\n\n` : `${json}\n`;
}
