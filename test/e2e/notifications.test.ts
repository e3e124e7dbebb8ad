import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { makeDatabaseForFile, startServiceForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { startSmtp } from '../helpers/servers/smtp.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(400_000);

/**
 * An outage notice to 500 users: held back by its window, planned anew by hand, into a mail server that does not answer
 * at first, with a worker killed over it. SMS go into the embedded mailbox, which sends receipts.
 */

const USERS = 500;
const api = '/api/v2';
const hour = (ahead: number) => new Date(Date.now() + ahead * 3_600_000).toISOString().slice(11, 16);
const database = await makeDatabaseForFile();
const smtp = await startSmtp();
stopAfterFile(() => smtp.stop());
const service = await startServiceForFile({
  ...{ DATABASE_URL: database.url, SAMPLE_DATA: 'false', PORT: '0', WORKERS: '2', LOG_LEVEL: 'warn' },
  ...{
    SMTP_URL: smtp.url,
    SMTP_TIMEOUT_SECONDS: '1',
    TWILIO_TIMEOUT_SECONDS: '4',
    PUBLIC_URL: 'https://waybill.example',
  },
  ...{ DELIVERY_PAUSE_SECONDS: '1', DELIVERY_RETRIES: '20', PROVIDER_PAUSE_SECONDS: '1' },
});

type Attempt = { worker: string; outcome?: string };
type Target = JsonObject & { status: string; ownerId: string; channel?: string; attempts: Attempt[] };
type Story = { status: string; notificationTo: Target[] };
const story = (id: string) => service.get(`${api}/notifications/${id}`) as Promise<Story>;
const state = (id: string, to: string) => service.send('PUT', `${api}/notifications/${id}/state/${to}`);

/** What each user is like, and how its story ends: by e-mail and by SMS. */
const manners: readonly { members: (n: number) => JsonObject; ends: readonly string[] }[] = [
  { members: (n) => ({ email: mail(n) }), ends: ['email SENT'] },
  { members: (n) => ({ email: mail(n), phoneNumber: phone(n) }), ends: ['email SENT', 'sms DELIVERED'] },
  { members: (n) => ({ phoneNumber: phone(n) }), ends: ['sms DELIVERED'] },
  {
    members: (n) => ({ email: mail(n), notificationConfig: { ignoredUserGroups: ['street'] } }),
    ends: ['SKIPPED the user "u3" ignores the group "street"'],
  },
  {
    members: (n) => ({ email: mail(n), phoneNumber: phone(n), notificationConfig: { ignoredTemplateCodes: ['mail'] } }),
    ends: ['SKIPPED the user "u4" ignores the template "mail"', 'sms DELIVERED'],
  },
  { members: (n) => ({ email: mail(n), status: 'DISABLE' }), ends: ['SKIPPED the user "u5" is disabled'] },
  {
    members: (n) => ({ email: `opted-out-${n}@example.com` }),
    ends: ['SKIPPED its address is suppressed'],
  },
  { members: () => ({}), ends: ['SKIPPED the user "u7" has no e-mail address or phone number'] },
];
const mannerOf = (n: number) => manners[n % manners.length] as (typeof manners)[number];
const mail = (n: number) => `u${n}@example.com`;
const phone = (n: number) => `+4206010${String(n).padStart(5, '0')}`;
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

async function inParallel(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
}

async function prepare(): Promise<void> {
  const create = (path: string, body: object) => service.send('POST', `${api}/${path}`, body);
  await create('user-types', { code: 'citizen', name: 'C', type: 'INDIVIDUAL', registry: {} });
  await create('user-group-types', { code: 'area', name: 'A', registry: {} });
  await create('user-groups', { code: 'street', name: 'S', type: 'area', chars: {} });
  const html = '<p>No water in {{street}}.</p>';
  await create('formatter-templates', { code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content: html });
  const text = 'No water in {{street}}.';
  await create('formatter-templates', { code: 'short', inputType: 'HTML', documentType: 'SOURCE', content: text });
  const config = { emailTemplateCode: 'mail', smsTemplateCode: 'short', subject: 'Outage in {{street}}' };
  const window = { deliveryFrom: hour(2), deliveryTo: hour(3) };
  await create('notification-rules', { code: 'outage', name: 'O', config: { ...config, ...window } });
  await create('notification-rules', { code: 'urgent', name: 'U', config: { ...config, expireAfterMinutes: 1 } });
  await inParallel(USERS, async (n) => {
    const { members } = mannerOf(n);
    await create('users', {
      id: idOf(n),
      code: `u${n}`,
      type: 'citizen',
      chars: {},
      groups: ['street'],
      ...members(n),
    });
    const { email } = members(n);
    if (String(email).startsWith('opted-out'))
      await create('suppressions', { channel: 'email', address: email as string });
  });
}

async function send(templateCode: string, notificationTo: object[]): Promise<string> {
  const id = crypto.randomUUID();
  const data = { street: 'Plzeňská' };
  const input = { id, ownerType: 'Outage', ownerId: '17', templateCode, data, notificationTo };
  await service.send('POST', `${api}/notifications`, input);
  return id;
}

const pidOf = (worker: string) => Number(worker.split(':').at(-2));

/** Does something while these workers do nothing; they go on after it, whatever comes of it. */
async function whileStill<T>(workers: readonly number[], work: () => Promise<T>): Promise<T> {
  for (const pid of workers) process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    const left = service.pids('worker').filter((pid) => workers.includes(pid));
    for (const pid of left) process.kill(pid, 'SIGCONT');
  }
}

