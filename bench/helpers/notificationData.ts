import type { Database } from '../../db/client.ts';
import { notification } from '../../domain/kinds/processing/notification.ts';
import { DAY, idOf, insert, mark, sqlId, uuidMark } from './organisationData.ts';

/** How many of ten notifications were last changed long ago. */
export const OLD_OF_TEN = 1;

/** Inserts notifications that were sent to one address each, as organisationData.ts does. Every tenth was sent 90 days ago. */
export async function loadNotifications(sql: Database, count: number, plan: string): Promise<void> {
  // Each a second after the one before. The search document has the times as numbers too.
  const ms = `(${Date.parse(DAY)} + n * 1000::bigint)`;
  const values = {
    id: uuidMark(0),
    ownerType: 'Outage',
    ownerId: `o${mark('owner')}`,
    subject: `Outage in Main Street ${mark('house')}`,
    contents: `Good day,\nthere is no water in Main Street ${mark('house')}.\n3 hours`,
    notificationTo: [{ email: `customer${mark('number')}@example.com` }],
    status: 'SENT',
    data: { street: `Main Street ${mark('house')}`, hours: 3 },
    created: DAY,
    templateCode: 'outage',
    sent: DAY,
  };
  await insert(sql, notification, count, values, {
    id: sqlId('notification', 'n'),
    marks: {
      [mark('owner')]: `(n % ${Math.max(count / 10, 1)})::text`,
      [mark('house')]: '(n % 3000)::text',
      [mark('number')]: 'n::text',
      [DAY]: `to_char(to_timestamp(${ms} / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      [String(Date.parse(DAY))]: `${ms}::text`,
    },
    columns: {
      owner_type: "'Outage'",
      owner_id: `'o' || n % ${Math.max(count / 10, 1)}`,
      status: "'SENT'",
      plan: `'${plan.replaceAll("'", "''")}'`,
    },
    writtenAt: `(extract(epoch from now() - case when n % 10 < ${OLD_OF_TEN} then interval '90 days' else interval '0' end) * 1000000)::bigint + n`,
  });
  const attempts = [
    { attempt: 1, at: DAY, worker: 'bench', provider: 'smtp', outcome: 'sent', answer: '250 OK', durationMs: 12 },
  ];
  await sql.unsafe(`
    insert into notification_target (id, notification_id, position, input, channel, address, status, attempt_count, fence, attempts)
    select ${sqlId('target', 'n')}::uuid, ${sqlId('notification', 'n')}::uuid, 0, '{}', 'email',
      'customer' || n || '@example.com', 'SENT', 1, 1, '${JSON.stringify(attempts)}'
    from generate_series(1, ${count}) n`);
  await sql.unsafe('vacuum analyze notification');
  await sql.unsafe('vacuum analyze notification_target');
}

export const notificationId = (n: number): string => idOf('notification', n);
