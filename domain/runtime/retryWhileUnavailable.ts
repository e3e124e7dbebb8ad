import { SearchUnavailable } from '../ports/search.ts';

/** What PostgreSQL says while it stops, starts or recovers, and what the driver and the system say when it cannot be reached. */
const AWAY = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Something that work depends on cannot be reached. It is waited for, and is no fault of the work. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof SearchUnavailable) return true;
  const { code, syscall, query } = (error ?? {}) as { code?: unknown; syscall?: unknown; query?: unknown };
  if (typeof code !== 'string') return false;
  // ENOENT is the socket of a PostgreSQL that is not there; of a file it is a fault like any other.
  if (code === 'ENOENT') return syscall === 'connect' || query !== undefined;
  return AWAY.has(code) || code.startsWith('08');
}

/** Runs a write until the database has taken it: what was done is not done again for the sake of a restart. */
export async function retryWhileUnavailable<T>(write: () => Promise<T>, limitMs = 20_000): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code;
      const ended = code === '40P01' || code === '40001';
      if (!(ended || isUnavailable(error)) || Date.now() > end) throw error;
      await Bun.sleep(ended ? 10 : 250);
    }
  }
}
