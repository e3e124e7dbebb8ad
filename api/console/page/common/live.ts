import { useEffect, useState } from 'preact/hooks';
import type { Job, Queue, Worker } from '../../../../client/api.ts';
import { type CallOptions, get } from './api.ts';
import { takeEarlyAnswer } from './early.ts';
import { may } from './schema.ts';

export type LiveJob = Job & {
  /** The number of its steps by outcome. */
  readonly steps: {
    readonly open: number;
    readonly completed: number;
    readonly failed: number;
    readonly cancelled: number;
  };
};

interface Live {
  readonly queues: readonly Queue[];
  readonly workers: readonly Worker[];
  readonly health: Readonly<Record<string, string>>;
  /** The newest of the running jobs. */
  readonly jobs: readonly LiveJob[];
  /** The number of all running Jobs: a step of them has started. */
  readonly runningJobs: number;
  /** The number of Jobs that have not begun. */
  readonly newJobs: number;
}

export interface LiveState {
  readonly live: Live | undefined;
  /** `events` while the stream is open, `polling` while the figures are polled, `disconnected` if both fail. */
  readonly connection: 'events' | 'polling' | 'disconnected';
}

const LIVE = '/metrics/live';
const POLL_MS = 4_000;
/** Within this time after a refresh, an event may be older than it. */
const STALE_MS = 500;
/** Maximum time that the end of an action waits for a refresh. The next event then shows its result. */
const MAX_REFRESH_MS = 2_000;

let refreshedAt = Number.NEGATIVE_INFINITY;
let state: LiveState = { live: undefined, connection: 'polling' };
void showEarly();
const listeners = new Set<() => void>();
let source: EventSource | undefined;
let poll: ReturnType<typeof setInterval> | undefined;

function publish(next: LiveState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Whether the caller may read the figures: the stream needs the same right as the operations that are polled. */
export const mayFollow = (): boolean => may('GET', '/api/v2/admin/queues');

/** Shows the figures that came with the page, until the stream sends newer ones. */
async function showEarly(): Promise<void> {
  const live: Live | undefined = await (await takeEarlyAnswer(LIVE))?.json();
  if (live && !state.live) publish({ live, connection: 'events' });
}

/** Opens one stream for the page. A browser has only six connections per host, so a hidden page closes its stream. */
function open(): void {
  if (source || listeners.size === 0 || document.hidden || !mayFollow()) return;
  source = new EventSource(LIVE);
  source.onmessage = ({ data }) => {
    stopPolling();
    if (performance.now() - refreshedAt < STALE_MS) return;
    publish({ live: JSON.parse(String(data)), connection: 'events' });
  };
  // The browser reconnects by itself unless the stream was rejected.
  source.onerror = startPolling;
}

function close(): void {
  source?.close();
  source = undefined;
  stopPolling();
}

function startPolling(): void {
  if (poll) return;
  void pollOnce();
  poll = setInterval(() => void pollOnce(), POLL_MS);
}

function stopPolling(): void {
  clearInterval(poll);
  poll = undefined;
}

async function readProcesses(options?: CallOptions): Promise<Pick<Live, 'queues' | 'workers'>> {
  const [queues, workers] = await Promise.all([
    get<Queue[]>('/api/v2/admin/queues', options),
    get<Worker[]>('/api/v2/admin/workers', options),
  ]);
  return { queues, workers };
}

/** Shows the queues and workers as an action has left them, seconds before the next event. */
export async function refreshLive(): Promise<void> {
  if (!mayFollow()) return;
  try {
    const processes = await readProcesses({ signal: AbortSignal.timeout(MAX_REFRESH_MS) });
    if (!state.live) return;
    refreshedAt = performance.now();
    publish({ ...state, live: { ...state.live, ...processes } });
  } catch {
    // The action has succeeded, and the next event shows its result.
  }
}

async function pollOnce(): Promise<void> {
  if (source?.readyState === EventSource.CLOSED) {
    source = undefined;
    open();
  }
  try {
    const { queues, workers } = await readProcesses();
    // A service that is not ready responds with a 503 and the same body.
    const ready = await fetch('/health/ready');
    const { checks }: { checks: Live['health'] } = JSON.parse(await ready.text());
    if (poll)
      publish({
        live: {
          queues,
          workers,
          health: checks,
          jobs: state.live?.jobs ?? [],
          runningJobs: state.live?.runningJobs ?? 0,
          newJobs: state.live?.newJobs ?? 0,
        },
        connection: 'polling',
      });
  } catch {
    if (poll) publish({ live: state.live, connection: 'disconnected' });
  }
}

document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));

export function useLive(): LiveState {
  const [, setRound] = useState(0);
  useEffect(() => {
    const listener = (): void => setRound((before) => before + 1);
    listeners.add(listener);
    open();
    return () => {
      listeners.delete(listener);
      // A change of views unsubscribes and subscribes within milliseconds.
      setTimeout(() => listeners.size === 0 && close(), 100);
    };
  }, []);
  return state;
}
