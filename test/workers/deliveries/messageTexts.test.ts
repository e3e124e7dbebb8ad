import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  ended,
  post,
  rule,
  send,
  smtp,
  start,
  startDeliveriesForFile,
} from '../../helpers/deliveries/deliveryHarness.ts';

// A limit on a hang.
setDefaultTimeout(90_000);

/** Subjects and names of attachments, which are templates. */

await startDeliveriesForFile();

describe('a notification', () => {
  test('renders its own subject and the names of attachments, each of which has an extension', async () => {
    await post('/formatter-templates', { code: 'bill', inputType: 'HTML', content: '<p>{{no}}</p>' });
    await rule('with-bill', {
      emailTemplateCode: 'mail',
      subject: 'About {{what}}',
      attachments: [
        { templateCode: 'bill', name: 'Faktura č. {{no}}' },
        { templateCode: 'bill', format: 'html', name: '{{upper what}}.HTM' },
        { templateCode: 'bill', format: 'txt', name: 'plain' },
      ],
    });
    await start();
    const id = await send({
      templateCode: 'with-bill',
      subject: 'Č. {{no}} & {{what}}',
      data: { no: '7/26', what: 'a\r\nBcc: eve@example.com' },
      attachments: [
        { name: 'terms of {{no}}', mimeType: 'application/pdf', data: btoa('%PDF') },
        { name: 'raw', mimeType: 'application/octet-stream', data: btoa('x') },
      ],
      notificationTo: [{ email: 'jan@example.com' }],
    });
    const notification = await ended(id, 'SENT');
    const mail = await smtp.last();
    expect([mail.subject, mail.bcc]).toEqual(['Č. 7/26 & a  Bcc: eve@example.com', undefined]);
    expect(notification.subject).toBe('Č. 7/26 & a  Bcc: eve@example.com');
    expect(mail.attachments.map(({ filename }) => filename)).toEqual([
      'terms of 7_26.pdf',
      'raw',
      'Faktura č. 7_26.pdf',
      'A__BCC_ EVE@EXAMPLE.COM.HTM',
      'plain.txt',
    ]);
  });

  test('whose subject needs data that it does not have is FAILED, with the reason', async () => {
    await start();
    const id = await send({
      subject: '{{money price}}',
      data: { price: 1 },
      notificationTo: [{ email: 'j@example.com' }],
    });
    const failed = await ended(id, 'FAILED');
    expect(failed.notificationTo[0]?.statusReason).toContain('the template by-mail (subject), line 1: money expects');
  });

  test('with a fault in a template of its own is a 400', async () => {
    const wrong = {
      subject: 'Outage {{#if street}}',
      attachments: [{ name: 'a {{nothing 1}}', mimeType: 'text/plain', data: 'YQ==' }],
      notificationTo: [{ email: 'jan@example.com' }],
    };
    const errors = await send(wrong).catch((error: Error) => JSON.parse(error.message).errors);
    expect(errors).toEqual([
      'subject: line 1, column 22: syntax error at the end of the template: a block or a {{ is not closed',
      'attachments[0].name: line 1, column 3: no helper has the name "nothing"',
    ]);
  });
});
