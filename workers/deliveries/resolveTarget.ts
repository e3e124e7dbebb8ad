import type { Transaction } from '../../db/client.ts';
import type { DeliveryRow } from '../../db/queries/notifications/deliveryRows.ts';
import { expandTarget, type ResolvedTarget, setTargetAddress } from '../../db/queries/notifications/recipientRows.ts';
import { type LockedNotification, lockNotifications } from '../../db/queries/notifications/statusRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { channels } from '../../domain/notifications/channels/index.ts';
import type { DeliveryEvent } from '../../domain/notifications/delivery/deliveryState.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import { rollUp } from '../../domain/notifications/rollUp.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { Context } from '../../domain/queue/context.ts';
import { derivedId, newId } from '../../domain/records/record.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import { type Recipient, resolveRecipients, type TargetInput } from './recipients.ts';

/** The channel and address of a delivery, or the event that ends its resolution. */
export type Resolved = { readonly channel: string; readonly address: string } | { readonly event: DeliveryEvent };

const SAME_ADDRESS = 'the same address as another target';

/** Resolves a recipient once, and stores the result: an address, or the targets that replace it. */
export async function resolveTarget(
  services: Services,
  row: DeliveryRow,
  plan: DeliveryPlan,
  context: Context,
): Promise<Resolved> {
  if (row.channel !== null && row.address !== null) return { channel: row.channel, address: row.address };
  const input = parseStored<TargetInput>(row.input);
  const resolution = await resolveRecipients(services, row.id, input, plan);
  if ('failed' in resolution) return unresolvable('FAILED', resolution.failed);
  const { recipients, expanded } = resolution;
  const [only] = recipients;
  if (expanded === undefined && only) {
    const { channel, address, userId = null, skipped = 'has no address' } = only;
    if (channel === undefined || address === undefined) return unresolvable('SKIPPED', skipped);
    const stored = await whileLocked(services, row, (transaction) =>
      setTargetAddress(transaction, row, { channel, address, userId }),
    );
    return stored ? { channel, address } : unresolvable('SKIPPED', SAME_ADDRESS);
  }
  const newTargets = recipients.map((recipient) => newTargetOf(row, recipient, context));
  const isStored = await whileLocked(services, row, async (transaction, locked) => {
    const stored = await expandTarget(transaction, row, newTargets, expanded ?? '');
    // If all new targets are skipped, no delivery follows that would roll the notification up.
    if (stored) await rollUp(transaction, locked);
    return stored;
  });
  services.wakeRelay();
  return { event: { type: isStored ? 'expanded' : 'fenced' } };
}

const unresolvable = (status: 'SKIPPED' | 'FAILED', reason: string): Resolved => ({
  event: { type: 'unresolvable', status, reason },
});

/** Runs `work` in a transaction that has locked the notification's row. */
function whileLocked(
  { sql }: Services,
  { notificationId }: DeliveryRow,
  work: (transaction: Transaction, locked: LockedNotification[]) => Promise<boolean>,
): Promise<boolean> {
  return withTransactionRetry(() =>
    sql.begin(async (transaction) => work(transaction, await lockNotifications(transaction, [notificationId]))),
  );
}

function newTargetOf(row: DeliveryRow, recipient: Recipient, context: Context): ResolvedTarget {
  const { key, input, channel = null, address = null, skipped = null, userId = null } = recipient;
  const id = derivedId(`${row.id} ${key}`);
  const declared = channels.find(({ name }) => name === channel)?.address;
  return {
    id,
    input: JSON.stringify({ ...input, ...(declared && address !== null && { [declared.member]: address }) }),
    channel,
    // For a channel without addresses, the address is the target's id.
    address: channel !== null && !declared ? id : address,
    userId,
    skipped,
    job: { id: newId(), data: JSON.stringify({ targetId: id, context }) },
  };
}
