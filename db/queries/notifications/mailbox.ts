import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import type { Filtering } from '../../../domain/filtering/index.ts';
import type { NewMailboxMessage } from '../../../domain/notifications/mailbox/mailboxMessage.ts';
import type { Database } from '../../client.ts';
import { compileFiltering } from '../search/filtering.ts';
import { compileOrder } from '../search/ordering.ts';
import { lateralSearchColumns } from '../search/searchColumns.ts';
import { BoundValues } from '../sqlText.ts';

/** Limits of the stored messages: their number, and the sum of their sizes. */
const MAX_MESSAGES = 1_000;
const MAX_BYTES = 512 * 1024 * 1024;

export type Channel = 'EMAIL' | 'SMS';

export async function insertMailboxMessage(sql: Database, channel: Channel, message: NewMailboxMessage): Promise<void> {
  const { id, doc, search, raw } = message;
  await sql`
    insert into mailbox_message (id, channel, size, doc, search, raw)
    values (${id}, ${channel}, ${raw.byteLength}, ${doc}, ${search}, ${Buffer.from(raw)})`;
}

/** Deletes the oldest messages beyond the limits. Reads ids and sizes only, not the texts stored out of line. */
export async function trimMailbox(sql: Database): Promise<void> {
  await sql`
    delete from mailbox_message where id in (
      select id from (
        select id, row_number() over newest as place, sum(size) over newest as bytes
        from mailbox_message window newest as (order by id desc)
      ) as m where place > ${MAX_MESSAGES} or (bytes > ${MAX_BYTES} and place > 1))`;
}

/** Returns messages as JSON texts. Messages are few, so that a sequential scan is fast enough. */
export async function mailboxMessages(
  sql: Database,
  columns: readonly SearchColumn[],
  filtering: Pick<Filtering, 'conditions' | 'words' | 'sort' | 'size'>,
): Promise<string[]> {
  const values = new BoundValues();
  const text = `select r.doc from mailbox_message r, ${lateralSearchColumns(columns)}
    where ${compileFiltering(filtering, values)} order by ${compileOrder(filtering.sort, values)}
    limit ${Math.min(filtering.size, MAX_MESSAGES)}`;
  return (await sql.unsafe<{ doc: string }[]>(text, values.list)).map(({ doc }) => doc);
}

export async function rawMailboxMessage(
  sql: Database,
  id: string,
): Promise<{ channel: Channel; raw: Buffer<ArrayBuffer> } | undefined> {
  const [row] = await sql<
    { channel: Channel; raw: Buffer<ArrayBuffer> }[]
  >`select channel, raw from mailbox_message where id = ${id}`;
  return row;
}

export async function emptyMailbox(sql: Database): Promise<void> {
  await sql`delete from mailbox_message`;
}

/** Returns SMS as they were received, newest first: those to one number, or all. */
export async function sinkMessages(
  sql: Database,
  { to, id, size }: { to?: string | undefined; id?: string | undefined; size: number },
): Promise<{ id: string; raw: string }[]> {
  return sql<{ id: string; raw: string }[]>`
    select id, convert_from(raw, 'UTF8') as raw from mailbox_message
    where channel = 'SMS' and (${to ?? null}::text is null or doc::jsonb->'to'->>0 = ${to ?? null})
      and (${id ?? null}::uuid is null or id = ${id ?? null})
    order by id desc limit ${size}`;
}