/**
 * kill -9 of a worker that has e-mails in hand, whose end nobody can know then: the other may have taken all there are.
 * Each stands still while it is looked at, so that what it has is not ended meanwhile. Resolves with its pid.
 */
function killWhatSends(id: string): Promise<number> {
  const hasEmails = async (candidate: number): Promise<boolean> => {
    const emails = (await story(id)).notificationTo.filter(({ channel }) => channel === 'email');
    const inHand = emails.flatMap(({ attempts }) => attempts).filter(({ outcome }) => outcome === undefined);
    return inHand.some(({ worker }) => pidOf(worker) === candidate);
  };
  return poll('a worker to have an e-mail in hand', async () => {
    for (const pid of service.pids('worker')) {
      const killed = await whileStill([pid], async () => (await hasEmails(pid)) && service.killWorker(pid));
      if (killed) return killed;
    }
    return undefined;
  });
}

/** How the story of each user ends, as `manners` says it. */
function endsOf({ notificationTo }: Story): Map<string, string[]> {
  const ends = new Map<string, string[]>();
  for (const { ownerId, channel, status, statusReason } of notificationTo) {
    if (status === 'EXPANDED') continue;
    // Begun by the worker that was killed: nobody knows whether these were sent, and none is sent twice.
    const lost = channel === 'sms' && statusReason === 'OUTCOME_UNKNOWN: its worker was lost';
    const end = lost ? 'sms DELIVERED' : status === 'SKIPPED' ? `SKIPPED ${statusReason}` : `${channel} ${status}`;
    ends.set(ownerId, [...(ends.get(ownerId) ?? []), end].sort());
  }
  return ends;
}

