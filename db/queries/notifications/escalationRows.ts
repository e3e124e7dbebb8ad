import type { Database } from '../../client.ts';

export interface EscalationState {
  /** Status of the e-mail to the same person; null if there is none. */
  readonly email: string | null;
  /** When the notification was accepted, in ms since 1970 by the database's clock. */
  readonly acceptedAt: number;
}

/**
 * Returns how the e-mail fares that was resolved from the same target as an SMS, for the same user. The members of a group
 * have one parent, and each has its user.
 */
export async function readEscalation(sql: Database, smsTargetId: string): Promise<EscalationState | undefined> {
  const [row] = await sql<EscalationState[]>`
    select e.status as email, (n.incarnation / 1000)::float8 as "acceptedAt"
    from notification_target t join notification n on n.id = t.notification_id
    left join notification_target e on e.notification_id = t.notification_id and e.channel = 'email'
      and e.parent_id = t.parent_id and e.user_id is not distinct from t.user_id
    where t.id = ${smsTargetId} limit 1`;
  return row;
}
