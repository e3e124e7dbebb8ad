import type { Database } from '../../client.ts';

export interface EscalationState {
  /** Whether an e-mail to the same person has arrived, as far as its provider says; null if there is none. */
  readonly hasArrived: boolean | null;
  /** When the notification was accepted, in ms since 1970 by the database's clock. */
  readonly acceptedAt: number;
}

/**
 * Returns how the e-mails fare that were resolved from the same target as an SMS, for the same user. The members of a group
 * have one parent, and each has its user.
 */
export async function readEscalation(sql: Database, smsTargetId: string): Promise<EscalationState | undefined> {
  const [row] = await sql<EscalationState[]>`
    select (n.incarnation / 1000)::float8 as "acceptedAt", (
      select bool_or(e.status in ('SENT', 'DELIVERED')) from notification_target e
      where e.notification_id = t.notification_id and e.channel = 'email'
        and e.parent_id = t.parent_id and e.user_id is not distinct from t.user_id) as "hasArrived"
    from notification_target t join notification n on n.id = t.notification_id
    where t.id = ${smsTargetId}`;
  return row;
}
