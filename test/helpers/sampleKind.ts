import type { Database } from '../../db/client.ts';
import * as members from '../../domain/kinds/declaration/members.ts';
import type { Audit, Kind, Values } from '../../domain/kinds/kind.ts';
import { recordTexts } from '../../domain/records/record.ts';

/** A kind with a member of every type, for tests of all kinds. It is not registered, and has its own table. */
export const sampleKind: Kind = {
  name: 'Sample',
  path: 'samples',
  table: 'sample',
  plural: 'samples',
  description: 'A record with a member of every type.',
  members: {
    id: members.uuid(),
    code: members.string(),
    name: members.string(),
    description: members.string(),
    text: members.string(),
    owner: members.uuid(),
    when: members.date(),
    count: members.integer(),
    size: members.number(),
    flag: members.boolean(),
    tags: members.strings(),
    chars: members.free(),
    localizationData: members.localizations(),
    validFor: members.object({
      validFrom: members.date(),
      note: members.string(),
      inner: members.object({ deep: members.string() }),
    }),
    logType: members.reference('LogType'),
    parts: members.objects({
      id: members.uuid(),
      name: members.string(),
      when: members.date(),
      amount: members.number(),
      done: members.boolean(),
      tags: members.strings(),
      data: members.free(),
      period: members.object({ note: members.string() }),
      pieces: members.objects({ name: members.string(), amount: members.integer() }),
    }),
  },
  operations: ['searchList', 'searchPage', 'count'],
  keepsHistory: false,
};

export interface SampleRecord {
  readonly values: Values;
  readonly audit: Audit;
}

/** Creates a table with only the columns that every table of records has. */
export async function makeRecordTable(sql: Database, table: string): Promise<void> {
  await sql.unsafe(`create table "${table}" (id uuid primary key, version integer not null, incarnation bigint not null,
    index_version bigint not null, doc text not null, audit text not null, search text not null)`);
}

/** Inserts or replaces records without validation, each with a newer indexVersion. */
export async function putRecords(sql: Database, kind: Kind, records: readonly SampleRecord[]): Promise<void> {
  for (const { values, audit } of records) {
    const { id, doc, audit: auditText, search } = recordTexts(kind, values, audit);
    await sql.unsafe(
      `insert into "${kind.table}" as t (id, version, incarnation, index_version, doc, audit, search)
       values ($1::uuid, $2::int, 1, clock_us(), $3, $4, $5)
       on conflict (id) do update set version = excluded.version, doc = excluded.doc, audit = excluded.audit,
         search = excluded.search, index_version = greatest(t.index_version + 1, excluded.index_version)`,
      [id, audit.version, doc, auditText, search],
    );
  }
}

export const sampleAudit = (version = 1): Audit => ({
  version,
  whoInserted: 'tester',
  whenInserted: '2026-01-01T00:00:00.000Z',
  whoEdited: 'tester',
  whenEdited: '2026-01-01T00:00:00.000Z',
});
