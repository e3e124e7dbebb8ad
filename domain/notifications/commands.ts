import type { Transaction } from '../../db/client.ts';
import { readPlans } from '../../db/queries/notifications/deliveryRows.ts';
import { cancelTargets, replanTargets } from '../../db/queries/notifications/notificationStates.ts';
import { lockNotifications, readDocs, writeNotifications } from '../../db/queries/notifications/statusRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { checkWritable, readable, type TransactionScope } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import type { Audit, Caller, Values } from '../kinds/kind.ts';
import { notification as kind, type NotificationStatus } from '../kinds/processing/notification.ts';
import type { Services } from '../ports/services.ts';
import { contextOf } from '../queue/context.ts';
import { missing } from '../records/findRecord.ts';
import { indexSyncData, newId, nextAudit, recordTexts } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { describe } from '../validation/values.ts';
import { replannableStatuses } from './delivery/stateMachine.ts';
import type { DeliveryPlan } from './plan.ts';
import { readRuleConfig } from './rules/ruleConfig.ts';
import type { DeliveryWindow } from './rules/window.ts';
import { allowedByHand } from './status.ts';

/**
 * Cancels a notification without attempts, or plans one again that was not sent.
 *
 * @param inTransaction runs in the transaction of the change; if it throws, nothing is changed
 */
export async function setNotificationState(
  services: Services,
  id: string,
  newState: string,
  caller: Caller,
  inTransaction?: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const from = Object.hasOwn(allowedByHand, newState) ? allowedByHand[newState] : undefined;
  if (!from) throw rejection(`must be one of ${Object.keys(allowedByHand).join(', ')}, not ${describe(newState)}`);
  // Before the transaction: two that each need a second connection of the pool could wait for each other.
  const window = newState === 'PLAN' ? await currentWindow(services, id) : undefined;
  await withTransactionRetry(() =>
    services.sql.begin(async (transaction) => {
      const [row] = await lockNotifications(transaction, [id]);
      const [stored] = row ? await readDocs(transaction, [row.id]) : [];
      if (!row || !stored || !readable(services, kind, stored)) throw missing(kind, 'id', id);
      checkWritable(services, kind, stored);
      if (!from.includes(row.status as NotificationStatus))
        throw rejection(`cannot go from ${row.status} to ${newState}, only from ${from.join(' or ')}`);
      if (newState === 'CANCELLED') {
        // Checked by a statement after the lock: opening an attempt locks the row too.
        if (!(await cancelTargets(transaction, row.id))) {
          throw rejection(`cannot go from IN_PROGRESS to ${newState}: the notification is being sent`);
        }
      } else {
        if (window !== undefined)
          await transaction`update notification set window_override = ${JSON.stringify(window)} where id = ${row.id}`;
        await replanTargets(transaction, row.id, replannableStatuses, contextOf(caller));
      }
      const scope = { sql: transaction, access: services.access };
      await writeState(scope, stored, newState as NotificationStatus, caller);
      await inTransaction?.(transaction);
    }),
  );
  services.wakeRelay();
}

/** Returns the present window of the rule, null for none; undefined if the rule no longer exists: the window then stays. */
async function currentWindow(services: Services, id: string): Promise<DeliveryWindow | null | undefined> {
  const plan = parseStored<Partial<DeliveryPlan>>((await readPlans(services.sql, [id])).get(id) ?? '{}');
  if (plan.ruleCode === undefined) return undefined;
  const rule = await services.notificationRules.fetchFresh('code', plan.ruleCode);
  return rule && (readRuleConfig(rule.config ?? {}).window ?? null);
}

interface StoredNotification {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
}

/** Writes the status. A notification that is planned again expires after its original lifetime. */
async function writeState(
  scope: TransactionScope,
  stored: StoredNotification,
  status: NotificationStatus,
  caller: Caller,
): Promise<void> {
  const { sql: transaction } = scope;
  const { id } = stored;
  const before = parseStored<Values & { created?: string; expirationDate?: string }>(stored.doc);
  const values: Values = { ...before, status };
  const now = new Date();
  if (status === 'PLAN' && before.expirationDate !== undefined && before.created !== undefined) {
    const lifetimeMs = Date.parse(before.expirationDate) - Date.parse(before.created);
    values.expirationDate = new Date(now.getTime() + lifetimeMs).toISOString();
    await transaction`update notification set expires_at = ${values.expirationDate} where id = ${id}`;
  }
  const texts = recordTexts(kind, values, nextAudit(parseStored<Audit>(stored.audit), caller, now));
  checkWritable(scope, kind, texts);
  await writeNotifications(transaction, [{ ...texts, status }], (ids) => ({
    id: newId(),
    syncData: indexSyncData(kind, ids, caller),
  }));
}

const rejection = (why: string) => badRequest('The state cannot be set.', [`newState: ${why}`]);
