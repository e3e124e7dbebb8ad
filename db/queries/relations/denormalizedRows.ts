import type { Transaction } from '../../client.ts';
import type { RecordTable } from '../records/recordStatements.ts';

/** A record that references one of the targets. */
export interface DenormalizedRow {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
  /** Id of the referenced record. */
  readonly target: string;
}

/** Number of records that are read and rewritten at a time; also the maximum number of ids in an index.sync job. */
export const DENORMALIZED_PAGE = 500;

/** Yields the records that reference `targets` by `column`, in pages by id, locked until the transaction ends. */
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
  /** The link members as JSON text; null for a kind without any. */
  readonly links: string | null;
}

/** Rewrites locked records without a change of their links, with their history rows and one outbox row for all of them. */
export async function rewriteRows(
  transaction: Transaction,
  { table, kind, hasCode, keepsHistory }: RecordTable,
  rows: readonly Rewritten[],
  { who, outboxId, syncData }: { readonly who: string; readonly outboxId: string; readonly syncData: string },
): Promise<void> {
  const column = (name: keyof Rewritten) => rows.map((row) => row[name]);
  const history = keepsHistory
    ? `, history_row as (
        insert into history (kind, record_id, incarnation, version, change, code, changed_by, changed_at, doc, audit, links_before)
        select '${kind}', id, incarnation, version, 'UPDATED', code, $6::text, at, doc, audit, links from changed)`
    : ', unused_parameters as (select $6::text)';
  await transaction.unsafe(
    `with input as (
      select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $9::text[]) as i (id, doc, audit, search, at, links)),
    changed as (
      update ${table} r set version = version + 1, index_version = greatest(index_version + 1, clock_us()),
        doc = i.doc, audit = i.audit, search = i.search
      from input i where i.id = r.id
      returning r.id, r.incarnation, r.version, ${hasCode ? 'r.code' : 'null::text as code'}, r.doc, r.audit, i.at, i.links)${history}
    insert into outbox (id, queue, data) values ($7::uuid, 'index.sync', $8::text)`,
    [
      ...[column('id'), column('doc'), column('audit'), column('search'), column('at')],
      who,
      outboxId,
      syncData,
      column('links'),
    ],
  );
}

/**
 * Records of a diff whose code or name changes, with their current code: others may have copies of both. Read before the
 * changes are written.
 *
 * @param members other members from which members of other records are computed
 */
export const renamedIds = ({ table, hasCode }: RecordTable, members: readonly string[]): string => `
  select ch.id, ${hasCode ? 'c.code' : "''"} as "from" from waybill_changes ch join ${table} c on c.id = ch.id
  where exists (select from waybill_audits a where a.n = ch.n)
    and (${hasCode ? 'c.code <> ch.code or ' : ''}${['name', ...members].map(isChanged).join(' or ')})`;

const isChanged = (member: string): string =>
  `(c.doc::json ->> '${member}') is distinct from (('{' || ch.body || '}')::json ->> '${member}')`;
