import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { exposeMetrics } from '../../../domain/monitoring/exposeMetrics.ts';
import { makeWebhookChannel } from '../../../drivers/channels/webhook/webhookChannel.ts';
import { makeHostGuard } from '../../../drivers/net/ssrfGuard.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { startWorkerForFile, stopAfterFile } from '../../helpers/bootstrap.ts';
import { untilPosted } from '../../helpers/changes/postedChanges.ts';
import { runTool } from '../../helpers/processes/runTool.ts';
import { startWebhookHost } from '../../helpers/servers/webhookHost.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(120_000);

/** What operators see of rules that post the changes of records. */

const api = await startAuthenticatedApiForFile();
const { administrator, sql } = api;
const host = startWebhookHost();
stopAfterFile(() => host.stop());
/** Nothing listens there. */
const closed = '127.0.0.1:9';
const webhook = makeWebhookChannel({ guard: makeHostGuard([host.host, closed]), timeoutMs: 2_000 });
const worker = await startWorkerForFile(
  api.databaseUrl,
  makePostgresSearch(sql),
  {},
  {
    channels: { email: [], sms: [], webhook: [webhook] },
    deliveryRules: { maxAttempts: 8, backoff: () => 0.2, circuitBreaker: { failures: 3, pauseSeconds: 3_600 } },
    logExchanges: 'meta',
    queues: ['rule.changes'],
  },
);
await worker.services.accessEpoch.start();
stopAfterFile(() => worker.services.accessEpoch.stop());

afterEach(async () => {
  host.forget();
  const rules = await expectOk<{ id: string }[]>(administrator.request('GET', '/notification-rules'));
  for (const { id } of rules) await expectOk(administrator.request('DELETE', `/notification-rules/${id}`));
});

let made = 0;

async function makeRule(config: JsonObject = {}): Promise<{ id: string; code: string }> {
  const code = `rule_${++made}`;
  const whole = { event: 'RECORD_CHANGED', kinds: ['WorklogType'], url: `${host.url}?token=t`, ...config };
  const rule = { code, name: code, eventType: 'SYSTEM', apiSenderBeanName: 'webhookSender', config: whole };
  return expectOk(administrator.request('POST', '/notification-rules', rule));
}

const create = async (): Promise<string> => {
  const code = `TYPE_${++made}`;
  await expectOk(administrator.request('POST', '/worklog-types', { code, name: code }));
  return code;
};
const feedOf = (code: string) => expectOk<JsonObject>(administrator.request('GET', `/notification-rules/${code}/feed`));
const doctor = async (): Promise<string> => {
  const { output } = await runTool([process.execPath, 'cli/waybill.ts', 'doctor', '--quick'], {
    cwd: join(import.meta.dir, '../../..'),
    environment: { DATABASE_URL: api.databaseUrl },
  });
  return output;
};
const metricOf = async (name: string, rule: string): Promise<number> => {
  const text = await exposeMetrics(api.services, undefined);
  return Number(new RegExp(`^waybill_rule_feed_${name}\\{rule="${rule}"\\} (\\S+)$`, 'm').exec(text)?.[1]);
};

test('the feed of a rule shows what was posted, and why a request is repeated', async () => {
  const { id, code } = await makeRule();
  expect(await feedOf(code)).toEqual({ status: 'ACTIVE', missed: false });
  await untilPosted(host, await create());
  await poll('the end of the request', async () => 'lastPostedAt' in (await feedOf(code)));

  host.meet(...Array.from({ length: 1_000 }, () => new Response('no such hook', { status: 404 })));
  const second = await create();
  const failing = await poll('four attempts', async () => {
    const feed = await feedOf(code);
    return Number(feed['failedAttempts']) >= 4 ? feed : undefined;
  });
  expect(failing).toMatchObject({
    status: 'RETRYING',
    error: 'The receiver has not accepted the changes: 404 no such hook',
    requestId: expect.any(String),
    failingSince: expect.any(String),
    nextAttemptAt: expect.any(String),
  });
  expect(await metricOf('failed_attempts', code)).toBeGreaterThanOrEqual(4);
  expect(await metricOf('lag_seconds', code)).toBeGreaterThan(0);
  expect(await metricOf('last_posted_timestamp_seconds', code)).toBeGreaterThan(1_700_000_000);
  expect(await doctor()).toContain(`waybill api notification-rules/${code}/feed`);

  const logs = await sql<{ doc: string }[]>`select doc from log where owner_id = ${id} order by start_date limit 1`;
  expect(JSON.parse(logs[0]?.doc ?? '{}')).toMatchObject({
    ownerType: 'NotificationRule',
    logTypeCode: 'NOTIFICATION_EXCHANGE',
    resultCode: 'rejected',
    response: '404 no such hook',
    messageId: failing['requestId'],
    request: JSON.stringify({ channel: 'webhook', url: host.url, attempt: 1, changes: 1 }),
  });

  host.forget();
  await untilPosted(host, second);
  await poll('the end of the request', async () => (await feedOf(code))['status'] === 'ACTIVE');
  expect(await metricOf('failed_attempts', code)).toBe(0);
});

test('a receiver that cannot be reached opens the circuit breaker of its host', async () => {
  const { code } = await makeRule({ url: `http://${closed}/hook` });
  await create();
  const opened = async () =>
    (await sql<{ provider: string }[]>`select provider from circuit_breaker where open_until is not null`)[0]?.provider;
  expect(await poll('the circuit breaker', opened)).toBe(`webhook:${closed}`);
  // Each later look at the feed waits for the circuit breaker, and counts as no attempt.
  const waits = async () => {
    const [feed] = await sql`
      select from rule_change_feed where attempt_count = 3 and next_at > now() + interval '5 minutes'`;
    return feed !== undefined;
  };
  await poll('the rule to wait', waits);
  expect(await feedOf(code)).toMatchObject({ status: 'RETRYING', failedAttempts: 3 });
});

test('the feed of another rule is a 404, and so is that of a rule out of reach', async () => {
  const rule = { code: 'rest', name: 'Rest', eventType: 'REST', apiSenderBeanName: 'webhookSender' };
  await expectOk(administrator.request('POST', '/notification-rules', { ...rule, config: { url: host.url } }));
  const other = await administrator.request('GET', '/notification-rules/rest/feed');
  expect([other.status, other.errors]).toEqual([404, [expect.stringContaining('has no feed')]]);
  const { code } = await makeRule();
  const none = { filters: [{ column: 'code', operator: 'EQ', value: 'another' }] };
  const stranger = await api.callerWith([{ entityName: 'NotificationRule', expression: none }]);
  expect((await stranger.request('GET', `/notification-rules/${code}/feed`)).status).toBe(404);
});
