import { setDefaultTimeout } from 'bun:test';
import { enqueueReports } from '../../domain/notifications/bounces/enqueueReports.ts';
import { emailOf, makeMessageStageForFile, queuesOf, type Sent } from '../helpers/killPoints/messageStage.ts';
import { indexProblems, unequal } from '../helpers/killPoints/recovery.ts';
import { testKillPoints, testReachedHandlers } from '../helpers/killPoints/stage.ts';
import { caller } from '../helpers/workerHarness.ts';

/** Workers that die while they record bounces. */

setDefaultTimeout(120_000);
const { url, sql, providers, sending, statusesOf } = await makeMessageStageForFile();
const email = sending('by-mail', { emailTemplateCode: 'mail' }, (number) => [{ email: emailOf(number) }]);

testKillPoints<Sent>(url, {
  name: 'a worker records a bounce',
  drivers: providers.drivers(queuesOf('notification.email', 'notification.bounce')),
  prepare: async (survivor) => {
    const sent = await email(survivor);
    await survivor.work();
    const [target] = await sql<{ id: string; address: string }[]>`
      select id, address from notification_target where notification_id = ${sent.id}`;
    if (!target) throw new Error('The notification has no target.');
    const report = { reportId: 'r', targetId: target.id, recipients: [target.address], source: 'test', answer: 'gone' };
    await enqueueReports(survivor.services, [{ ...report, outcome: 'bounced', suppress: true }], caller);
    return sent;
  },
  problems: async ({ services }, { id, number }) => {
    const [stored] = await sql<{ outcomes: string[]; suppressions: number }[]>`
      select (select array_agg(one->>'outcome') from json_array_elements(attempts::json) one) as outcomes,
        (select count(*)::int from suppression where address = ${emailOf(number)}) as suppressions
      from notification_target where notification_id = ${id}`;
    return [
      ...unequal('the statuses', await statusesOf(id), ['FAILED', 'UNDELIVERED']),
      ...unequal('the story', stored, { outcomes: ['sent', 'bounced'], suppressions: 1 }),
      ...(await indexProblems(services, ['Notification'])),
    ];
  },
});

testReachedHandlers(import.meta.file);
