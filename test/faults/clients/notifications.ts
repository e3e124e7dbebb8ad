import { type Client, type ClientContext, repeat } from './client.ts';

const PAUSE_MS = 500;
const EMAILS = 3;
const SMS = 2;
const MAX_ATTEMPTS = 30;

interface AcceptedNotification {
  readonly id: string;
  readonly channel: 'email' | 'sms';
  readonly recipients: readonly string[];
}

/** A client that sends notifications, each to recipients of its own, and repeats a request whose outcome it does not know. */
export interface NotificationClient extends Client {
  /** By id. */
  readonly accepted: ReadonlyMap<string, AcceptedNotification>;
}

/** Creates the templates that the notifications use. */
export async function createTemplates({ api }: ClientContext): Promise<void> {
  const template = { inputType: 'HTML' };
  const templates = [
    { ...template, code: 'mail', documentType: 'EMAIL', content: '<p>Hello {{n}}</p>' },
    { ...template, code: 'short', documentType: 'SOURCE', content: 'Outage {{n}}' },
    { ...template, code: 'letter', content: '<p>{{n}}</p>' },
  ];
  for (const body of templates) {
    const { status, json } = await api.send('POST', '/formatter-templates', body);
    if (status !== 200) throw new Error(`The template ${body.code} could not be created: ${JSON.stringify(json)}`);
  }
}

export function startNotificationClient({ api, topology }: ClientContext): NotificationClient {
  const accepted = new Map<string, AcceptedNotification>();
  const open = new Set<string>();
  let recipients = 0;
  let runs = true;

  /** Mobile numbers of the Czech Republic begin with 601 to 608. */
  const phone = (number: number) =>
    `+42060${1 + (number % 8)}${String(100_000 + Math.floor(number / 8)).padStart(6, '0')}`;

  async function accept(notification: AcceptedNotification): Promise<void> {
    const { id, channel, recipients: list } = notification;
    const body = {
      ...{ id, ownerType: 'Ticket', ownerId: '1', data: { n: id } },
      templateCode: channel === 'email' ? 'mail' : 'short',
      notificationTo: list.map((recipient) => (channel === 'email' ? { email: recipient } : { phone: recipient })),
    };
    // The id exists after an attempt whose answer was lost.
    for (let attempt = 0; attempt < MAX_ATTEMPTS && runs; attempt++) {
      const { status, json } = await api.send('POST', '/notifications', body);
      if (status === 200 || (status === 400 && attempt > 0)) {
        accepted.set(id, notification);
        open.add(id);
        return;
      }
      if (status === 400) throw new Error(`A notification was rejected: ${JSON.stringify(json)}`);
      await Bun.sleep(300);
    }
  }
  const stopLoop = repeat(PAUSE_MS, async (round) => {
    const isSms = round % 2 === 1;
    const list = Array.from({ length: isSms ? SMS : EMAILS }, () => {
      const number = recipients++;
      return isSms ? phone(number) : `recipient${number}@example.com`;
    });
    await accept({ id: crypto.randomUUID(), channel: isSms ? 'sms' : 'email', recipients: list });
  });
  const isDeclared = (id: string) =>
    (accepted.get(id)?.recipients ?? []).some((recipient) => topology.providers.faults.has(recipient));

  return {
    accepted,
    inHand: {
      name: 'deliveries',
      // What a provider has refused or left without an answer is late because of the provider.
      ids: () => [...open].filter((id) => !isDeclared(id)),
      async remaining(ids, since) {
        const rows = await topology.database.sql<{ id: string }[]>`
          select id from notification where id = any(${[...open]}::uuid[]) and status in ('PLAN', 'IN_PROGRESS')`;
        const waiting = new Set(rows.map(({ id }) => id));
        for (const id of open) if (!waiting.has(id)) open.delete(id);
        return ids.filter((id) => waiting.has(id) && !isDeclared(id) && !isLookedUp(id, since));
      },
      async describe(ids) {
        const rows = await topology.database.sql<{ stored: string }[]>`
          select json_build_object('notification', t.notification_id, 'status', t.status, 'reason', t.status_reason,
            'channel', t.channel, 'attempts', t.attempt_count, 'openSince', t.open_since, 'worker', t.open_worker,
            'queueJob', (select json_build_object('queue', j.name, 'state', j.state, 'heartbeat', j.heartbeat_on,
              'startAfter', j.start_after, 'retries', j.retry_count)
              from pgboss.job j where j.data->>'targetId' = t.id::text order by j.created_on desc limit 1),
            'now', now())::text as stored
          from notification_target t where t.notification_id = any(${[...ids]}::uuid[]) and t.status in ('PLAN', 'IN_PROGRESS')`;
        return rows.map(({ stored }) => stored);
      },
    },
    async stop() {
      runs = false;
      await stopLoop();
    },
  };

  /** An SMS that was handed over by a worker that is gone is looked up; its verdict may come later. */
  function isLookedUp(id: string, since: number): boolean {
    return (accepted.get(id)?.recipients ?? []).some(
      (recipient) => (topology.providers.lookUps.get(recipient) ?? 0) > since,
    );
  }
}
