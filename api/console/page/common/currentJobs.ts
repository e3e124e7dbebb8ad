import type { Job } from '../../../../client/api.ts';
import { type LiveJob, useLive } from './live.ts';

/** A Job, with its progress if the live figures have it. */
export type CurrentJob = Job & Partial<Pick<LiveJob, 'steps'>>;

const versionOf = ({ auditInfo }: Job): number => auditInfo?.version ?? 0;

/**
 * Returns the Jobs of a search, each as the live figures have it if that is newer. Search finds a change a moment later, so
 * that a status of one source beside the progress of another would contradict it.
 */
export function useCurrentJobs(found: readonly Job[]): readonly CurrentJob[] {
  const running = new Map((useLive().live?.jobs ?? []).map((job) => [job.id, job]));
  return found.map((job) => {
    const live = running.get(job.id);
    return live && versionOf(live) >= versionOf(job) ? live : job;
  });
}
