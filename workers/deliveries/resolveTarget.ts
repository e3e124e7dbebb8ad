import type { Transaction } from '../../db/client.ts';
import type { DeliveryRow } from '../../db/queries/notifications/deliveryRows.ts';
import { lockNotifications } from '../../db/queries/notifications/deliveryRows.ts';
import { expandTarget, type ResolvedTarget, settleTarget } from '../../db/queries/notifications/recipientRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import { rollUp } from '../../domain/notifications/rollUp.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { Context } from '../../domain/queue/context.ts';
import { derivedId, newId } from '../../domain/records/record.ts';
import { type Recipient, resolve, type TargetInput } from './recipients.ts';

/** What came of looking up who a target stands for. */
export type Resolved =
  /** It is told itself. */
  | { readonly channel: string; readonly address: string }
  /** Others are, or another worker was first. */
  | 'done'
  | { readonly status: 'SKIPPED' | 'FAILED'; readonly reason: string };

/** Finds out who is told, and keeps it: once a target has an address or others in its place, it is not asked again. */
export async function resolveTarget(
  services: Services,
  row: DeliveryRow,
  plan: DeliveryPlan,
  context: Context,
): Promise<Resolved> {
  const resolution = await resolve(services, row.id, JSON.parse(row.given) as TargetInput, plan);
  if ('failed' in resolution) return { status: 'FAILED', reason: resolution.failed };
  const { recipients, expanded } = resolution;
  const [only] = recipients;
  if (expanded === undefined && only) {
    const { channel, address } = only;
    if (channel === undefined || address === undefined)
      return { status: 'SKIPPED', reason: only.skipped ?? 'has no address' };
    const settled = await holding(services, row, (transaction) => settleTarget(transaction, row, { channel, address }));
    return settled ? { channel, address } : { status: 'SKIPPED', reason: 'the same address as another target' };
  }
  const made = recipients.map((recipient) => madeOf(row, recipient, context));
  await holding(services, row, (transaction, held) =>
    expandTarget(transaction, row, made, expanded ?? '').then(async (done) => {
      // Where nobody is left to be told, nobody would close it.
      if (done) await rollUp(transaction, held);
      return done;
    }),
  );
  services.wakeRelay();
  return 'done';
}

function holding(
  { sql }: Services,
  { notificationId }: DeliveryRow,
  work: (transaction: Transaction, held: { id: string; status: string }[]) => Promise<boolean>,
): Promise<boolean> {
  return withTransactionRetry(() =>
    sql.begin(async (transaction) => {
      const held = await lockNotifications(transaction, [notificationId]);
      return work(transaction, held);
    }),
  ) as Promise<boolean>;
}

function madeOf(row: DeliveryRow, recipient: Recipient, context: Context): ResolvedTarget {
  const { key, given, channel = null, address = null, skipped = null } = recipient;
  const id = derivedId(`${row.id} ${key}`);
  return {
    id,
    given: JSON.stringify({
      ...given,
      ...(channel === 'email' && address !== null && { email: address }),
      ...(channel === 'sms' && address !== null && { phone: address }),
    }),
    channel,
    // A webhook is told of each target by itself.
    address: channel === 'webhook' ? id : address,
    skipped,
    job: { id: newId(), data: JSON.stringify({ targetId: id, context }) },
  };
}
