import { expect, test } from 'bun:test';
import { reportsOf } from '../../../drivers/bounces/dsnReports.ts';
import {
  ofExchange,
  ofExim,
  ofFeedbackLoop,
  ofGmail,
  ofPostfix,
  ofSes,
  outOfOffice,
} from '../../helpers/mail/bouncedMails.ts';

/** What is read from the messages of mail servers. */

const bounced = { targetId: '0198f3a2-0000-7000-8000-000000000001', address: 'jana@example.org' };
const { targetId, address } = bounced;

/** The reports in a message, whatever its line ends. */
async function read(text: string) {
  const [lf, crlf] = await Promise.all(
    [text, text.replaceAll('\n', '\r\n')].map((one) => reportsOf(new TextEncoder().encode(one))),
  );
  const withoutId = (reports: typeof lf) => reports?.map(({ reportId: _, ...report }) => report);
  expect(withoutId(crlf)).toEqual(withoutId(lf));
  return withoutId(lf) ?? [];
}

const servers: readonly [name: string, message: string, answer: string][] = [
  ['Postfix', ofPostfix(bounced), `550 5.1.1 <${address}>: Recipient address rejected: as the test wants it`],
  ['Exim, without an enhanced code', ofExim(bounced), '550 No such user here'],
  ['Exim, with one', ofExim(bounced, '550 5.1.1 unknown'), '550 5.1.1 unknown'],
  [
    'Exchange',
    ofExchange(bounced),
    `550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${address} not found by SMTP address lookup`,
  ],
  [
    'Gmail',
    ofGmail(bounced),
    "550-5.1.1 The email account that you tried to reach does not exist. Please try 550 5.1.1 double-checking the recipient's email address for typos",
  ],
  ['Amazon SES', ofSes(bounced), '550 5.1.1 user unknown'],
];
for (const [name, message, answer] of servers)
  test(`an address that does not exist, in the manner of ${name}`, async () => {
    const [report, ...others] = await read(message);
    expect(others).toEqual([]);
    expect(report).toMatchObject({ targetId, source: 'mailbox', outcome: 'bounced', suppress: true, answer });
    expect(new Set(report?.recipients)).toEqual(new Set([address]));
  });

test('a failure that is not the fault of the address does not suppress it', async () => {
  const failed = { outcome: 'bounced', suppress: false };
  expect(await read(ofPostfix(bounced, '5.7.1'))).toMatchObject([failed]);
  expect(await read(ofPostfix(bounced, '5.2.2'))).toMatchObject([failed]);
  // The server has given up.
  expect(await read(ofPostfix(bounced, '4.4.7'))).toMatchObject([failed]);
  expect(await read(ofExim(bounced, '550 5.7.1 spam'))).toMatchObject([failed]);
  expect(await read(ofExim(bounced, '554 no'))).toMatchObject([failed]);
});

test('a delay is a soft bounce, and other notices are none', async () => {
  expect(await read(ofPostfix(bounced, '4.4.1', 'delayed'))).toMatchObject([
    { outcome: 'soft-bounced', suppress: false },
  ]);
  for (const action of ['delivered', 'relayed', 'expanded'])
    expect(await read(ofPostfix(bounced, '2.0.0', action))).toEqual([]);
});

test('a complaint suppresses the address, and feedback of another type is none', async () => {
  const complaint = { outcome: 'complained', suppress: true, answer: 'abuse Example-FBL/1.0' };
  expect(await read(ofFeedbackLoop(bounced))).toMatchObject([complaint]);
  expect(await read(ofFeedbackLoop(bounced, 'not-spam'))).toEqual([]);
  // Some mailbox providers leave the address out; the returned message has it.
  const redacted = ofFeedbackLoop(bounced).replace(/^Original-Rcpt-To.*$/m, 'Original-Rcpt-To: redacted');
  expect(await read(redacted)).toMatchObject([{ ...complaint, recipients: [address] }]);
});

test('other messages have no reports', async () => {
  expect(await read(outOfOffice(bounced))).toEqual([]);
  expect(await read('')).toEqual([]);
  expect(await read('no message at all')).toEqual([]);
  // Of an e-mail that another program has sent.
  expect(await read(ofPostfix({ ...bounced, targetId: '20261126.other' }))).toEqual([]);
  const withoutRecipient = ofPostfix(bounced).replaceAll(/^(?:Final|Original)-Recipient.*$/gm, 'X-None: 1');
  expect(await read(withoutRecipient)).toEqual([]);
});

test('a message that is cut off in the returned text is read, and one that repeats has the same id', async () => {
  const whole = ofExim(bounced).replace('The text.', 'x'.repeat(2_000));
  const cut = new TextEncoder().encode(whole.slice(0, whole.indexOf('xxx') + 500));
  const [first] = await reportsOf(cut);
  expect(first).toMatchObject({ targetId, outcome: 'bounced' });
  expect(await reportsOf(cut)).toEqual([first as never]);
  const [other] = await reportsOf(
    new TextEncoder().encode(ofExim({ ...bounced, at: 'Fri, 27 Nov 2026 10:00:00 +0000' })),
  );
  expect(other?.reportId).not.toBe(first?.reportId);
});

test('hostile fields are texts of one line and of limited length', async () => {
  const long = ofPostfix(bounced).replace('as the test wants it', `${'a'.repeat(5_000)}\u0000\ud800`);
  const [report] = await read(long);
  expect(report?.answer.length).toBeLessThanOrEqual(1_000);
  for (const control of ['\u0000', '\n']) expect(report?.answer).not.toContain(control);
  // A header named like a member of every object.
  expect(await read(ofPostfix(bounced).replace('Remote-MTA:', '__proto__:'))).toMatchObject([{ outcome: 'bounced' }]);
});
