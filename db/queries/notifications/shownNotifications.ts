import type { Database } from '../../client.ts';
import { queryReadable } from '../access/readableRows.ts';

/** Reads notifications with their targets as responses show them. */

/** A target with the columns that responses show. */
export interface TargetRow {
  readonly id: string;
  readonly notificationId: string;
  readonly parentId: string | null;
  readonly input: string;
  readonly channel: string | null;
  readonly address: string | null;
  readonly status: string;
  readonly statusReason: string | null;
  readonly attempts: string;
  readonly attemptCount: number;
  readonly openSince: Date | null;
  readonly openWorker: string | null;
  readonly openProvider: string | null;
  readonly providerId: string | null;
  readonly version: number;
  readonly updatedAt: Date;
}

export interface NotificationRow {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
  readonly status: string;
}

/** A notification with its targets, of one moment. */
export interface ShownNotification extends NotificationRow {
  readonly targets: readonly TargetRow[];
}

const columnsOfRow = 'id, doc, audit, status';

export async function readNotification(sql: Database, id: string): Promise<NotificationRow | undefined> {
  const [row] = await sql.unsafe<NotificationRow[]>(
    `select ${columnsOfRow} from notification where id = $1::uuid`,
    [id],
    { prepare: true },
  );
  return row;
}

export async function readShownNotification(sql: Database, id: string): Promise<ShownNotification | undefined> {
  const [shown] = await readShown(sql, `select ${columnsOfRow} from notification where id = $1::uuid`, [id]);
  return shown;
}

/** Owners of notifications. */
export interface NotificationOwners {
  readonly ownerType: string;
  readonly ownerIds: readonly string[];
  /** The notifications to choose from: the table, or a subquery with its columns. */
  readonly source: string;
}

/** Returns the notifications of owners with their targets, oldest first. */
export function notificationsByOwners(
  sql: Database,
  { ownerType, ownerIds, source }: NotificationOwners,
  limit: number,
): Promise<ShownNotification[]> {
  return readShown(
    sql,
    `select ${columnsOfRow} from ${source} notification
    where hashtextextended(owner_id, hashtextextended(owner_type, 0)) in
        (select hashtextextended(owner, hashtextextended($1::text, 0)) from unnest($2::text[]) as owner)
      and owner_type = $1::text and owner_id = any($2::text[])
    order by id limit $3::int`,
    [ownerType, ownerIds, limit],
  );
}

/** A target, with the columns of its notification in the first row of the notification. */
type JoinedRow = Omit<TargetRow, 'id'> & {
  readonly id: string | null;
  readonly ofId: string;
  readonly doc: string | null;
  readonly audit: string | null;
  readonly ofStatus: string;
};

/** Reads the notifications that a statement selects, and their targets, in one statement: a worker may end them meanwhile. */
async function readShown(
  sql: Database,
  selection: string,
  parameters: Parameters<typeof queryReadable>[2],
): Promise<ShownNotification[]> {
  const rows = await queryReadable<JoinedRow>(
    sql,
    `with shown as (${selection})
    select shown.id as "ofId", shown.status as "ofStatus", case when t.place > 1 then null else shown.doc end as doc,
      case when t.place > 1 then null else shown.audit end as audit,
      t.id, t.notification_id as "notificationId", t.parent_id as "parentId", t.input, t.channel, t.address, t.status,
      t.status_reason as "statusReason", t.attempts, t.attempt_count as "attemptCount", t.open_since as "openSince",
      t.open_worker as "openWorker", t.open_provider as "openProvider", t.provider_id as "providerId", t.version,
      t.updated_at as "updatedAt"
    from shown left join lateral (
      select *, row_number() over (order by position, id) as place
      from notification_target where notification_id = shown.id) t on true
    order by shown.id, t.place`,
    parameters,
  );
  return [...Map.groupBy(rows, ({ ofId }) => ofId)].map(([id, [first, ...others]]) => ({
    ...{ id, doc: first?.doc ?? '', audit: first?.audit ?? '', status: first?.ofStatus ?? '' },
    targets: [first, ...others].filter((row): row is JoinedRow & TargetRow => row?.id != null),
  }));
}
