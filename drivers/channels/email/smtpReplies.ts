import type { SendResult } from '../../../domain/ports/channels.ts';

/** What nodemailer tells of a failure. */
export interface SmtpFault {
  readonly message: string;
  readonly code?: string;
  /** The phase: CONN, EHLO, STARTTLS, AUTH …, MAIL FROM, RCPT TO, DATA; API where it never reached the server. */
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** How much of a message had gone out when it failed: its whole content with the end of DATA, or not all of it. */
export type Progress = 'incomplete' | 'complete';

/** Enhanced status codes (RFC 3463) that say that there is no such address, or that it is closed for good. */
const BAD_ADDRESS = /^5\d\d[ -](?:5\.1\.(?:1|2|3|6|10)|5\.2\.1)\b/;
const ENHANCED = /^5\d\d[ -]5\.\d{1,3}\.\d{1,3}\b/;

/** Reads an answer, or the lack of one, as the end of a hand-over. */
export function readFault(fault: SmtpFault, progress: Progress, provider: string): SendResult {
  const { responseCode, command = '' } = fault;
  const answer = (fault.response ?? fault.message).replace(/\s+/g, ' ').slice(0, 1_000);
  const ended = { answer, provider };
  const ofSession = /^(CONN|EHLO|HELO|STARTTLS|AUTH)/.test(command);
  // 503 says that the session was in a wrong state, not that the message is refused.
  if (responseCode !== undefined && responseCode >= 500 && responseCode !== 503 && !ofSession) {
    const address = isAddress(fault) ? ({ address: 'bounced' } as const) : {};
    return { ...ended, outcome: 'rejected', ...address };
  }
  // Anything below is no refusal, only out of place.
  if (responseCode !== undefined && responseCode >= 400) {
    // What ends a session, or does not let one begin, would end it for every other message too.
    return { ...ended, outcome: 'retry', providerUnavailable: ofSession || responseCode === 421 };
  }
  if (progress === 'complete') return { ...ended, outcome: 'unknown' };
  // No server has said it, and none would fare better: too large for what it announced, a name it cannot take.
  if (isOfMessage(fault)) return { ...ended, outcome: 'rejected' };
  return { ...ended, outcome: 'retry', providerUnavailable: true };
}

function isAddress({ command = '', response = '', responseCode }: SmtpFault): boolean {
  if (BAD_ADDRESS.test(response)) return true;
  // Servers without enhanced codes: no such mailbox, not here, not a name.
  return command === 'RCPT TO' && !ENHANCED.test(response) && [550, 551, 553].includes(responseCode ?? 0);
}

function isOfMessage({ code = '' }: SmtpFault): boolean {
  return ['EENVELOPE', 'EMESSAGE', 'ESTREAM', 'EFILEACCESS', 'EURLACCESS', 'EMAXRECIPIENTS'].includes(code);
}
