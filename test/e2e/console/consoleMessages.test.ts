import { expect, setDefaultTimeout, test } from 'bun:test';
import { insertMailboxMessage } from '../../../db/queries/notifications/mailbox.ts';
import { newMailboxMessage } from '../../../domain/notifications/mailbox/mailboxMessage.ts';
import { type Created, describeConsole, startConsole } from '../../helpers/console.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(180_000);

const { service, database, watched, button, link, field, row, dialog, shows, heading, open, confirm, found } =
  await startConsole();

describeConsole(() => {
  test('a notification tells its story attempt by attempt, is sent again and cancelled', async () => {
    const template = { code: 'mail', name: 'Mail', inputType: 'HTML', documentType: 'EMAIL', content: '<p>Hello</p>' };
    await service.send('POST', '/api/v2/formatter-templates', template);
    // A window that is not open for hours keeps what is accepted planned.
    const hour = (from: number): string => `${String((new Date().getUTCHours() + from) % 24).padStart(2, '0')}:00`;
    await service.send('POST', '/api/v2/notification-rules', {
      code: 'later',
      name: 'Later',
      eventType: 'DIRECT',
      config: { emailTemplateCode: 'mail', subject: 'Hello', deliveryFrom: hour(10), deliveryTo: hour(11) },
    });
    const send = async (templateCode: string, target: object): Promise<string> => {
      const id = crypto.randomUUID();
      const notification = {
        id,
        ownerType: 'Order',
        ownerId: '7',
        templateCode,
        subject: 'Hello',
        notificationTo: [target],
      };
      await service.send('POST', '/api/v2/notifications/direct', notification);
      return id;
    };
    const sent = await send('mail', { email: 'ada@example.org' });
    const failed = await send('mail', { ownerType: 'User', ownerId: 'nobody' });
    const planned = await send('later', { email: 'grace@example.org' });
    const status = async (id: string) =>
      ((await service.get(`/api/v2/notifications/${id}`)) as { status: string }).status;
    await poll('one to be sent', async () => (await status(sent)) === 'SENT');
    await poll('one to have failed', async () => (await status(failed)) === 'FAILED');
    await found('notifications', 3);
    await open('#/notifications?address=ada', 'Notifications');
    await watched.page.getByText('1–1 of 1').waitFor();
    await link('Hello').click();
    await heading('Hello');
    await row('250').waitFor();
    await open(`#/notifications/${failed}`, 'Hello');
    await shows('no user has the id or code "nobody"');
    await open(`#/notifications/${planned}`, 'Hello');
    await button('Cancel').click();
    await confirm('Cancel 1 notification');
    expect(await status(planned)).toBe('CANCELLED');
    await button('Resend').click();
    await confirm('Resend 1 notification');
    expect(await status(planned)).toBe('PLAN');
    await open('#/notifications?template=later', 'Notifications');
    await row('plan').waitFor();
    await button('Cancel…').click();
    await confirm('Cancel 1 notification');
    await shows('1 done');
    expect(await status(planned)).toBe('CANCELLED');
    await service.send('DELETE', '/api/v2/admin/mailbox');
  });

  test('a rule is tried out: it says what will be sent to whom, sends it, and leads to what came of it', async () => {
    const config = { emailTemplateCode: 'mail', subject: 'Trial {{no}}', requiredParams: ['no'] };
    const rule = { code: 'trial', name: 'Trial', eventType: 'REST', config };
    const { id } = (await service.send('POST', '/api/v2/notification-rules', rule)) as Created;
    const event = { ...rule, code: 'by-event', eventType: 'PROCESS' };
    const { id: other } = (await service.send('POST', '/api/v2/notification-rules', event)) as Created;
    await open(`#/records/notification-rules/${id}`, 'trial');
    await link('Test').click();
    await heading('Test trial');
    const evaluate = async (input: object): Promise<string> => {
      await field('Event data').fill(JSON.stringify(input));
      await button('Evaluate…').click();
      return (await dialog().textContent()) ?? '';
    };
    const notificationTo = [{ email: 'ada@example.org' }, { ownerType: 'UserGroup', ownerId: 'dispatch' }];
    const owner = { ownerType: 'Order', ownerId: '7' };
    const verdict = await evaluate({ ...owner, notificationTo, data: { no: 7 } });
    expect(verdict).toContain('This is not a dry run');
    expect(verdict).toContain('To ada@example.org, the group dispatch or its members.');
    expect(verdict).toContain('e-mail from the template mail');
    await button('Cancel', dialog()).click();
    expect(await evaluate({ ...owner, data: { no: 8 } })).toContain('To nobody');
    await confirm('Send');
    await shows('No notification was created');
    await watched.page.getByRole('alert').getByText('notificationTo').waitFor();
    await evaluate({ ...owner, notificationTo: [{ email: 'ada@example.org' }], data: { no: 9 } });
    await confirm('Send');
    // Named by its subject once it is sent, by its rule before.
    await watched.page.getByText('to 1 recipient').getByRole('link').click();
    await heading('Trial 9');
    await row('250').waitFor();
    await link('Show its logs').click();
    await heading('Logs');
    await row('NOTIFICATION_EXCHANGE').waitFor();
    await open(`#/records/notification-rules/${other}/test`, 'Test by-event');
    await shows('Rules of the type PROCESS are evaluated by events.');
    expect(await button('Evaluate…').isDisabled()).toBe(true);
    await service.send('DELETE', '/api/v2/admin/mailbox');
  });

  test('addresses are suppressed, and suppressions are deleted', async () => {
    await open('#/suppressions', 'Suppressions');
    await shows('No address is suppressed.');
    await button('Suppress an address').click();
    await dialog().getByLabel('Address or number').fill('no address');
    await button('Suppress (1)', dialog()).click();
    await dialog().getByRole('alert').getByText('address:').waitFor();
    await dialog().getByLabel('Address or number').fill('gone@example.org');
    await dialog().getByLabel('Description').fill('The customer has moved.');
    await confirm('Suppress (1)');
    await row('gone@example.org').waitFor();
    await button('Delete the suppression of gone@example.org').click();
    await confirm('Delete (1)');
    await shows('No address is suppressed.');
  });

  test('the mailbox shows messages without letting anything of them run or load, and gives their attachments', async () => {
    const id = Bun.randomUUIDv7();
    const html = '<h1>Done</h1><script>top.document.title="run"</script><img src="https://outside.example/x.png">';
    const raw = [
      'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nDone\r\n',
      '--b\r\nContent-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment; filename=a.csv\r\n',
      `Content-Transfer-Encoding: base64\r\n\r\n${btoa('one,two')}\r\n--b--\r\n`,
    ].join('');
    const members = {
      ...{ id, channel: 'EMAIL' as const, receivedAt: new Date().toISOString(), from: 'a@example.org' },
      ...{ to: ['b@example.org'], subject: 'The line works', text: 'Done', html },
      attachments: [{ name: 'a.csv', mediaType: 'text/csv', size: 7 }],
      headers: [{ name: 'X-Test', value: 'yes' }],
    };
    await insertMailboxMessage(database.sql, 'EMAIL', newMailboxMessage(members, Buffer.from(raw)));
    await open('#/mailbox', 'Mailbox');
    await link('The line works').click();
    await heading('The line works');
    await watched.page.frameLocator('iframe[title="Message as HTML"]').getByText('Done').waitFor();
    expect(await watched.page.title()).toBe('The line works · Waybill');
    const refused = watched.complaints.splice(0);
    expect(refused.filter((one) => !/sandboxed|Content Security Policy/.test(one))).toEqual([]);
    await button('Headers').click();
    await shows('X-Test: yes');
    const [download] = await Promise.all([watched.page.waitForEvent('download'), button('Download a.csv').click()]);
    expect(download.suggestedFilename()).toBe('a.csv');
    expect(await Bun.file((await download.path()) as string).text()).toBe('one,two');
    await link('Mailbox').first().click();
    await button('Empty').click();
    await confirm('Empty');
    await shows('The mailbox is empty.');
  });

  test('what was done is in the audit list', async () => {
    for (const action of ['pause', 'resume']) {
      await service.send('POST', `/api/v2/admin/queues/index.sync/${action}`);
    }
    await open('#/audit', 'Audit');
    await field('Operation').fill('queues/{name}/pause');
    await button('Filter').click();
    await row('index.sync').first().waitFor();
    await row('index.sync').first().getByRole('button').click();
    await row('index.sync').getByText('paused true').first().waitFor();
    await open('#/audit?outcome=failed', 'Audit');
    await row('POST /suppressions').getByText('400').first().waitFor();
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });
});
