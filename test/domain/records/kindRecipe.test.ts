import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';

const root = join(import.meta.dir, '..', '..', '..');
const comments = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;

test('a kind is four files: its declaration, its table, the index of kinds and the generated migration', async () => {
  const { name, path, table, plural } = worklogType;
  const names = [name, path, table, plural, 'worklogType'];
  const files = new Glob('{api,app,db,domain,drivers,workers}/**/*.{ts,tsx,sql}').scanSync(root);
  const mentions: string[] = [];
  for (const file of files) {
    const text = (await Bun.file(join(root, file)).text()).replaceAll(comments, '');
    if (names.some((one) => text.includes(one))) mentions.push(file.replace(/\d{4}_\w+/, '*'));
  }
  expect(mentions.sort()).toEqual([
    'db/migrations/*.sql',
    'db/schema/records.ts',
    'domain/kinds/index.ts',
    'domain/kinds/processing/worklogType.ts',
  ]);
});
