import {
  notificationsByOwners,
  readNotification,
  readShownNotification,
  type ShownNotification,
  type TargetRow,
} from '../../db/queries/notifications/shownNotifications.ts';
import { readable, readableRows } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import { checkLength, MAX_TEXT } from '../kinds/declaration/limits.ts';
import type { Audit, JsonObject } from '../kinds/kind.ts';
import { notification as kind } from '../kinds/processing/notification.ts';
import type { Services } from '../ports/services.ts';
import { missing } from '../records/findRecord.ts';
import { parseStored } from '../records/storedText.ts';
import { describe, isStorableText } from '../validation/values.ts';
import { channels } from './channels/index.ts';

/** Maximum number of notifications in a response by owners. */
const MAX_BY_OWNERS = 1_000;

/** Returns a notification with its targets, as JSON text. */
export async function getNotification(services: Services, id: string): Promise<string> {
  const shown = readable(services, kind, await readShownNotification(services.sql, id));
  if (!shown) throw missing(kind, 'id', id, true);
  return JSON.stringify(presentNotification(shown));
}

/**
 * Returns the notifications of the owners as a JSON array, oldest first. It reads the database, which includes
 * notifications that were just accepted.
 */
export async function getNotificationsByOwners(
  services: Services,
  ownerType: string,
  ownerIds: unknown,
): Promise<string> {
  const { sql } = services;
  const ids = readOwnerIds(ownerIds).filter(isStorableText);
  if (!isStorableText(ownerType) || ids.length === 0) return '[]';
  const owners = { ownerType, ownerIds: ids, source: readableRows(services, kind) };
  return JSON.stringify((await notificationsByOwners(sql, owners, MAX_BY_OWNERS)).map(presentNotification));
}

/** Maximum number of owner ids in a request. */
export const MAX_OWNERS = 500;

function readOwnerIds(input: unknown): string[] {
  if (!Array.isArray(input))
    throw badRequest('The body is not a list of ids.', [`body: must be an array of ids, not ${describe(input)}`]);
  const problems = input.flatMap((id, index) =>
    typeof id === 'string' ? [] : [`[${index}]: must be a string, not ${describe(id)}`],
  );
  for (const [index, id] of input.entries())
    if (typeof id === 'string') checkLength(id, MAX_TEXT, problems, `[${index}]`);
  if (input.length > MAX_OWNERS) problems.push(`body: must have at most ${MAX_OWNERS} ids, not ${input.length}`);
  if (problems.length > 0) throw badRequest('The ids cannot be read.', problems.slice(0, 100));
  return input.map(String);
}

/** Returns the related entities of one type in their order; an empty array if the notification does not exist. */
export async function getRelatedEntities(services: Services, id: string, refType: string): Promise<string> {
  const row = readable(services, kind, await readNotification(services.sql, id));
  if (!row) return '[]';
  const { relatedEntities = [] } = parseStored<{ relatedEntities?: JsonObject[] }>(row.doc);
  const { whoInserted, whenInserted } = parseStored<Audit>(row.audit);
  const auditInfo = { version: 1, whoInserted, whenInserted, whoEdited: whoInserted, whenEdited: whenInserted };
  return JSON.stringify(
    relatedEntities.filter((entity) => entity.refType === refType).map((entity) => ({ ...entity, auditInfo })),
  );
}

/** Presents a notification with the status of its row: the record is written only when the status changes. */
function presentNotification({ targets, ...row }: ShownNotification): JsonObject {
  const values = parseStored<JsonObject>(row.doc);
  const audit = parseStored<Audit>(row.audit);
  return {
    ...values,
    notificationTo: targets.map((target) => presentTarget(target, audit)),
    // The row becomes IN_PROGRESS when the first attempt ends.
    status: row.status === 'PLAN' && targets.some(({ attemptCount }) => attemptCount > 0) ? 'IN_PROGRESS' : row.status,
    auditInfo: audit,
  };
}

function presentTarget(target: TargetRow, { whoInserted, whenInserted, whoEdited }: Audit): JsonObject {
  const { id, notificationId, parentId, channel, status, statusReason, providerId, version, updatedAt } = target;
  // Numbered from 1 in the response: the fence also counts attempts without a hand-over and each replanning.
  // Reports about the message are no attempts.
  let count = 0;
  const attempts = parseStored<JsonObject[]>(target.attempts).map(({ report, ...one }) =>
    report === undefined ? { ...one, attempt: ++count } : one,
  );
  const { segments }: JsonObject = attempts.at(-1) ?? {};
  return {
    ...addressOf(target),
    ...parseStored<JsonObject>(target.input),
    id,
    notificationId,
    ...(parentId !== null && { parentId }),
    ...(channel !== null && { channel }),
    status,
    ...(statusReason !== null && { statusReason }),
    ...(providerId !== null && { providerId }),
    ...(segments !== undefined && { segments }),
    attempts: target.openSince
      ? [
          ...attempts,
          {
            attempt: count + 1,
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
      whoEdited: editorOf(target, { whoInserted, whoEdited }),
      whenEdited: version === 1 ? whenInserted : updatedAt.toISOString(),
    },
  };
}

/** Returns the resolved address of a target that is a user or a group. A webhook has none. */
function addressOf({ channel, address }: TargetRow): JsonObject {
  const member = channels.find(({ name }) => name === channel)?.address?.member;
  return member === undefined || address === null ? {} : { [member]: address };
}

/** Workers change targets, except that only callers cancel them, with the whole notification. */
function editorOf({ version, status }: TargetRow, audit: Pick<Audit, 'whoInserted' | 'whoEdited'>): string {
  if (version === 1) return audit.whoInserted;
  return status === 'CANCELLED' ? audit.whoEdited : 'worker';
}
