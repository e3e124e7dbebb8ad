import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeMigration } from './completeMigration.ts';

/**
 * `npm run generate -- --name <name>`: writes the migration from the newest snapshot to db/schema, with what Drizzle
 * cannot express. Writes nothing if the schema has not changed.
 */
const migrations = join(import.meta.dir, '../db/migrations');
const { status } = spawnSync('node_modules/.bin/drizzle-kit', ['generate', ...process.argv.slice(2)], {
  cwd: join(import.meta.dir, '..'),
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
const journal: { readonly entries: readonly { readonly idx: number; readonly tag: string }[] } = JSON.parse(
  readFileSync(join(migrations, 'meta/_journal.json'), 'utf8'),
);
const newest = journal.entries.at(-1);
if (newest) {
  const file = join(migrations, `${newest.tag}.sql`);
  writeFileSync(file, completeMigration(readFileSync(file, 'utf8'), { isFirst: newest.idx === 0 }));
}
