import { expect, test } from 'bun:test';
import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { messageBytes } from '../../drivers/channels/email/messageBytes.ts';
import { textMessageBytes } from '../../drivers/channels/email/textMessage.ts';

/** Texts with what encodings treat specially: line ends, blanks before them, long lines, letters of several bytes, dots, `=`. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\n',
        '\r\n',
        '\r',
        ' ',
        '\t',
        ' \n',
        '.',
        '\n.\n',
        '=',
        'ž',
        '漢字',
        '😀',
        'x'.repeat(90),
        'é'.repeat(40),
      ),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({ maxLength: 120 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join('').toWellFormed());

const image = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';
const html = fc.option(fc.tuple(text, fc.boolean()), { nil: undefined });
const subject = fc.string({ unit: 'grapheme', maxLength: 200 }).map((one) => one.replace(/[\r\n]/g, '').toWellFormed());
const attachments = fc.array(
  fc.record({ filename: fc.constantFrom('příloha.pdf', 'a.csv'), content: fc.uint8Array({ maxLength: 300 }) }),
  { maxLength: 2 },
);

/** Boundaries are random, the date is the moment, and a stream may break a line of quoted-printable at another place. */
const comparable = (bytes: Buffer | undefined) =>
  bytes
    ?.toString()
    .replace(/_NmP-[0-9a-f]{16}/g, '_NmP')
    .replace(/^Date: .*$/m, 'Date')
    .replaceAll('=\r\n', '');

test('a message is the bytes that nodemailer streams', async () => {
  await fc.assert(
    fc.asyncProperty(text, html, subject, attachments, async (plain, page, about, files) => {
      const message = new MailComposer({
        from: { name: 'Žluťoučký kůň', address: 'waybill@example.org' },
        to: { name: '', address: 'jana@example.org' },
        subject: about,
        text: plain,
        ...(page && { html: page[1] ? `${page[0]}${image}` : page[0] }),
        attachDataUrls: true,
        attachments: files.map(({ filename, content }) => ({ filename, content: Buffer.from(content) })),
        headers: { 'List-Unsubscribe': `<https://example.org/${'u/'.repeat(60)}>` },
      }).compile();
      const bytes = messageBytes(message);
      expect(comparable(bytes)).toBe(comparable(await message.build()));
    }),
    { numRuns: 300 },
  );
}, 60_000);

const address = fc.oneof(
  fc.constantFrom(
    'jana@example.org',
    'J.Nováková@example.org',
    'jana@příklad.cz',
    'jana@Example.ORG',
    'a@1.2.3',
    'a@xn--p-lma.cz',
  ),
  fc.constantFrom(
    '"two words"@example.org',
    'a..b@example.org',
    'jana@[127.0.0.1]',
    'jana+x_1@a-b.example.org',
    "o'neill@x.cz",
  ),
  fc.emailAddress(),
);
const mailbox = fc.record({
  name: fc.oneof(fc.constantFrom('', 'Waybill', 'Žluťoučký kůň', 'a "b", c', '=?x?='), fc.string({ maxLength: 90 })),
  address,
});
const value = fc.oneof(
  fc.constantFrom('', ' ', '=?UTF-8?Q?a?=', 'a "b"', `<https://example.org/${'u/'.repeat(60)}>`, 'Ž', 'x'.repeat(80)),
  fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }).map((one) => one.replace(/[\r\n]/g, '').toWellFormed()),
);

test('a message of texts is the one that nodemailer makes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        from: mailbox,
        to: fc.oneof(
          mailbox,
          address.map((to) => ({ name: '', address: to })),
        ),
        subject: value,
        messageId: fc.constantFrom('<0197f5a0@example.org>', `<${'a'.repeat(80)}@example.org>`),
        text,
        html: text,
        headers: fc.dictionary(fc.constantFrom('X-Waybill-Id', 'X-PM-Metadata-waybill', 'list-unsubscribe'), value),
      }),
      async (mail) => {
        const bytes = textMessageBytes(mail);
        const message = new MailComposer({ ...mail, attachDataUrls: true }).compile();
        if (mail.text === '' && mail.html === '') expect(bytes).toBeUndefined();
        else expect(comparable(bytes)).toBe(comparable(await message.build()));
      },
    ),
    { numRuns: 400 },
  );
}, 60_000);

test('what nodemailer alone can make of a message of texts is left to it', () => {
  const mailbox = { name: '', address: 'jana@example.org' };
  const mail = { from: mailbox, to: mailbox, subject: 'a', messageId: '<a@b>', text: 'a', headers: {} };
  expect(textMessageBytes(mail)).toBeDefined();
  expect(textMessageBytes({ ...mail, html: image })).toBeUndefined();
  expect(textMessageBytes({ ...mail, headers: { 'Reply-To': 'jana@example.org' } })).toBeUndefined();
});

test('a message with a file that is read when it is sent is left to the streams', () => {
  const message = new MailComposer({
    ...{ from: 'waybill@example.org', to: 'jana@example.org', subject: 'a file', text: 'a text' },
    attachments: [{ filename: 'a.txt', path: '/tmp/a.txt' }],
  }).compile();
  expect(messageBytes(message)).toBeUndefined();
});
