import type { Database } from '../../db/client.ts';
import { writeOnlyTextFor } from '../../db/queries/records/writeOnlyRows.ts';
import { notificationRule } from '../../domain/kinds/processing/notificationRule.ts';
import type { ChannelName } from '../../domain/notifications/channels/index.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';

/**
 * Returns the secret that signs the messages of a plan: the rule's at the time of the call, if it still belongs to the
 * origin of the URL in the plan.
 */
export async function signingSecret(
  sql: Database,
  plan: DeliveryPlan,
  channel: ChannelName,
): Promise<string | undefined> {
  const { signedBy, settings } = plan.channels[channel] ?? {};
  const { writeOnly } = notificationRule;
  if (signedBy === undefined || !writeOnly) return undefined;
  return writeOnlyTextFor(sql, writeOnly.table, { recordId: signedBy, boundTo: writeOnly.boundTo({ ...settings }) });
}
