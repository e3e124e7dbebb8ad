import { setDefaultTimeout } from 'bun:test';
import { startJob } from '../../domain/jobs/create.ts';
import { emailOf, makeMessageStageForFile, queuesOf } from '../helpers/killPoints/messageStage.ts';
import { indexProblems, unequal } from '../helpers/killPoints/recovery.ts';
import { testKillPoints, testReachedHandlers } from '../helpers/killPoints/stage.ts';
import { caller } from '../helpers/workerHarness.ts';

/** Workers that die while they send the notification of a Job. */

setDefaultTimeout(120_000);
const { url, sql, providers, makeRule, emailProblems, newNumber } = await makeMessageStageForFile();

testKillPoints<{ readonly jobId: string; readonly number: number }>(url, {
  name: 'a worker sends the notification of a Job',
  drivers: providers.drivers(queuesOf('job.plan', 'step.documents', 'notification.email')),
  prepare: async (survivor) => {
    await makeRule(survivor, 'by-mail', { emailTemplateCode: 'mail' });
    const number = newNumber();
    const notification = {
      ...{ ownerType: 'Ticket', ownerId: String(number), templateCode: 'by-mail', data: { number }, subject: 'S' },
      notificationTo: [{ email: emailOf(number) }],
    };
    return { jobId: await startJob(survivor.services, 'SEND_NOTIFICATION', { notification }, { caller }), number };
  },
  problems: async ({ services }, { jobId, number }) => {
    const [job] = await sql<{ status: string }[]>`select doc::json->>'status' as status from job where id = ${jobId}`;
    const sent = await sql<{ status: string }[]>`
      select status from notification where owner_type = 'Ticket' and owner_id = ${String(number)}`;
    return [
      ...(await emailProblems(emailOf(number))),
      ...unequal('the Job', job?.status, 'COMPLETED'),
      ...unequal(
        'the notifications',
        sent.map(({ status }) => status),
        ['SENT'],
      ),
      ...(await indexProblems(services, ['Job', 'JobStep', 'Notification'])),
    ];
  },
});

testReachedHandlers(import.meta.file);
