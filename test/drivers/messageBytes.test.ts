import { expect, test } from 'bun:test';
import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { messageBytes } from '../../drivers/channels/email/messageBytes.ts';

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
      expect(bytes?.toString()).toBe((await message.build()).toString());
    }),
    { numRuns: 300 },
  );
});

test('a message with a file that is read when it is sent is left to the streams', () => {
  const message = new MailComposer({
    ...{ from: 'waybill@example.org', to: 'jana@example.org', subject: 'a file', text: 'a text' },
    attachments: [{ filename: 'a.txt', path: '/tmp/a.txt' }],
  }).compile();
  expect(messageBytes(message)).toBeUndefined();
});
