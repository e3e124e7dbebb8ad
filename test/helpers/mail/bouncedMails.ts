/** Messages in the manner of mail servers, about an e-mail of Waybill that they have returned. */

export interface Bounced {
  readonly targetId: string;
  readonly address: string;
  /** Makes two reports about one e-mail different. */
  readonly at?: string;
}

const returnedHeaders = ({ targetId, address }: Bounced): string => `Return-Path: <waybill@example.com>
From: Waybill <waybill@example.com>
To: ${address}
Message-ID: <${targetId}@example.com>
X-Waybill-Id: ${targetId}
Subject: About water
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
`;

function report(type: string, parts: readonly (readonly [type: string, content: string])[], headers: string): string {
  const bodies = parts.map(([partType, content]) => `--report-1\nContent-Type: ${partType}\n\n${content}\n`).join('\n');
  return `${headers}MIME-Version: 1.0
Content-Type: multipart/report; report-type=${type}; boundary="report-1"

${bodies}
--report-1--
`;
}

const from = (sender: string, { at = 'Thu, 26 Nov 2026 10:00:00 +0000' }: Bounced): string => `From: ${sender}
To: waybill@example.com
Date: ${at}
Auto-Submitted: auto-replied
`;

export const ofPostfix = (bounced: Bounced, status = '5.1.1', action = 'failed'): string =>
  report(
    'delivery-status',
    [
      [
        'text/plain; charset=us-ascii',
        `This is the mail system at host mx.example.net.\n\n<${bounced.address}>: host mail.example.org[192.0.2.7] said: 550 ${status}\n    no (in reply to RCPT TO command)`,
      ],
      [
        'message/delivery-status',
        `Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: 4Lk1zZ0Abcz1
Arrival-Date: Thu, 26 Nov 2026 09:59:58 +0000 (UTC)

Final-Recipient: rfc822; ${bounced.address}
Original-Recipient: rfc822;${bounced.address}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mail.example.org
Diagnostic-Code: smtp; ${status.startsWith('4') ? 451 : 550} ${status} <${bounced.address}>: Recipient address
    rejected: as the test wants it`,
      ],
      ['text/rfc822-headers', returnedHeaders(bounced)],
    ],
    from('MAILER-DAEMON@mx.example.net (Mail Delivery System)', bounced),
  );

/** Its status is always 5.0.0, and the reply may have no enhanced code. */
export const ofExim = (bounced: Bounced, reply = '550 No such user here'): string =>
  report(
    'delivery-status',
    [
      [
        'text/plain; charset=us-ascii',
        `A message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${bounced.address}\n    host mail.example.org [192.0.2.7]\n    SMTP error from remote mail server after RCPT TO:<${bounced.address}>:\n    ${reply}`,
      ],
      [
        'message/delivery-status',
        `Reporting-MTA: dns; exim.example.net

Action: failed
Final-Recipient: rfc822;${bounced.address}
Status: 5.0.0
Remote-MTA: dns; mail.example.org
Diagnostic-Code: smtp; ${reply}`,
      ],
      ['message/rfc822', `${returnedHeaders(bounced)}\nThe text.`],
    ],
    `X-Failed-Recipients: ${bounced.address}\n${from('Mail Delivery System <Mailer-Daemon@exim.example.net>', bounced)}`,
  );

export const ofExchange = (bounced: Bounced): string =>
  report(
    'delivery-status',
    [
      [
        'multipart/alternative; boundary="inner"',
        '--inner\nContent-Type: text/html; charset="us-ascii"\nContent-Transfer-Encoding: quoted-printable\n\n<p>Your message couldn=27t be delivered.</p>\n\n--inner--',
      ],
      [
        'message/delivery-status',
        `Reporting-MTA: dns;AM0PR01.eurprd01.example.com
Received-From-MTA: dns;waybill.example.com
Arrival-Date: Thu, 26 Nov 2026 10:00:00 +0000

Final-Recipient: rfc822;${bounced.address}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${bounced.address} not found by SMTP address lookup
X-Display-Name: ${bounced.address}`,
      ],
      ['message/rfc822', `Received: from AM0 by AM1 (2603:10a6::1)\n${returnedHeaders(bounced)}\nThe text.`],
    ],
    `In-Reply-To: <${bounced.targetId}@example.com>\nReferences: <${bounced.targetId}@example.com>\n${from('postmaster@example.org', bounced)}`,
  );

/** Names the e-mail in its own headers, and returns none of its headers. */
export const ofGmail = (bounced: Bounced): string =>
  report(
    'delivery-status',
    [
      ['text/plain; charset="UTF-8"', `** Address not found **\n\nYour message wasn't delivered to ${bounced.address}`],
      [
        'message/delivery-status',
        `Reporting-MTA: dns; googlemail.com
Arrival-Date: Thu, 26 Nov 2026 02:00:00 -0800 (PST)

Final-Recipient: rfc822; ${bounced.address}
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.27, the server for the domain gmail.com.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550 5.1.1 double-checking the recipient's email address for typos
Last-Attempt-Date: Thu, 26 Nov 2026 02:00:01 -0800 (PST)`,
      ],
    ],
    `X-Failed-Recipients: ${bounced.address}\nIn-Reply-To: <${bounced.targetId}@example.com>\nReferences: <${bounced.targetId}@example.com>\n${from('Mail Delivery Subsystem <mailer-daemon@googlemail.com>', bounced)}`,
  );

/** Replaces the Message-ID, and returns the other headers. */
export const ofSes = (bounced: Bounced): string =>
  report(
    'delivery-status',
    [
      [
        'text/plain; charset=us-ascii',
        `An error occurred while trying to deliver the mail to the following recipients:\n${bounced.address}`,
      ],
      [
        'message/delivery-status',
        `Reporting-MTA: dns; a8-31.smtp-out.amazonses.com

Action: failed
Final-Recipient: rfc822; ${bounced.address}
Diagnostic-Code: smtp; 550 5.1.1 user unknown
Status: 5.1.1`,
      ],
      [
        'message/rfc822',
        `${returnedHeaders(bounced).replace(/^Message-ID: .*$/m, 'Message-ID: <0100019abc-1234-000000@email.amazonses.com>')}\nThe text.`,
      ],
    ],
    from('MAILER-DAEMON@amazonses.com', bounced),
  );

/** A complaint (RFC 5965). */
export const ofFeedbackLoop = (bounced: Bounced, type = 'abuse'): string =>
  report(
    'feedback-report',
    [
      ['text/plain', 'This is an email abuse report.'],
      [
        'message/feedback-report',
        `Feedback-Type: ${type}\nUser-Agent: Example-FBL/1.0\nVersion: 1\nOriginal-Rcpt-To: <${bounced.address}>`,
      ],
      ['message/rfc822', `${returnedHeaders(bounced)}\nThe text.`],
    ],
    from('feedback@mailbox.example', bounced),
  );

export const outOfOffice = (bounced: Bounced): string => `${from(bounced.address, bounced)}Subject: I am away
In-Reply-To: <${bounced.targetId}@example.com>
Content-Type: text/plain

Until Monday.
`;
