import { setDefaultTimeout } from 'bun:test';
import type { Database } from '../../db/client.ts';
import { readEscalation } from '../../db/queries/notifications/escalationRows.ts';
import { EMAIL_WAS_SENT } from '../../domain/notifications/delivery/deliveryState.ts';
import type { Services } from '../../domain/ports/services.ts';
import { newId } from '../../domain/records/record.ts';
import { recordBounces } from '../../workers/bounces/recordBounces.ts';
import { makeOutcomeWriter } from '../../workers/deliveries/writer.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { testRace } from '../helpers/interleavings/race.ts';
import { caller } from '../helpers/workerHarness.ts';
import { makeNotification } from './notificationRows.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

/** Reports about e-mails, beside the workers that send them. */

const database = await makeDatabaseForFile();
interface Email {
  /** Of its own in each order: a bounce suppresses it. */
  readonly address: string;
  readonly id: string;
  readonly target: string;
}

/** Stores a notification with one e-mail. */
async function prepareEmail(sql: Database): Promise<Email> {
  const address = `${newId()}@example.org`;
  const plan = { templateCode: 'T', channels: { email: {} }, data: {}, context: { requestId: 'r', traceId: 't' } };
  return { ...(await makeNotification(sql, { channel: 'email', address, plan })), address };
}

async function report(services: Services, { target: targetId, address }: Email): Promise<string> {
  const bounce = { reportId: 'r', targetId, recipients: [address], source: 'test', answer: 'gone' };
  const at = new Date().toISOString();
  const [fate] = await recordBounces(
    services,
    [{ ...bounce, outcome: 'bounced', suppress: true, at, context: caller }],
    { logsExchanges: false },
  );
  return fate?.type ?? '';
}

testRace<Email & { readonly sms: string }>(database, {
  name: 'the bounce of an e-mail and the end of the SMS that was waiting for it',
  async prepare(sql) {
    const rows = await prepareEmail(sql);
    const [sms, parent] = [newId(), newId()];
    await sql`update notification set status = 'IN_PROGRESS' where id = ${rows.id}`;
    await sql`update notification_target set status = 'SENT', attempts = '[{}]', attempt_count = 1, parent_id = ${parent}
      where id = ${rows.target}`;
    await sql`insert into notification_target (id, notification_id, position, parent_id, input, channel, address, status)
      values (${sms}, ${rows.id}, 2, ${parent}, '{}', 'sms', '+420601123456', 'PLAN')`;
    return { ...rows, sms };
  },
  sides: {
    // What a worker does at the end of the time that the SMS waits.
    skip: async (services, { id, sms }) => {
      const [row] = await services.sql<{ fence: number }[]>`select fence from notification_target where id = ${sms}`;
      const state = await readEscalation(services.sql, sms);
      if (!state?.hasArrived) return 'SMS sent';
      const isWritten = await makeOutcomeWriter(services)({
        ...{ id: sms, notificationId: id, fence: row?.fence ?? 0, openWorker: null, openToken: null },
        ...{ status: 'SKIPPED', statusReason: EMAIL_WAS_SENT, record: null, providerId: null, successor: null },
      });
      return isWritten ? 'SMS skipped' : 'SMS read again';
    },
    bounce: report,
  },
  async state(sql, { sms }) {
    const [row] = await sql<{ status: string; jobs: number }[]>`
      select status, (select count(*)::int from outbox where data like ${`%${sms}%`}) as jobs
      from notification_target where id = ${sms}`;
    return `${row?.status}, ${row?.jobs} new jobs`;
  },
  outcomes: [
    'SMS read again, recorded: PLAN, 0 new jobs',
    'SMS sent, recorded: PLAN, 0 new jobs',
    'SMS skipped, recorded: PLAN, 1 new jobs',
  ],
  without: {
    name: 'the new fence of the SMS',
    replacements: [[/status = 'PLAN', fence = t\.fence \+ 1/, "status = 'PLAN', fence = t.fence"]],
  },
});
