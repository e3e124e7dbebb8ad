import { enhancedCodeOf, isAddressFault } from '../../../domain/notifications/bounces/bounceTexts.ts';
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
  const code = enhancedCodeOf(response);
  if (code !== undefined) return isAddressFault(code);
  // Servers without enhanced codes: no such mailbox, not local, invalid name.
  return command === 'RCPT TO' && [550, 551, 553].includes(responseCode ?? 0);
}

function isOfMessage({ code = '' }: SmtpFault): boolean {
  return ['EENVELOPE', 'EMESSAGE', 'ESTREAM', 'EFILEACCESS', 'EURLACCESS', 'EMAXRECIPIENTS'].includes(code);
}
