import type { Database } from '../../db/client.ts';
import { insertNotifications } from '../../db/queries/notifications/notificationRows.ts';
import { notification as kind } from '../../domain/kinds/processing/notification.ts';
import { firstAudit, indexSyncData, newId, recordTexts } from '../../domain/records/record.ts';
import { caller } from '../helpers/workerHarness.ts';

/** Stores a notification with one target on a channel. */
export async function makeNotification(
  sql: Database,
  { channel, address, plan }: { readonly channel: string; readonly address: string; readonly plan: object },
): Promise<{ id: string; target: string }> {
  const [id, target] = [newId(), newId()];
  const values = { id, templateCode: 'T', ownerType: 'Ticket', ownerId: '1', status: 'PLAN' };
  const input = JSON.stringify(channel === 'sms' ? { phone: address } : { email: address });
  const ofTarget = { id: target, notificationId: id, position: 0, parentId: null, input };
  await insertNotifications(
    sql,
    [
      {
        ...recordTexts(kind, values, firstAudit(caller)),
        ...{ ownerType: 'Ticket', ownerId: '1', status: 'PLAN', expiresAt: null },
        plan: JSON.stringify(plan),
        targets: [{ ...ofTarget, channel, address, status: 'PLAN', statusReason: null, job: null }],
      },
    ],
    { id: newId(), syncData: indexSyncData(kind, [id], caller) },
  );
  return { id, target };
}