test('an outage notice reaches whoever wants it, and tells the story of each', async () => {
  await prepare();
  smtp.meet('greeting', ...Array.from({ length: 2_000 }, () => 'hang' as const));
  const notice = await send('outage', [{ ownerType: 'UserGroup', ownerId: 'street' }]);
  const deliveries = Array.from({ length: USERS }, (_, n) => mannerOf(n).ends)
    .flat()
    .filter((end) => !end.startsWith('SKIPPED'));
  await poll(
    'all to wait for the window',
    async () => {
      const { status, notificationTo } = await story(notice);
      const waiting = notificationTo.filter(({ statusReason }) =>
        String(statusReason).startsWith('waits for its window'),
      );
      return status === 'PLAN' && waiting.length === deliveries.length && notificationTo.length > USERS;
    },
    90_000,
  );

  await state(notice, 'CANCELLED');
  await service.send('PATCH', `${api}/notification-rules/outage`, { config: { deliveryFrom: null, deliveryTo: null } });
  await state(notice, 'PLAN');
  await smtp.changes.until('the mail server to be tried', () => smtp.connections > 10);
  const killed = await killWhatSends(notice);
  await poll('another worker', () => service.pids('worker').length === 2);
  // None may begin the late one before it expires.
  const late = await whileStill(service.pids('worker'), async () => {
    const id = await send('urgent', [{ email: 'late@example.com' }]);
    await database.sql`update notification set expires_at = now() where id = ${id}`;
    return id;
  });
  expect(await state(notice, 'CANCELLED').catch(String)).toContain('IN_PROGRESS');
  await poll(
    'SMS to be delivered while e-mail is away',
    async () => (await story(notice)).notificationTo.some(({ status }) => status === 'DELIVERED'),
    60_000,
  );
  expect(smtp.accepted).toEqual([]);

  // The mail server is back.
  smtp.recover();
  const finished = await poll(
    'the notice to be sent',
    async () => {
      const now = await story(notice);
      const settled = now.notificationTo.every(({ channel, status }) => channel !== 'sms' || status !== 'SENT');
      return ['SENT', 'PARTIALLY_SENT'].includes(now.status) && settled ? now : undefined;
    },
    180_000,
  );
  const ends = endsOf(finished);
  for (let n = 0; n < USERS; n++) {
    const expected = mannerOf(n).ends.map((end) => end.replace(/"u\d"/, `"u${n}"`));
    expect([n, ends.get(idOf(n))]).toEqual([n, [...expected].sort()]);
  }

  // Each once, but for those that were under way when the worker was killed.
  const emailed = Array.from({ length: USERS }, (_, n) => n).filter((n) => mannerOf(n).ends.includes('email SENT'));
  const taken = Map.groupBy(smtp.accepted, ({ to }) => to);
  expect([...taken.keys()].sort()).toEqual(emailed.map(mail).sort());
  for (const same of taken.values()) expect(new Set(same.map(({ raw }) => messageId(raw))).size).toBe(1);
  const attempts = finished.notificationTo.flatMap((target) => target.attempts);
  expect(attempts.some(({ outcome, worker }) => outcome === 'unknown' && pidOf(worker) === killed)).toBe(true);
  const mailbox = (await service.get(`${api}/admin/mailbox`)) as { channel: string; to: string[]; text: string }[];
  const sms = mailbox.filter(({ channel }) => channel === 'SMS').flatMap(({ to }) => to);
  const called = Array.from({ length: USERS }, (_, n) => n).filter((n) => mannerOf(n).ends.includes('sms DELIVERED'));
  const reached = finished.notificationTo.flatMap(({ status, phone }) => (status === 'DELIVERED' ? String(phone) : []));
  expect(new Set(sms).size).toBe(sms.length);
  expect(called.map(phone)).toEqual(expect.arrayContaining(sms));
  expect(sms).toEqual(expect.arrayContaining(reached));
  const mailOfOne = smtp.accepted[0]?.raw.toString() ?? '';
  expect(mailOfOne).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');

  // What expired was not sent, and is when it is planned anew.
  expect(
    (
      await poll('the late one to expire', async () =>
        (await story(late)).status === 'EXPIRED' ? story(late) : undefined,
      )
    ).notificationTo[0]?.status,
  ).toBe('EXPIRED');
  expect(smtp.accepted.some(({ to }) => to === 'late@example.com')).toBe(false);
  await state(late, 'PLAN');
  await poll('the late one to be sent', async () => (await story(late)).status === 'SENT');
  expect(service.pids('worker')).not.toContain(killed);
});

const messageId = (raw: Buffer): string | undefined => /^message-id: (.*)$/im.exec(raw.toString())?.[1];
