import type { Database } from '../../client.ts';
import { isSuppressed } from './suppressionRows.ts';

/** A target to deliver to, with the columns of its notification that decide whether delivery is allowed. */
export interface DeliveryRow {
  readonly id: string;
  readonly notificationId: string;
  readonly position: number;
  readonly input: string;
  readonly channel: string | null;
  readonly address: string | null;
  /** Record of the user whose address it is. */
  readonly userDoc: string | null;
  readonly status: string;
  readonly statusReason: string | null;
  readonly attemptCount: number;
  readonly fence: number;
  readonly openWorker: string | null;
  readonly openProvider: string | null;
  readonly openSince: Date | null;
  /** `open_since` with all its digits: changes whenever the attempt is renewed. */
  readonly openToken: string | null;
  /** The open attempt was not handed over yet. False also where the channel does not record hand-overs. */
  readonly isUnsent: boolean;
  /** ms since the open attempt began. */
  readonly openMs: number | null;
  readonly notificationStatus: string;
  /** Changes with each write of the notification, also of an erasure, which replaces texts in its plan. */
  readonly notificationVersion: string;
  /** JSON text of the window that replaces the plan's after a resend. */
  readonly windowOverride: string | null;
  readonly expired: boolean;
  /** Seconds until the notification expires; null for never. */
  readonly expiresIn: number | null;
  /** Its address is suppressed. */
  readonly suppressed: boolean;
  /** The target is due later, by a successor job: this job has already run. */
  readonly early: boolean;
  /** ms since 1970 by the database's clock. */
  readonly clock: number;
}

/** Reads the small columns only: `plan` is the same for all targets of a notification, and is cached. */
export async function readDeliveries(sql: Database, ids: readonly string[]): Promise<DeliveryRow[]> {
  return sql.unsafe<DeliveryRow[]>(
    `select t.id, t.notification_id as "notificationId", t.position, t.input, t.channel, t.address, u.doc as "userDoc", t.status,
      t.status_reason as "statusReason", t.attempt_count as "attemptCount", t.fence, t.open_worker as "openWorker", t.open_provider as "openProvider", t.open_since as "openSince", t.open_since::text as "openToken",
      coalesce(t.open_since is not null and t.unsent_fence = t.fence, false) as "isUnsent",
      (extract(epoch from clock_timestamp() - t.open_since) * 1000)::float8 as "openMs",
      n.status as "notificationStatus", n.index_version::text as "notificationVersion", n.window_override as "windowOverride", coalesce(n.expires_at <= clock_timestamp(), false) as expired,
      extract(epoch from n.expires_at - clock_timestamp())::float8 as "expiresIn",
      t.due_at > clock_timestamp() as early, ${isSuppressed} as suppressed,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as clock
    from notification_target t join notification n on n.id = t.notification_id
      left join app_user u on u.id = t.user_id
    where t.id = any($1::uuid[])`,
    [[...ids]],
    { prepare: true },
  );
}

export async function readPlans(sql: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; plan: string }[]>`
    select id, plan from notification where id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, plan }) => [id, plan]));
}

export interface AttachmentRow {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

export async function readAttachmentRows(sql: Database, notificationId: string): Promise<AttachmentRow[]> {
  return sql<AttachmentRow[]>`
    select name, media_type as "mediaType", content from notification_attachment
    where notification_id = ${notificationId} order by position`;
}
