import { createHash } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import {
  answerOf,
  enhancedCodeOf,
  isAddressFault,
  TARGET_HEADER,
  targetOf,
} from '../../domain/notifications/bounces/bounceTexts.ts';
import type { BounceReport } from '../../domain/queue/bounceReport.ts';

/** Headers or fields by their names in lower case. */
type Fields = ReadonlyMap<string, string>;

const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];
const RETURNED_TYPES = ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers'];
const FEEDBACK_TYPE = 'message/feedback-report';
/** Types of feedback (RFC 5965) by which a recipient complains. */
const COMPLAINTS = ['abuse', 'fraud', 'opt-out'];
const SOURCE = 'mailbox';

/**
 * Returns the reports in a message: a delivery status notification (RFC 3464, 6533) or a complaint (RFC 5965) about an e-mail
 * of Waybill. Any other message, such as an answer of a person or an out-of-office notice, has none.
 *
 * @param raw the message, whose end may be missing
 */
export async function reportsOf(raw: Uint8Array): Promise<BounceReport[]> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8', forceRfc822Attachments: true }).catch(
    () => undefined,
  );
  if (!mail) return [];
  const partOf = (types: readonly string[]): string | undefined => {
    const part = mail.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));
    return part && String(part.content);
  };
  const returned = partOf(RETURNED_TYPES);
  const original = returned === undefined ? undefined : await fieldsOf(returned);
  const [status, feedback] = [partOf(STATUS_TYPES), partOf([FEEDBACK_TYPE])];
  const targetId = targetOfReport(mail, original);
  if (targetId === undefined) return [];
  const reportId = createHash('sha256').update(raw).digest('hex').slice(0, 32);
  const report = { reportId, targetId, source: SOURCE };
  if (status !== undefined) return (await statusReports(status, mail.text)).map((one) => ({ ...report, ...one }));
  const complaint = feedback === undefined ? undefined : complaintOf(await fieldsOf(feedback), original);
  return complaint ? [{ ...report, ...complaint }] : [];
}

/** Returns the target: by the headers of the returned message, or else by those that name the message that a report answers. */
function targetOfReport({ headers, inReplyTo, references }: Email, original: Fields | undefined): string | undefined {
  const named = [
    original?.get(TARGET_HEADER.toLowerCase()),
    original?.get('message-id'),
    headers.find(({ key }) => key === TARGET_HEADER.toLowerCase())?.value,
    inReplyTo,
    ...(references?.split(/\s+/) ?? []),
  ];
  return named.map(targetOf).find((id) => id !== undefined);
}

type Finding = Pick<BounceReport, 'recipients' | 'outcome' | 'suppress' | 'answer'>;

/** Returns what a delivery status says of each recipient whose message has failed or is delayed. */
async function statusReports(text: string, explanation = ''): Promise<Finding[]> {
  // The first block is about the message; each further one is about a recipient.
  const blocks = text.split(/\r?\n(?:[ \t]*\r?\n)+/).filter((block) => block.trim() !== '');
  const fields = await Promise.all(blocks.map(fieldsOf));
  return fields.flatMap((recipient): Finding[] => {
    const recipients = ['final-recipient', 'original-recipient'].flatMap((name) => addressIn(recipient.get(name)));
    const action = recipient.get('action')?.trim().toLowerCase();
    if (recipients.length === 0 || (action !== 'failed' && action !== 'delayed')) return [];
    const diagnostic = recipient.get('diagnostic-code')?.replace(/^\s*[\w-]+\s*;\s*/, '') ?? '';
    const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(recipient.get('status') ?? '')?.[0];
    const answer = answerOf(diagnostic === '' ? status : diagnostic);
    if (action === 'delayed') return [{ recipients, outcome: 'soft-bounced', suppress: false, answer }];
    const suppress = isFaultOfAddress({ diagnostic, status, explanation });
    return [{ recipients, outcome: 'bounced', suppress, answer }];
  });
}

/** Whether the address does not exist. Many servers have a status of no more than 5.0.0 beside the reply of the other one. */
function isFaultOfAddress(failure: { diagnostic: string; status: string | undefined; explanation: string }): boolean {
  const { diagnostic, status, explanation } = failure;
  const code = enhancedCodeOf(diagnostic) ?? (status === '5.0.0' ? undefined : status);
  if (code !== undefined) return isAddressFault(code);
  // As at a hand-over: a reply without an enhanced code to the command that names the recipient.
  return /^(?:550|551|553)\b/.test(diagnostic) && /\bRCPT TO\b/.test(`${diagnostic} ${explanation}`);
}

function complaintOf(feedback: Fields, original: Fields | undefined): Finding | undefined {
  const type = feedback.get('feedback-type')?.trim().toLowerCase() ?? '';
  if (!COMPLAINTS.includes(type)) return undefined;
  const recipients = [feedback.get('original-rcpt-to'), original?.get('to')].flatMap(addressIn);
  const answer = answerOf(type, feedback.get('user-agent'));
  return { recipients, outcome: 'complained', suppress: true, answer };
}

/** Returns the address in `rfc822; jana@example.org` or `Jana <jana@example.org>`. */
function addressIn(text: string | undefined): string[] {
  const address = /[^\s<>;,"]+@[^\s<>;,"]+/.exec(text ?? '')?.[0];
  return address === undefined ? [] : [address];
}

/** Parses a block of fields, as headers are. */
async function fieldsOf(block: string): Promise<Fields> {
  const { headers } = await PostalMime.parse(`${block.trimStart()}\r\n\r\n`);
  return new Map(headers.toReversed().map(({ key, value }) => [key, value]));
}
