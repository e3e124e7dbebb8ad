import type { Filter, FilterOrGroup } from '../../client/index.ts';
import { jobStatuses } from '../../domain/kinds/processing/job.ts';

/** The statuses of Jobs and steps as people know them: a cancelled one is FAILED in the interface, with the cause CANCELLED. */
export const shownStatuses = [...jobStatuses, 'CANCELLED'] as const;

/** The status of a Job or step as it is shown. */
export const shownStatus = ({ status, cause }: { readonly status: string; readonly cause?: string }): string =>
  cause === 'CANCELLED' ? cause : status;

/** Returns the filters of the interface for Jobs or steps that are shown with one of these statuses. */
export function shownStatusFilters(shown: readonly string[]): FilterOrGroup[] {
  const isCancelled: Filter = { column: 'cause', operator: 'EQ', value: 'CANCELLED' };
  const statuses = shown.filter((status) => status !== 'CANCELLED');
  const hasStatus: Filter = { column: 'status', operator: 'IN', value: statuses.join(',') };
  if (!shown.includes('CANCELLED'))
    return statuses.includes('FAILED') ? [hasStatus, { ...isCancelled, operator: 'NE' }] : [hasStatus];
  if (statuses.length === 0) return [isCancelled];
  return statuses.includes('FAILED') ? [hasStatus] : [{ or: [hasStatus, isCancelled] }];
}
