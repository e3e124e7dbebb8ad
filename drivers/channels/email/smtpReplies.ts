import type { SendResult } from '../../../domain/ports/channels.ts';

/** An error of nodemailer. */
export interface SmtpFault {
  readonly message: string;
  readonly code?: string;
  /** The phase: CONN, EHLO, STARTTLS, AUTH …, MAIL FROM, RCPT TO, DATA; API if it never reached the server. */
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** Whether the whole content, including the end of DATA, was sent before the failure. */
export type Progress = 'incomplete' | 'complete';

/** Enhanced status codes (RFC 3463) of addresses that do not exist or are disabled. */
const BAD_ADDRESS = /^5\d\d[ -](?:5\.1\.(?:1|2|3|6|10)|5\.2\.1)\b/;
const ENHANCED = /^5\d\d[ -]5\.\d{1,3}\.\d{1,3}\b/;

/** Converts an error of nodemailer to the result of a hand-over. */
export function readFault(fault: SmtpFault, progress: Progress, provider: string): SendResult {
  const { responseCode, command = '' } = fault;
  const answer = (fault.response ?? fault.message).replace(/\s+/g, ' ').slice(0, 1_000);
  const ended = { answer, provider };
  const ofSession = /^(CONN|EHLO|HELO|STARTTLS|AUTH)/.test(command);
  // 503 means a wrong state of the session. The message is not rejected.
  if (responseCode !== undefined && responseCode >= 500 && responseCode !== 503 && !ofSession) {
    const address = isAddress(fault) ? ({ address: 'bounced' } as const) : {};
    return { ...ended, outcome: 'rejected', ...address };
  }
  // 4xx, and 5xx of the session: the message itself is not rejected.
  if (responseCode !== undefined && responseCode >= 400) {
    // A failure of the session, or 421, affects every other message too.
    return { ...ended, outcome: 'retry', providerUnavailable: ofSession || responseCode === 421 };
  }
  if (progress === 'complete') return { ...ended, outcome: 'unknown' };
  // nodemailer rejects the message itself, for any server: for example, it exceeds the announced size.
  if (isOfMessage(fault)) return { ...ended, outcome: 'rejected' };
  return { ...ended, outcome: 'retry', providerUnavailable: true };
}

function isAddress({ command = '', response = '', responseCode }: SmtpFault): boolean {
  if (BAD_ADDRESS.test(response)) return true;
  // Servers without enhanced codes: no such mailbox, not local, invalid name.
  return command === 'RCPT TO' && !ENHANCED.test(response) && [550, 551, 553].includes(responseCode ?? 0);
}

function isOfMessage({ code = '' }: SmtpFault): boolean {
  return ['EENVELOPE', 'EMESSAGE', 'ESTREAM', 'EFILEACCESS', 'EURLACCESS', 'EMAXRECIPIENTS'].includes(code);
}
