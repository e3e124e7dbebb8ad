import type { Database } from '../../db/client.ts';
import { notification as kind } from '../../domain/kinds/processing/notification.ts';
import { type PreparedNotification, storeNotifications } from '../../domain/notifications/notificationWriter.ts';
import { firstAudit, newId, recordTexts } from '../../domain/records/record.ts';
import { caller } from '../helpers/workerHarness.ts';

interface NotificationOfOne {
  readonly channel: string;
  readonly address: string;
  readonly plan: object;
}

/** Prepares a notification with one target on a channel, and without a queue job. */
export function prepareNotification({ channel, address, plan }: NotificationOfOne): PreparedNotification {
  const [id, target] = [newId(), newId()];
  const values = { id, templateCode: 'T', ownerType: 'Ticket', ownerId: '1' };
  const input = JSON.stringify(channel === 'sms' ? { phone: address } : { email: address });
  const ofTarget = { id: target, notificationId: id, position: 0, parentId: null, input };
  return {
    row: {
      ...{ id, ownerType: 'Ticket', ownerId: '1', expiresAt: null, plan: JSON.stringify(plan) },
      targets: [{ ...ofTarget, channel, address, status: 'PLAN', statusReason: null, job: null }],
    },
    textsWith: (status) => recordTexts(kind, { ...values, status }, firstAudit(caller)),
    ...{ candidates: [], attachments: [], caller },
  };
}

/** Stores a notification with one target on a channel. */
export async function makeNotification(sql: Database, of: NotificationOfOne): Promise<{ id: string; target: string }> {
  const prepared = prepareNotification(of);
  await sql.begin((transaction) => storeNotifications(transaction, [prepared]));
  return { id: prepared.row.id, target: prepared.row.targets[0]?.id ?? '' };
}
