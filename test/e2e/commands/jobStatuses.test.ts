import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { makeFolderForFile, startServiceForFile } from '../../helpers/bootstrap.ts';
import { makeCommandLine } from '../../helpers/processes/commandLine.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(240_000);

const folder = makeFolderForFile();
const service = await startServiceForFile({
  DATA_DIR: join(folder, 'data'),
  SAMPLE_DATA: 'false',
  WORKERS: '1',
  PORT: '0',
});
const run = makeCommandLine(folder, { WAYBILL_URL: service.url });

test('jobs that are cancelled are not failed ones, for `list` as for `jobs list`', async () => {
  const post = (jobType: string, more: object): Promise<unknown> =>
    service.send('POST', '/api/v2/jobs', {
      jobType: `SORTED_${jobType}`,
      startDate: '2026-11-20T08:00:00Z',
      ...more,
    });
  const steps = { status: 'NEW', jobSteps: [{ name: 'sorted', status: 'NEW' }] };
  await Promise.all([post('WAITING', steps), post('BROKEN', { status: 'FAILED', data: { order: 'ORD-31' } })]);
  const { id } = (await post('STOPPED', steps)) as { id: string };
  await service.send('POST', `/api/v2/jobs/${id}/cancel`, {});
  const typesOf = async (...words: string[]): Promise<string[]> =>
    (await run([...words, '--jq', '.[].jobType'])).out
      .split('\n')
      .flatMap((type) => (type.startsWith('SORTED_') ? [type.slice('SORTED_'.length)] : []))
      .toSorted();
  await poll('the cancel to be found', async () => (await typesOf('jobs', 'list', '--status', 'CANCELLED')).length > 0);
  await poll('all jobs to be found', async () => (await typesOf('list', 'Job')).length === 3);
  for (const [condition, types] of [
    ['status=FAILED', ['BROKEN']],
    ['status=CANCELLED', ['STOPPED']],
    ['status!=CANCELLED', ['BROKEN', 'WAITING']],
    ['status in CANCELLED,NEW', ['STOPPED', 'WAITING']],
    ['status in FAILED,CANCELLED', ['BROKEN', 'STOPPED']],
    ['status not in FAILED,NEW,COMPLETED', ['STOPPED']],
  ] as const)
    expect(await typesOf('list', 'Job', '-f', condition)).toEqual([...types]);
  expect(await typesOf('jobs', 'list', '--status', 'FAILED')).toEqual(['BROKEN']);
  expect(await typesOf('jobs', 'list', '--data', 'ord-3')).toEqual(['BROKEN']);
  expect((await run(['list', 'Job', '-f', 'status=CANCELLED'])).out).toMatch(/CANCELLED +SORTED_STOPPED/);
  expect((await run(['list', 'JobStep', '-f', 'status=CANCELLED', '-f', 'name=sorted'])).out).toContain('CANCELLED');
  const listed = (await run(['jobs', 'list', '--status', 'NEW', '-o', 'csv'])).out.split('\n');
  expect(listed.find((line) => line.includes('SORTED_WAITING'))).toMatch(/,NEW,SORTED_WAITING,,,/);
});
