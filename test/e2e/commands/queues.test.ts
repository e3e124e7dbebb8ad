import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { makeFolderForFile, startServiceForFile } from '../../helpers/bootstrap.ts';
import { makeTestDatabase } from '../../helpers/database.ts';
import { makeCommandLine } from '../../helpers/processes/commandLine.ts';

setDefaultTimeout(240_000);

const folder = makeFolderForFile();
const database = await makeTestDatabase();
afterAll(() => database.drop());
const service = await startServiceForFile({
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, 'data'),
  SAMPLE_DATA: 'false',
  WORKERS: '1',
  PORT: '0',
});

const commandLine = makeCommandLine(folder, { WAYBILL_URL: service.url });
const run = (...words: string[]) => commandLine(words, { environment: {}, input: '' });

test('waybill lists queue jobs, and discards dead letters by id, by reason, or all', async () => {
  for (const reason of ['away', 'refused', 'refused again'])
    await database.sql`
      insert into pgboss.job (name, data, source_output)
      values ('step.directory.dead', '{}', ${database.sql.json({ message: reason })})`;
  await database.sql`
    insert into pgboss.job (name, data, start_after) values ('step.directory', '{}', now() + interval '1 day')`;
  const left = async (): Promise<string> =>
    (await run('dead-letters', 'list', 'step.directory', '--jq', '.[].reason')).out;
  const discard = ['dead-letters', 'discard', 'step.directory', '--yes'];
  const discarded = '1 dead letter of step.directory was discarded.\n';
  expect((await run('queues', 'jobs', 'step.directory', '--jq', '.[].state')).out).toBe('SCHEDULED\n');
  const unreachable = ['dead-letters', 'list', 'step.directory', '--reason', 'AWAY', '--jq', '.[].id'];
  expect((await run(...discard, (await run(...unreachable)).out.trim())).out).toBe(discarded);
  expect((await run(...discard, '--reason', '')).code).toBe(2);
  expect((await run(...discard, '--all', '--reason', 'refused')).code).toBe(2);
  expect((await run('dead-letters', 'discard', 'step.directory', '--all')).code).toBe(2);
  expect((await run(...discard, '--reason', 'again')).out).toBe(discarded);
  expect(await left()).toBe('refused\n');
  expect((await run(...discard, '--all')).out).toBe(discarded);
  expect(await left()).toBe('');
});
