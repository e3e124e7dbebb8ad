import { useEffect, useState } from 'preact/hooks';
import type { Job, Queue, Worker } from '../../../client/api.ts';
import { get } from './api.ts';

type LiveJob = Job & {
  /** How many of its steps have ended how. */
  readonly steps: { readonly open: number; readonly completed: number; readonly failed: number };
};

interface Live {
  readonly queues: readonly Queue[];
  readonly workers: readonly Worker[];
  readonly health: Readonly<Record<string, string>>;
  /** The newest of the Jobs under way. */
  readonly jobs: readonly LiveJob[];
}

export interface LiveState {
  readonly live: Live | undefined;
  /** `events` while the stream tells, `polling` while it is asked for, `away` while nobody answers. */
  readonly by: 'events' | 'polling' | 'away';
}

const POLL_MS = 4_000;

let state: LiveState = { live: undefined, by: 'polling' };
const followers = new Set<() => void>();
let source: EventSource | undefined;
let poll: ReturnType<typeof setInterval> | undefined;

function set(next: LiveState): void {
  state = next;
  for (const follower of followers) follower();
}

/** One stream for the page; a browser has but six connections, so a page that is not seen gives its own back. */
function open(): void {
  if (source || followers.size === 0 || document.hidden) return;
  source = new EventSource('/metrics/live');
  source.onmessage = ({ data }) => {
    stopPolling();
    set({ live: JSON.parse(data as string) as Live, by: 'events' });
  };
  // The browser tries again by itself unless the stream was refused.
  source.onerror = startPolling;
}

function close(): void {
  source?.close();
  source = undefined;
  stopPolling();
}

function startPolling(): void {
  if (poll) return;
  void ask();
  poll = setInterval(() => void ask(), POLL_MS);
}

function stopPolling(): void {
  clearInterval(poll);
  poll = undefined;
}

async function ask(): Promise<void> {
  if (source?.readyState === EventSource.CLOSED) {
    source = undefined;
    open();
  }
  try {
    const [queues, workers] = await Promise.all([
      get<Queue[]>('/api/v2/admin/queues'),
      get<Worker[]>('/api/v2/admin/workers'),
    ]);
    // A service that is not ready says so with a 503, and with what is not.
    const ready = await fetch('/health/ready');
    const { checks } = (await ready.json()) as { checks: Live['health'] };
    if (poll) set({ live: { queues, workers, health: checks, jobs: state.live?.jobs ?? [] }, by: 'polling' });
  } catch {
    if (poll) set({ live: state.live, by: 'away' });
  }
}

document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));

export function useLive(): LiveState {
  const [, setRound] = useState(0);
  useEffect(() => {
    const follower = (): void => setRound((before) => before + 1);
    followers.add(follower);
    open();
    return () => {
      followers.delete(follower);
      // A change of views leaves and follows within one turn.
      setTimeout(() => followers.size === 0 && close(), 100);
    };
  }, []);
  return state;
}
