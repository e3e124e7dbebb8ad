import type { Transaction } from '../../db/client.ts';
import { classify } from '../../db/errors.ts';
import {
  existingNotificationIds,
  insertAttachments,
  type NewTarget,
} from '../../db/queries/notifications/notificationRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { readableIds } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import type { Caller, JsonObject } from '../kinds/kind.ts';
import { notification as kind } from '../kinds/processing/notification.ts';
import type { Services } from '../ports/services.ts';
import { contextOf, submissionOf } from '../queue/context.ts';
import { firstAudit, newId, recordTexts, withId } from '../records/record.ts';
import { countProblems } from '../validation/problems.ts';
import { describe, isObjects, textOf } from '../validation/values.ts';
import { channelsOf } from './channels/index.ts';
import { type PreparedNotification, storeNotifications } from './notificationWriter.ts';
import { type AcceptedNotification, readNotification, repeatedIds } from './readNotification.ts';
import { digestCandidates } from './rules/openDigests.ts';
import { closesAt, opensAt } from './rules/window.ts';
import type { SendMode } from './sendMode.ts';

/** Maximum length of a batch request. */
export const MAX_BATCH = 10_000;

/** Number of batch elements after which the event loop serves other requests. */
const YIELD_EVERY = 200;
const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs in the transaction that stores notifications, with their ids. If it throws, none is stored. */
export type InTransaction = (transaction: Transaction, ids: readonly string[]) => Promise<void>;

/** Stores one notification and returns its id. Resolves when it is committed with its targets and their jobs. */
export async function sendNotification(
  services: Services,
  input: unknown,
  mode: SendMode,
  caller: Caller,
  inTransaction?: InTransaction,
): Promise<string> {
  const problems: string[] = [];
  const acceptance = await readNotification(services, input, mode, problems, '');
  if (!acceptance || problems.length > 0) throw await rejection(services, acceptance ? [acceptance] : [], problems);
  const accepted = prepare(acceptance, caller);
  try {
    if (accepted.attachments.length > 0 || inTransaction) await insertAll(services, [accepted], inTransaction);
    else await services.notificationWriter.submit(accepted);
    return accepted.row.id;
  } catch (error) {
    throw await explainConflict(services, [acceptance], error);
  }
}

/**
 * Stores all notifications or none, and returns their ids in the order of the body. One invalid element is a 400 with all
 * problems of all elements.
 */
export async function sendNotifications(
  services: Services,
  input: unknown,
  caller: Caller,
  inTransaction?: InTransaction,
): Promise<string[]> {
  if (!Array.isArray(input))
    throw badRequest('The body is not an array.', [
      `body: must be an array of NotificationCreate, not ${describe(input)}`,
    ]);
  if (input.length === 0 || input.length > MAX_BATCH)
    throw badRequest('The batch has a wrong length.', [
      `body: must have 1 to ${MAX_BATCH} elements, not ${input.length}`,
    ]);
  const problems: string[] = [];
  const acceptances: AcceptedNotification[] = [];
  for (const [index, element] of input.entries()) {
    const acceptance = await readNotification(services, element, 'batch', problems, `[${index}]`);
    if (acceptance) acceptances.push(acceptance);
    if (index % YIELD_EVERY === YIELD_EVERY - 1) await yieldToOthers();
  }
  const clientIds = acceptances.flatMap(({ clientIds }) => clientIds);
  problems.push(...repeatedIds(clientIds));
  if (problems.length > 0) throw await rejection(services, acceptances, problems);
  const accepted: PreparedNotification[] = [];
  for (const [index, acceptance] of acceptances.entries()) {
    accepted.push(prepare(acceptance, caller));
    if (index % YIELD_EVERY === YIELD_EVERY - 1) await yieldToOthers();
  }
  try {
    await insertAll(services, accepted, inTransaction);
    return accepted.map(({ row }) => row.id);
  } catch (error) {
    throw await explainConflict(services, acceptances, error);
  }
}

/** Stores one notification under its id. Does nothing if the id is already stored. */
export async function sendOnce(
  services: Services,
  input: JsonObject & { readonly id: string },
  mode: SendMode,
  caller: Caller,
): Promise<void> {
  try {
    await sendNotification(services, input, mode, caller);
  } catch (error) {
    const { notifications } = await existingNotificationIds(services.sql, { notifications: [input.id], targets: [] });
    if (!notifications.has(input.id)) throw error;
  }
}

