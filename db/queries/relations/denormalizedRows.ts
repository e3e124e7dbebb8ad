import type { Transaction } from '../../client.ts';
import type { RecordTable } from '../records/recordStatements.ts';

/** A record that points to one of those asked for. */
export interface DenormalizedRow {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
  /** The record that it points to. */
  readonly target: string;
}

/** As many as are read, made anew and written at once; also the most ids that an index.sync job carries. */
export const DENORMALIZED_PAGE = 500;

/** The records that point to `targets` by `column`, in pages by id, each locked until the transaction ends. */
export async function* denormalizedRows(
  transaction: Transaction,
  { table }: RecordTable,
  column: string,
  targets: readonly string[],
): AsyncGenerator<DenormalizedRow[]> {
  let after: string | undefined;
  for (;;) {
    const rows: DenormalizedRow[] = await transaction<DenormalizedRow[]>`
      select id, doc, audit, ${transaction(column)} as target from ${transaction(table)}
      where ${transaction(column)} = any(${targets}::uuid[]) ${after === undefined ? transaction`` : transaction`and id > ${after}`}
      order by id limit ${DENORMALIZED_PAGE} for update`;
    if (rows.length > 0) yield rows;
    if (rows.length < DENORMALIZED_PAGE) return;
    after = rows.at(-1)?.id;
  }
}

export interface Rewritten {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
  readonly search: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Writes locked records anew, with their history and one outbox row for all of them. */
export async function rewriteRows(
  transaction: Transaction,
  { table, kind, hasCode, keepsHistory }: RecordTable,
  rows: readonly Rewritten[],
  { who, outboxId, syncData }: { readonly who: string; readonly outboxId: string; readonly syncData: string },
): Promise<void> {
  const column = (name: keyof Rewritten) => rows.map((row) => row[name]);
  const history = keepsHistory
    ? `, history_row as (
        insert into history (kind, record_id, incarnation, version, change, code, changed_by, changed_at, doc, audit)
        select '${kind}', id, incarnation, version, 'UPDATED', code, $6::text, at, doc, audit from changed)`
    : ', unused_parameters as (select $6::text)';
  await transaction.unsafe(
    `with input as (
      select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) as i (id, doc, audit, search, at)),
    changed as (
      update ${table} r set version = version + 1, index_version = greatest(index_version + 1, clock_us()),
        doc = i.doc, audit = i.audit, search = i.search
      from input i where i.id = r.id
      returning r.id, r.incarnation, r.version, ${hasCode ? 'r.code' : 'null::text as code'}, r.doc, r.audit, i.at)${history}
    insert into outbox (id, queue, data) values ($7::uuid, 'index.sync', $8::text)`,
    [column('id'), column('doc'), column('audit'), column('search'), column('at'), who, outboxId, syncData],
  );
}

/** Records of a diff whose code or name changes, with the code that they have: what others may say of them. Asked for before the changes are made. */
export const renamedIds = ({ table, hasCode }: RecordTable): string => `
  select ch.id, ${hasCode ? 'c.code' : "''"} as "from" from waybill_changes ch join ${table} c on c.id = ch.id
  where exists (select from waybill_audits a where a.n = ch.n)
    and (${hasCode ? 'c.code <> ch.code or ' : ''}(c.doc::json ->> 'name') is distinct from (('{' || ch.body || '}')::json ->> 'name'))`;
