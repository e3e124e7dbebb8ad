import { describe, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Glob } from 'bun';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { completeMigration, recordTables, storageOfTable } from '../../scripts/completeMigration.ts';
import { accessTriggers } from '../../scripts/triggers/accessTriggers.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';

const root = join(import.meta.dir, '../..');
const folder = join(root, 'db/migrations');
const database = await makeDatabaseForFile();
const { sql } = database;

async function tablesOfSchema(): Promise<Map<string, readonly string[]>> {
  const tables = new Map<string, readonly string[]>();
  for (const file of new Glob('*.ts').scanSync(join(root, 'db/schema'))) {
    const exported = (await import(join(root, 'db/schema', file))) as Record<string, unknown>;
    for (const table of Object.values(exported)) {
      if (is(table, PgTable)) {
        tables.set(
          getTableName(table),
          Object.values(getTableColumns(table)).map(({ name }) => name),
        );
      }
    }
  }
  return tables;
}
const tables = await tablesOfSchema();

describe('the migrated database', () => {
  test('has the tables and columns of db/schema', async () => {
    const rows = await sql<{ table: string; columns: string[] }[]>`
      select c.relname as table, coalesce(array_agg(a.attname::text) filter (where a.attname is not null), '{}') as columns
      from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by c.relname`;
    const sorted = (map: Iterable<readonly [string, readonly string[]]>) =>
      Object.fromEntries([...map].map(([name, columns]) => [name, [...columns].sort()]));
    expect(sorted(rows.map(({ table, columns }) => [table, columns] as const))).toEqual(sorted(tables));
  });

  test('compares each code of a kind by code point, and checks its uniqueness at the end of a statement at the earliest', async () => {
    const coded = [...tables].flatMap(([name, columns]) =>
      columns.includes('code') && columns.includes('index_version') ? [name] : [],
    );
    expect(coded).toContain('notification_rule');
    const rows = await sql<{ table: string }[]>`
      select r.relname as table from pg_class r
      join pg_attribute a on a.attrelid = r.oid and a.attname = 'code' and a.attcollation = '"C"'::regcollation
      join pg_constraint c on c.conrelid = r.oid and c.contype = 'u' and c.conkey = array[a.attnum]
        and c.condeferrable and not c.condeferred
      where r.relnamespace = 'public'::regnamespace`;
    expect(rows.map(({ table }) => table).sort()).toEqual(coded.sort());
  });

  test('can defer every foreign key of a kind', async () => {
    const rows = await sql<{ table: string; deferrable: boolean }[]>`
      select r.relname as table, c.condeferrable and not c.condeferred as deferrable
      from pg_constraint c join pg_class r on r.oid = c.conrelid
      where c.contype = 'f' and r.relnamespace = 'public'::regnamespace`;
    const ofKinds = rows.filter(({ table }) => recordTables.has(table));
    expect(ofKinds.length).toBeGreaterThan(10);
    expect(ofKinds.filter(({ deferrable }) => !deferrable)).toEqual([]);
  });

  test('has the storage parameters and the partitioning that Drizzle cannot express', async () => {
    for (const [table, clause] of Object.entries(storageOfTable)) {
      const [row] = await sql<{ options: string[] | null; partitioned: string | null }[]>`
        select reloptions as options, pg_get_partkeydef(oid) as partitioned from pg_class where oid = ${table}::regclass`;
      const expected = /^WITH \((.*)\)$/.exec(clause)?.[1]?.split(', ');
      if (expected) expect((row?.options ?? []).sort()).toEqual(expected.map((one) => one.replace(' = ', '=')).sort());
      else expect(`PARTITION BY ${row?.partitioned}`).toBe(clause.replaceAll('"', ''));
    }
  });

  test('has no trigger before updates of steps, which would lock each row first', async () => {
    const rows = await sql<{ name: string }[]>`
      select tgname as name from pg_trigger
      where tgrelid = 'job_step'::regclass and not tgisinternal and tgtype & 2 <> 0 and tgtype & 16 <> 0`;
    expect([...rows]).toEqual([]);
  });

  test('has the triggers of scripts/triggers/accessTriggers.ts, with their conditions', async () => {
    const triggers = () => sql`
      select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
      where tgfoid = 'raise_access_epoch'::regproc order by tgname`;
    const migrated = [...(await triggers())];
    expect(migrated.length).toBeGreaterThan(10);
    for (const statement of accessTriggers)
      await sql.unsafe(
        statement
          .replace(/^CREATE TRIGGER/, 'CREATE OR REPLACE TRIGGER')
          .replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'),
      );
    expect([...(await triggers())]).toEqual(migrated);
  });
});

describe('the migrations', () => {
  test('match db/schema', () => {
    const out = relative(root, mkdtempSync(join(tmpdir(), 'waybill-migrations-')));
    try {
      cpSync(folder, join(root, out), { recursive: true });
      const options = ['--dialect=postgresql', '--schema=db/schema', `--out=${out}`];
      const { stdout } = Bun.spawnSync(['node_modules/.bin/drizzle-kit', 'generate', ...options], { cwd: root });
      expect(stdout.toString()).toContain('No schema changes');
    } finally {
      rmSync(join(root, out), { recursive: true });
    }
  });

  test('are complete', () => {
    for (const file of new Glob('*.sql').scanSync(folder)) {
      const text = readFileSync(join(folder, file), 'utf8');
      expect(completeMigration(text, { isFirst: file.startsWith('0000_') })).toBe(text);
    }
  });
});

test('a new kind and a new reference are completed', () => {
  const generated = `CREATE TABLE "planet" (
	"code" text COLLATE "C" NOT NULL,
	CONSTRAINT "planet_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_planet_id_planet_id_fk" FOREIGN KEY ("planet_id") REFERENCES "public"."planet"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_group_planet" ON "user_group" USING btree ("planet_id");`;
  expect(completeMigration(generated, { isFirst: false })).toBe(`CREATE TABLE "planet" (
	"code" text COLLATE "C" NOT NULL,
	CONSTRAINT "planet_code_unique" UNIQUE("code") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_planet_id_planet_id_fk" FOREIGN KEY ("planet_id") REFERENCES "public"."planet"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
CREATE INDEX "user_group_planet" ON "user_group" USING btree ("planet_id");
`);
});
