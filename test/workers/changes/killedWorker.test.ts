import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { batchesOf, changesOf, untilPosted } from '../../helpers/changes/postedChanges.ts';
import { startProcess } from '../../helpers/processes/process.ts';
import { startWebhookHost } from '../../helpers/servers/webhookHost.ts';

setDefaultTimeout(180_000);

const api = await startAuthenticatedApiForFile();
const { administrator, sql } = api;
const host = startWebhookHost();
stopAfterFile(() => host.stop());

const startPoster = () =>
  startProcess('worker', {
    environment: {
      DATABASE_URL: api.databaseUrl,
      ALLOWED_HOSTS: host.host,
      QUEUES: 'rule.changes',
      WEBHOOK_TIMEOUT_SECONDS: '120',
    },
  });

test('a worker that is killed while it posts changes is replaced: nothing is missed, and all is in order', async () => {
  const config = { event: 'RECORD_CHANGED', kinds: ['WorklogType'], url: host.url };
  const rule = { code: 'kill', name: 'Kill', eventType: 'SYSTEM', apiSenderBeanName: 'webhookSender', config };
  await expectOk(administrator.request('POST', '/notification-rules', rule));
  const change = (icon: string) => expectOk(administrator.request('PATCH', '/worklog-types/KILLED', { icon }));

  const doomed = await startPoster();
  host.meet('hang');
  const before = host.requests;
  await expectOk(administrator.request('POST', '/worklog-types', { code: 'KILLED', name: 'Killed' }));
  await host.changes.until('the request', () => host.requests > before);
  const [open] = await sql<{ id: string; worker: string }[]>`select batch_id as id, worker from rule_change_feed`;
  await change('a');
  await change('b');
  await doomed.kill();
  await change('c');

  const heir = await startPoster();
  await expectOk(administrator.request('POST', '/worklog-types', { code: 'LAST', name: 'Last' }));
  await untilPosted(host, 'LAST');
  expect(changesOf(host).map(({ version, record }) => `${record?.['code']} ${version}`)).toEqual([
    'KILLED 1',
    'KILLED 2',
    'KILLED 3',
    'KILLED 4',
    'LAST 1',
  ]);
  // The first request is the one that the killed worker has not ended.
  expect(batchesOf(host)[0]?.id).toBe(open?.id as string);
  expect(await heir.stop()).toBe(0);
});
