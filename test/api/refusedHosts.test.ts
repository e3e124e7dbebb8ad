import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { startApiForFile, type TestApi } from '../helpers/api.ts';

setDefaultTimeout(60_000);

/** What is saved and will not work is said in the answer to the write. */

const limited = await startApiForFile({ allowedHosts: ['crm.example.com', '*.partner.example', '10.1.2.3:8080'] });
const open = await startApiForFile();

let number = 0;

async function warningsOfRule(api: TestApi, members: JsonObject): Promise<string[]> {
  const code = `rule-${number++}`;
  const rule = { code, name: code, ...members };
  const saved = await api.request('POST', '/notification-rules', rule);
  expect({ text: saved.text, status: saved.status }).toMatchObject({ status: 200 });
  return saved.headers.get('x-warnings')?.split('; ') ?? [];
}

const webhook = (url: string, more: JsonObject = {}): JsonObject => ({
  apiSenderBeanName: 'webhookSender',
  eventType: 'REST',
  config: { url, ...more },
});

async function warningsOfJob(api: TestApi, callbackUrl: string): Promise<string | null> {
  const job = { startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', jobType: 'MINE', callbackUrl };
  const saved = await api.request('POST', '/jobs', job);
  expect({ text: saved.text, status: saved.status }).toMatchObject({ status: 200 });
  return saved.headers.get('x-warnings');
}

test('hosts that ALLOWED_HOSTS does not let through cause a warning', async () => {
  for (const url of ['https://crm.example.com/x', 'https://a.partner.example:99/', 'http://10.1.2.3:8080/']) {
    expect(await warningsOfRule(limited, webhook(url))).toEqual([]);
    expect(await warningsOfJob(limited, url)).toBeNull();
  }
  for (const [url, host] of [
    ['https://crm.example.com.evil.example/', 'crm.example.com.evil.example'],
    ['http://10.1.2.3/', '10.1.2.3'],
    ['http://[::1]/', '::1'],
  ] as const) {
    const refusal = `is not called, ${host} is not among ALLOWED_HOSTS`;
    expect(await warningsOfRule(limited, webhook(url))).toEqual([`config.url: ${refusal}`]);
    expect(await warningsOfRule(limited, { ...webhook('https://crm.example.com'), evalNotificationUrl: url })).toEqual([
      `evalNotificationUrl: ${refusal}`,
    ]);
    expect(await warningsOfJob(limited, url)).toBe(`callbackUrl: ${refusal}`);
  }
});

test('private hosts cause a warning, and names that have to be resolved do not', async () => {
  expect(await warningsOfRule(open, webhook('https://any.example/'))).toEqual([]);
  for (const host of ['127.0.0.1', '169.254.169.254', 'localhost', 'mail.localhost'])
    expect(await warningsOfJob(open, `http://${host}:8080/`)).toBe(
      `callbackUrl: is not called, ${host} is a private address, and ${host} is not among ALLOWED_HOSTS`,
    );
});

test('a Job that exists already is answered with its warning too', async () => {
  const unique = { key: 'one' };
  const job = { startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', jobType: 'MINE', unique };
  const callbackUrl = 'http://127.0.0.1/';
  for (const existing of [null, 'true']) {
    const { headers } = await open.request('POST', '/jobs', { ...job, callbackUrl });
    expect([headers.get('x-job-existing'), headers.get('x-warnings')]).toEqual([
      existing,
      expect.stringContaining('callbackUrl: is not called'),
    ]);
  }
});

test('misspelt members of the config of a rule cause a warning, those of other areas do not', async () => {
  const misspelt = { emailTemplatCode: 'a', TimeZone: 'UTC', expireAfterMinute: 3, colour: 'red', events: ['x'] };
  expect(await warningsOfRule(open, webhook('https://any.example/', misspelt))).toEqual([
    'config.emailTemplatCode: is ignored, did you mean emailTemplateCode?',
    'config.TimeZone: is ignored, did you mean timeZone?',
    'config.expireAfterMinute: is ignored, did you mean expireAfterMinutes?',
    'config.events: is ignored, did you mean event?',
  ]);
});
