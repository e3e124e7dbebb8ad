import { useEffect, useState } from 'preact/hooks';
import type { Job } from '../../../../client/api.ts';
import { ApiError, errorOf, get } from './api.ts';
import { takeEarlyAnswer } from './early.ts';

/** Delay before a broken stream is reopened, in ms. */
const RECONNECT_MS = 2_000;

/** Steps by status; a cancelled step counts as CANCELLED and not as FAILED. */
type StepCounts = Readonly<Record<'NEW' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'CANCELLED', number>>;

export type FollowedJob = Job & { readonly progress?: StepCounts };

export const hasEnded = ({ status }: Pick<Job, 'status'>): boolean => status === 'COMPLETED' || status === 'FAILED';

/**
 * The current Job: updated by events while it is running, and reloaded at the end of the stream. Another `round` follows
 * it again after an action on it.
 */
export function useFollowedJob(id: string, round = 0): { job: FollowedJob | undefined; error: Error | undefined } {
  const [job, setJob] = useState<FollowedJob>();
  const [error, setError] = useState<Error>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round opens a new stream
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const path = `/api/v2/jobs/${encodeURIComponent(id)}`;
    const take = ({ data }: MessageEvent): void => {
      const news: FollowedJob = JSON.parse(String(data));
      setError(undefined);
      setJob((before) => ({ ...(before?.progress && { progress: before.progress }), ...news }));
    };
    const follow = (): void => {
      source = new EventSource(`${path}/events`);
      source.onmessage = take;
      source.addEventListener('progress', take);
      source.onerror = () => {
        // The stream ends with its job. It is not opened for a job that does not exist.
        source?.close();
        void refresh();
      };
    };
    const refresh = async (): Promise<void> => {
      try {
        const found = await get<Job>(path);
        setJob((before) => ({ ...before, ...found }));
        setError(undefined);
        if (hasEnded(found)) return;
      } catch (failure) {
        setError(errorOf(failure));
        if (failure instanceof ApiError && failure.status === 404) return;
      }
      timer = setTimeout(follow, RECONNECT_MS);
    };
    const showEarly = async (): Promise<void> => {
      const early = await takeEarlyAnswer(path);
      const found: Job | undefined = early?.ok ? await early.json() : undefined;
      setJob((before) => before ?? found);
    };
    void showEarly();
    follow();
    return () => {
      clearTimeout(timer);
      source?.close();
    };
  }, [id, round]);
  return { job, error };
}
