import type { Transaction } from '../../../db/client.ts';
import {
  lockTargets,
  notificationsOfTargets,
  type ReceiptTarget,
  storedMessages,
  writeReceipts,
} from '../../../db/queries/notifications/receiptRows.ts';
import { lockNotifications } from '../../../db/queries/notifications/statusRows.ts';
import { insertSuppressions } from '../../../db/queries/notifications/suppressionRows.ts';
import { withTransactionRetry } from '../../../db/withTransactionRetry.ts';
import type { ServiceDependencies } from '../../ports/serviceDependencies.ts';
import { workerCaller } from '../../queue/context.ts';
import { MicroBatcher } from '../../runtime/microBatcher.ts';
import { channelNamesWith } from '../channels/index.ts';
import { type DeliveryEvent, stateOf } from '../delivery/deliveryState.ts';
import { transition } from '../delivery/stateMachine.ts';
import { defaultDeliveryRules } from '../retries.ts';
import { rollUp } from '../rollUp.ts';
import { deliveryOf, isForward } from './receipts.ts';
import { newSuppression } from './suppressionKind.ts';

interface Receipt {
  readonly targetId: string;
  readonly messageId: string;
  readonly status: string;
  readonly errorCode?: string;
}

const receiptChannels: ReadonlySet<string> = new Set(channelNamesWith('hasReceipts'));
/** Twilio's error code for a recipient who has opted out. */
const OPTED_OUT = '21610';

/** Receipts arrive in bursts. Receipts that arrive together share a transaction. */
export type ReceiptWriter = MicroBatcher<Receipt, undefined>;

export function makeReceiptWriter({ sql, wakeRelay }: Pick<ServiceDependencies, 'sql' | 'wakeRelay'>): ReceiptWriter {
  return new MicroBatcher<Receipt, undefined>({
    maxBatch: 100,
    concurrency: 1,
    run: async (receipts) => {
      await withTransactionRetry(() => sql.begin((transaction) => write(transaction, receipts)));
      wakeRelay();
      return [];
    },
  });
}

/** Locks notifications before their targets, in the same order as the end of an attempt. */
async function write(transaction: Transaction, receipts: readonly Receipt[]): Promise<void> {
  const ids = [...new Set(receipts.map(({ targetId }) => targetId))];
  const locked = await lockNotifications(transaction, await notificationsOfTargets(transaction, ids));
  const targets = new Map((await lockTargets(transaction, ids)).map((target) => [target.id, target]));
  const messages = receipts.map(({ messageId }) => messageId);
  const stored = await storedMessages(transaction, messages);
  const changed = new Map<string, ReceiptTarget>();
  const optedOut: ReceiptTarget[] = [];
  for (const receipt of receipts) {
    const target = changed.get(receipt.targetId) ?? targets.get(receipt.targetId);
    if (!target?.channel || !receiptChannels.has(target.channel)) continue;
    // The message of an attempt before the notification was set to PLAN: it says nothing about the next message.
    if (stored.has(receipt.messageId) && target.providerId !== receipt.messageId) continue;
    const known = target.receiptId === receipt.messageId ? (target.receiptStatus ?? undefined) : undefined;
    if (!isForward(known, receipt.status)) continue;
    const next = afterReceipt(target, receipt);
    if (next) changed.set(target.id, next);
    if (next && receipt.errorCode === OPTED_OUT) optedOut.push(target);
  }
  await writeReceipts(transaction, [...changed.values()]);
  await insertSuppressions(
    transaction,
    optedOut.flatMap(({ id, channel, address }) => {
      if (channel === null || address === null) return [];
      const values = { channel, address, reason: 'OPTED_OUT', description: 'as its receipt says' };
      return newSuppression({ ...values, notificationToId: id }, workerCaller(undefined));
    }),
  );
  await rollUp(transaction, locked);
}

/** Returns the row after a receipt; undefined if the receipt changes nothing. */
function afterReceipt(target: ReceiptTarget, { messageId, status, errorCode }: Receipt): ReceiptTarget | undefined {
  const delivery = deliveryOf(status);
  const event: DeliveryEvent = {
    type: 'receipt',
    matches: target.providerId === messageId,
    ...(delivery && { delivery }),
    reason: errorCode === undefined ? status : `${status}, error ${errorCode.slice(0, 20)} of the provider`,
  };
  const { effects } = transition(stateOf(target), event, defaultDeliveryRules);
  if (effects.length === 0) return undefined;
  const write = effects.find((effect) => effect.type === 'write');
  return {
    ...target,
    receiptId: messageId,
    receiptStatus: status,
    ...(write && { providerId: messageId, status: write.status, statusReason: write.reason }),
  };
}
