import type { Database, Transaction } from '../../client.ts';

/** The texts of rules in which release 0.2 stored secrets. */

const inDocument = (doc: string): string =>
  `position('"secret"' in ${doc}) > 0 and ${doc}::json #> '{config,secret}' is not null`;

/** Returns the ids of rules, deleted ones too, of which a version contains a secret. Reads only the history of rules. */
export async function rulesWithSecrets(sql: Database | Transaction): Promise<string[]> {
  const rows = await sql.unsafe<{ id: string }[]>(`
    select distinct h.record_id as id from history h
    where h.kind = 'NotificationRule' and ${inDocument('h.doc')} and h.record_id = any(array(
      select id from notification_rule
      union select record_id from history where kind = 'NotificationRule' and change = 'DELETED'))`);
  return rows.map(({ id }) => id);
}

export interface RuleVersion {
  readonly incarnation: bigint;
  readonly version: number;
  readonly changedAt: Date;
  readonly doc: string;
}

export const versionsOfRule = (transaction: Transaction, id: string) => transaction<RuleVersion[]>`
  select incarnation, version, changed_at as "changedAt", doc from history
  where kind = 'NotificationRule' and record_id = ${id} order by incarnation, version`;

export const replaceVersion = (
  transaction: Transaction,
  id: string,
  { incarnation, version, doc }: Pick<RuleVersion, 'incarnation' | 'version' | 'doc'>,
) => transaction`
  update history set doc = ${doc}
  where kind = 'NotificationRule' and record_id = ${id} and incarnation = ${incarnation} and version = ${version}`;

export const lockRule = (transaction: Transaction, id: string) => transaction<{ doc: string; audit: string }[]>`
  select doc, audit from notification_rule where id = ${id} for update`;

export const replaceRule = (
  transaction: Transaction,
  id: string,
  { doc, search }: { readonly doc: string; readonly search: string },
) => transaction`
  update notification_rule set doc = ${doc}, search = ${search}, index_version = greatest(index_version + 1, clock_us())
  where id = ${id}`;

/** Notifications that are read together. */
const PAGE = 5_000;

/** Replaces the secrets in the plans of notifications by the ids of their rules. */
export async function removeSecretsFromPlans(sql: Database): Promise<void> {
  let after: string | null = '00000000-0000-0000-0000-000000000000';
  while (after !== null) {
    const [row]: { last: string | null }[] = await sql`
      with page as (select id from notification where id > ${after} order by id limit ${PAGE}),
      signed as (
        update notification n
        set plan = jsonb_set(n.plan::jsonb, '{channels,webhook}',
          (n.plan::jsonb #> '{channels,webhook}') #- '{settings,secret}' || jsonb_strip_nulls(jsonb_build_object('signedBy',
            (select r.id from notification_rule r where r.code = n.plan::json ->> 'ruleCode'))))::text
        where n.id in (select id from page) and position('"secret"' in n.plan) > 0
          and n.plan::json #> '{channels,webhook,settings,secret}' is not null)
      select (select id from page order by id desc limit 1) as last`;
    after = row?.last ?? null;
  }
}