/** Builds the rows of the record, its targets and their jobs. */
function prepare(acceptance: AcceptedNotification, caller: Caller): PreparedNotification {
  const now = new Date();
  const { values, plan, targets, attachments } = acceptance;
  const id = textOf(values.id) ?? newId();
  const expiresAt =
    plan.expireAfterMinutes === undefined
      ? null
      : new Date(now.getTime() + plan.expireAfterMinutes * 60_000).toISOString();
  const context = contextOf(caller);
  const rows = targets.map(({ id: targetId, input, channel, address, skipped }, position): NewTarget => {
    const data = JSON.stringify({ targetId, context });
    return {
      id: targetId,
      notificationId: id,
      position,
      parentId: null,
      input: JSON.stringify(input),
      channel: channel ?? null,
      address: address ?? null,
      status: skipped === undefined ? 'PLAN' : 'SKIPPED',
      statusReason: skipped ?? null,
      job: skipped === undefined ? { id: newId(), data } : null,
    };
  });
  const { window } = plan;
  const record = withId(
    {
      ...values,
      notificationTo: targets.map(({ input }) => ({ ...input, notificationId: id })),
      ...(isObjects(values.relatedEntities) && {
        relatedEntities: values.relatedEntities.map((entity) => ({
          ...entity,
          id: entity.id ?? newId(),
          notificationId: id,
        })),
      }),
      ...(plan.subject !== undefined && { subject: plan.subject }),
      ...(expiresAt !== null && { expirationDate: expiresAt }),
      ...(window && {
        deliveryFromTime: new Date(opensAt(window, now.getTime())).toISOString(),
        deliveryToTime: new Date(closesAt(window, now.getTime())).toISOString(),
      }),
      created: now.toISOString(),
    },
    id,
  );
  const about = channelsOf(plan).some(({ template }) => !template) && {
    ownerType: String(values.ownerType),
    ownerId: String(values.ownerId),
    ...(isObjects(record.relatedEntities) && { relatedEntities: record.relatedEntities }),
  };
  const audit = firstAudit(caller, now);
  return {
    row: {
      id,
      ownerType: String(values.ownerType),
      ownerId: String(values.ownerId),
      expiresAt,
      plan: JSON.stringify({ ...plan, ...(about && { about }), ...submissionOf(caller) }),
      targets: rows,
    },
    textsWith: (status) => recordTexts(kind, { ...record, status }, audit),
    candidates: digestCandidates(plan, rows, now.getTime()),
    caller,
    attachments,
  };
}

async function insertAll(
  services: Services,
  accepted: readonly PreparedNotification[],
  inTransaction?: InTransaction,
): Promise<void> {
  const ids = accepted.map(({ row }) => row.id);
  await withTransactionRetry(() =>
    services.sql.begin(async (transaction) => {
      await storeNotifications(transaction, accepted);
      for (const { row, attachments } of accepted) await insertAttachments(transaction, row.id, attachments);
      await inTransaction?.(transaction, ids);
    }),
  );
  services.wakeRelay();
}

/** Returns the 400 for problems, together with ids that already exist. */
async function rejection(
  services: Services,
  acceptances: readonly AcceptedNotification[],
  problems: string[],
): Promise<Error> {
  const all = [...problems, ...(await idProblems(services, acceptances))];
  return badRequest(`The notification has ${countProblems(all)}.`, all);
}

async function explainConflict(
  services: Services,
  acceptances: readonly AcceptedNotification[],
  error: unknown,
): Promise<unknown> {
  if (classify(error) !== 'uniqueViolation') return error;
  const problems = await idProblems(services, acceptances);
  return problems.length > 0 ? badRequest(`The notification has ${countProblems(problems)}.`, problems) : error;
}

async function idProblems(services: Services, acceptances: readonly AcceptedNotification[]): Promise<string[]> {
  const clientIds = acceptances.flatMap(({ clientIds }) => clientIds);
  if (clientIds.length === 0) return [];
  const of = (what: string) => clientIds.filter((one) => one.what === what).map(({ id }) => id);
  const existing = await existingNotificationIds(services.sql, {
    notifications: of('Notification'),
    targets: of('NotificationTarget'),
  });
  const taken = clientIds.flatMap(({ what, id, path }) => {
    const notificationId = (what === 'Notification' ? existing.notifications : existing.targets).get(id);
    return notificationId === undefined ? [] : [{ what, id, path, notificationId }];
  });
  const visible = await readableIds(
    services,
    kind,
    taken.map(({ notificationId }) => notificationId),
  );
  return taken.map(({ what, id, path, notificationId }) =>
    visible.has(notificationId) ? `${path}: ${id} is taken by another ${what}` : `${path}: cannot be used`,
  );
}
