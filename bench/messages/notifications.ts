import type { Values } from '../../domain/kinds/kind.ts';
import { notification as kind } from '../../domain/kinds/processing/notification.ts';
import { firstAudit, recordTexts } from '../../domain/records/record.ts';
import { streets } from '../helpers/logData.ts';
import { compareWrites } from '../helpers/writes.ts';

/**
 * POST of a notification with one target by 32 clients, through a rule with a delivery window, against a bare insert of
 * the same rows: notification, target and two outbox rows. The deliveries stay in their queue.
 *
 * bun bench/messages/notifications.ts [rounds] [seconds]
 */
const [rounds = 8, seconds = 4] = process.argv.slice(2).map(Number);

const bodies = Array.from({ length: 2_000 }, (_, number) => ({
  ownerType: 'Outage',
  ownerId: String(number % 500),
  templateCode: 'outage',
  data: { street: `${streets[number % streets.length]} ${number % 300}`, from: '08:00', hours: number % 24 },
  notificationTo: [{ email: `customer${number}@example.com` }],
}));
const id = crypto.randomUUID();
const record: Values = { id, ...bodies[1], status: 'PLAN', created: new Date().toISOString() };
const { search } = recordTexts(kind, record, firstAudit({ user: 'anonymous', requestId: 'bench', traceId: 'bench' }));

await compareWrites({
  path: '/api/v2/notifications',
  barePath: '/notifications',
  bodies: bodies.map((body) => JSON.stringify(body)),
  bareEnv: { BENCH_SEARCH: Buffer.from(search).toString('base64') },
  workerEnv: { QUEUES: 'index.sync' },
  async prepare(port) {
    const post = async (path: string, body: object) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v2${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (answer.status !== 200) throw new Error(await answer.text());
    };
    await post('/formatter-templates', {
      code: 'mail',
      inputType: 'HTML',
      documentType: 'EMAIL',
      content: '<p>{{street}}</p>',
    });
    const config = { emailTemplateCode: 'mail', subject: 'Outage in {{street}}' };
    await post('/notification-rules', { code: 'outage', name: 'Outage', config });
  },
  rounds,
  seconds,
});
