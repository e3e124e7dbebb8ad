import {
  type NotificationRow,
  notificationsByOwners,
  readNotification,
  type TargetRow,
  targetsOf,
} from '../../db/queries/notifications/notificationRows.ts';
import { badRequest } from '../errors.ts';
import type { Audit, Json, JsonObject } from '../kinds/kind.ts';
import { notification as kind } from '../kinds/processing/notification.ts';
import type { Services } from '../ports/services.ts';
import { missing } from '../records/findRecord.ts';
import { describe, isStorableText } from '../validation/values.ts';

/** The most notifications that the finder by owners answers. */
const MAX_BY_OWNERS = 1_000;

/** A notification with what became of each of its targets, as JSON text. */
export async function getNotification(services: Services, id: string): Promise<string> {
  const row = await readNotification(services.sql, id);
  if (!row) throw missing(kind, 'id', id, true);
  return JSON.stringify(answered(row, await targetsOf(services.sql, [row.id])));
}

/** Those of the owners as a JSON array, the oldest first; read from the database, so that it holds what was just accepted. */
export async function getNotificationsByOwners(
  services: Services,
  ownerType: string,
  ownerIds: unknown,
): Promise<string> {
  const { sql } = services;
  const ids = readOwnerIds(ownerIds).filter(isStorableText);
  if (!isStorableText(ownerType) || ids.length === 0) return '[]';
  const rows = await notificationsByOwners(sql, ownerType, ids, MAX_BY_OWNERS);
  const targets = Map.groupBy(
    await targetsOf(
      sql,
      rows.map(({ id }) => id),
    ),
    ({ notificationId }) => notificationId,
  );
  return JSON.stringify(rows.map((row) => answered(row, targets.get(row.id) ?? [])));
}

/** Ids of owners of a request. */
const MAX_OWNERS = 500;

function readOwnerIds(input: unknown): string[] {
  if (!Array.isArray(input))
    throw badRequest('The body is no list of ids.', [`body: must be an array of ids, not ${describe(input)}`]);
  const problems = input.flatMap((id, index) =>
    typeof id === 'string' ? [] : [`[${index}]: must be a string, not ${describe(id)}`],
  );
  if (input.length > MAX_OWNERS) problems.push(`body: must have at most ${MAX_OWNERS} ids, not ${input.length}`);
  if (problems.length > 0) throw badRequest('The ids cannot be read.', problems.slice(0, 100));
  return input as string[];
}

/** The related entities of one type, in their order; none where there is no such notification. */
export async function getRelatedEntities(services: Services, id: string, refType: string): Promise<string> {
  const row = await readNotification(services.sql, id);
  if (!row) return '[]';
  const { relatedEntities = [] } = JSON.parse(row.doc) as { relatedEntities?: JsonObject[] };
  const { whoInserted, whenInserted } = JSON.parse(row.audit) as Audit;
  const auditInfo = { version: 1, whoInserted, whenInserted, whoEdited: whoInserted, whenEdited: whenInserted };
  return JSON.stringify(
    relatedEntities.filter((entity) => entity.refType === refType).map((entity) => ({ ...entity, auditInfo })),
  );
}

/** Its status is the one that workers see: the record's own is written when much has changed. */
function answered(row: NotificationRow, targets: readonly TargetRow[]): JsonObject {
  const values = JSON.parse(row.doc) as JsonObject;
  const audit = JSON.parse(row.audit) as Audit;
  return {
    ...values,
    notificationTo: targets.map((target) => answeredTarget(target, audit)),
    // Somebody is being told, and the notification's own row will say so at the first end.
    status: row.status === 'PLAN' && targets.some(({ attemptCount }) => attemptCount > 0) ? 'IN_PROGRESS' : row.status,
    auditInfo: audit as unknown as Json,
  };
}

function answeredTarget(target: TargetRow, { whoInserted, whenInserted }: Audit): JsonObject {
  const { id, notificationId, parentId, channel, status, statusReason, providerId, version, updatedAt } = target;
  // Numbered as they are told: the row's own number also counts what handed nothing over, and each time it was planned anew.
  const attempts = (JSON.parse(target.attempts) as JsonObject[]).map((one, index) => ({ ...one, attempt: index + 1 }));
  return {
    ...(JSON.parse(target.input) as JsonObject),
    id,
    notificationId,
    ...(parentId !== null && { parentId }),
    ...(channel !== null && { channel }),
    status,
    ...(statusReason !== null && { statusReason }),
    ...(providerId !== null && { providerId }),
    attempts: target.openSince
      ? [
          ...attempts,
          {
            attempt: attempts.length + 1,
            at: target.openSince.toISOString(),
            ...(target.openWorker !== null && { worker: target.openWorker }),
            ...(target.openProvider !== null && { provider: target.openProvider }),
          },
        ]
      : attempts,
    auditInfo: {
      version,
      whoInserted,
      whenInserted,
      whoEdited: version === 1 ? whoInserted : 'worker',
      whenEdited: version === 1 ? whenInserted : updatedAt.toISOString(),
    },
  };
}
