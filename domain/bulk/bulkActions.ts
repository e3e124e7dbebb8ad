import type { ReservedEntity } from '../access/access.ts';
import { forbidden, ServiceError } from '../errors.ts';
import { cancelJob } from '../jobs/cancel.ts';
import { resendFailed, resendStep } from '../jobs/resend.ts';
import { pauseJob, resumeJob } from '../jobs/steering/pause.ts';
import type { ActionOptions } from '../jobs/types.ts';
import type { Kind } from '../kinds/kind.ts';
import { job } from '../kinds/processing/job.ts';
import { jobStep } from '../kinds/processing/jobStep.ts';
import { notification } from '../kinds/processing/notification.ts';
import { setNotificationState } from '../notifications/commands.ts';
import type { Services } from '../ports/services.ts';
import { isUnavailable } from '../runtime/retryWhileUnavailable.ts';

/** An action on records that depends on their status; bulk changes perform it on many. */
export interface BulkAction {
  /** The statuses of the records that it changes. */
  readonly statuses: readonly string[];
  /** The reserved entity to which the caller needs READ_WRITE, besides the right to the record. */
  readonly entity?: ReservedEntity;
  /** Performs the action on one record. Throws a 400 if its status has changed. */
  readonly perform: (services: Services, id: string, options: ActionOptions) => Promise<unknown>;
}

const bulkActionNames = ['CANCEL', 'RESEND', 'PAUSE', 'RESUME'] as const;
export type BulkActionName = (typeof bulkActionNames)[number];

export const isBulkAction = (operation: string): operation is BulkActionName =>
  bulkActionNames.some((name) => name === operation);

const actions: Readonly<Record<string, Partial<Record<BulkActionName, BulkAction>>>> = {
  [job.name]: {
    CANCEL: {
      statuses: ['NEW', 'IN_PROGRESS'],
      perform: cancelJob,
    },
    RESEND: {
      statuses: ['FAILED'],
      entity: 'Admin',
      perform: resendFailed,
    },
    PAUSE: {
      statuses: ['NEW', 'IN_PROGRESS'],
      perform: pauseJob,
    },
    RESUME: {
      statuses: ['NEW', 'IN_PROGRESS'],
      perform: resumeJob,
    },
  },
  [jobStep.name]: {
    RESEND: {
      statuses: ['FAILED'],
      entity: 'Admin',
      perform: resendStep,
    },
  },
  [notification.name]: {
    CANCEL: {
      statuses: ['PLAN'],
      perform: (services, id, { caller, inTransaction }) =>
        setNotificationState(services, id, 'CANCELLED', caller, inTransaction),
    },
    RESEND: {
      statuses: ['FAILED', 'EXPIRED', 'CANCELLED'],
      perform: (services, id, { caller, inTransaction }) =>
        setNotificationState(services, id, 'PLAN', caller, inTransaction),
    },
  },
};

/** The actions on the records of a kind. */
export const actionNamesOf = ({ name }: Pick<Kind, 'name'>): BulkActionName[] =>
  bulkActionNames.filter((action) => actions[name]?.[action]);

export const bulkActionOf = ({ name }: Pick<Kind, 'name'>, action: BulkActionName): BulkAction | undefined =>
  actions[name]?.[action];

/** Throws a 403 if the caller lacks the right that an action needs besides the right to the records. */
export function requireActionAccess({ access }: Services, kind: Kind, action: BulkActionName): void {
  const { entity } = bulkActionOf(kind, action) ?? {};
  if (entity === undefined || access.entity(entity) === 'READ_WRITE') return;
  throw forbidden('Your access rules do not allow this action.', [
    `operation: ${action} of ${kind.plural} needs READ_WRITE of ${entity}`,
  ]);
}

/**
 * Performs an action on a record. What `inTransaction` throws is thrown. Returns `skipped` if the record no longer exists or has another
 * status.
 */
export async function performAction(
  services: Services,
  { kind, action, id }: { readonly kind: Kind; readonly action: BulkActionName; readonly id: string },
  options: ActionOptions,
): Promise<'done' | 'skipped'> {
  const { statuses = [], perform } = bulkActionOf(kind, action) ?? {};
  try {
    await perform?.(services, id, options);
    return 'done';
  } catch (error) {
    if (!(error instanceof ServiceError) || isUnavailable(error.cause)) throw error;
    const [row] = await services.sql<{ status: string }[]>`
      select status from ${services.sql(kind.table)} where id = ${id}`;
    if (!row || !statuses.includes(row.status)) return 'skipped';
    throw error;
  }
}
