import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ChannelDrivers } from '../../domain/notifications/channels/index.ts';
import type { Component } from '../../domain/ports/component.ts';
import { messageOf } from '../../domain/runtime/errorDetails.ts';
import { OperatorError } from '../../domain/runtime/operatorError.ts';
import { makeHostGuard } from '../net/ssrfGuard.ts';
import { makeEmailChannel } from './email/emailChannel.ts';
import { mailboxOf } from './email/emailParts.ts';
import { makeSmsChannel } from './sms/smsChannel.ts';
import { makeWebhookChannel } from './webhook/webhookChannel.ts';

export interface ChannelOptions {
  /** One URL or several, separated by commas, in the order of fallback. */
  readonly smtpUrl: string | undefined;
  readonly smtpFrom: string;
  readonly smtpConnections: number;
  /** For one response; a hand-over may take four times as long. */
  readonly smtpTimeoutSeconds: number;
  /** All three or none. */
  readonly dkimDomain: string;
  readonly dkimSelector: string;
  readonly dkimKeyFile: string;
  /** Empty where mail servers return messages to their senders. */
  readonly bounceAddress: string;
  /** Not empty where Postmark reports bounces. */
  readonly postmarkWebhookPassword: string;
  readonly twilioAccountSid: string;
  readonly twilioAuthToken: string;
  readonly twilioFrom: string;
  readonly twilioBaseUrl: string | undefined;
  readonly twilioConnections: number;
  readonly twilioTimeoutSeconds: number;
  readonly webhookTimeoutSeconds: number;
  readonly allowedHosts: readonly string[] | undefined;
}

/** Maximum ms to connect, even if a response may take longer. */
const CONNECT_MS = 10_000;

/**
 * Returns the configured channels: no e-mail without a server, no SMS without an account.
 *
 * @throws OperatorError when a setting lacks another, or cannot be used
 */
export function makeChannels(options: ChannelOptions): ChannelDrivers & Component {
  const email = emailChannels(options);
  return {
    email,
    sms: smsChannels(options),
    webhook: [
      makeWebhookChannel({
        guard: makeHostGuard(options.allowedHosts ?? []),
        timeoutMs: options.webhookTimeoutSeconds * 1_000,
      }),
    ],
    start: async () => {},
    stop: () => Promise.all(email.map((channel) => channel.stop())).then(() => {}),
  };
}

function emailChannels(options: ChannelOptions) {
  const { smtpUrl, smtpFrom, smtpConnections, smtpTimeoutSeconds, bounceAddress, ...dkim } = options;
  const from = mailboxOf(smtpFrom);
  if (!from) throw new OperatorError(`SMTP_FROM is ${JSON.stringify(smtpFrom)}, which is not one e-mail address.`);
  if (bounceAddress && mailboxOf(bounceAddress)?.address !== bounceAddress)
    throw new OperatorError(`BOUNCE_ADDRESS is ${JSON.stringify(bounceAddress)}, which is not one e-mail address.`);
  const signing = dkimOf(dkim);
  const answer = smtpTimeoutSeconds * 1_000;
  const timeouts = { connect: Math.min(CONNECT_MS, answer), answer, whole: 4 * answer };
  return (smtpUrl?.split(',') ?? []).map((url) =>
    makeEmailChannel({
      url: url.trim(),
      from,
      connections: smtpConnections,
      timeouts,
      ...(bounceAddress && { bounceAddress }),
      ...(options.postmarkWebhookPassword && { reportsToPostmark: true }),
      ...(signing && { dkim: signing }),
    }),
  );
}

function dkimOf({
  dkimDomain: domain,
  dkimSelector: selector,
  dkimKeyFile: file,
}: Pick<ChannelOptions, 'dkimDomain' | 'dkimSelector' | 'dkimKeyFile'>) {
  if (!domain && !selector && !file) return undefined;
  if (!domain || !selector || !file) {
    throw new OperatorError(
      'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE belong together: all of them are set, or none.',
    );
  }
  let privateKey: string;
  try {
    privateKey = readFileSync(file, 'utf8');
  } catch (error) {
    throw new OperatorError(`DKIM_KEY_FILE is ${file}, which cannot be read: ${messageOf(error)}.`);
  }
  try {
    createPrivateKey(privateKey);
  } catch {
    // nodemailer would omit the signature without an error.
    throw new OperatorError(`DKIM_KEY_FILE is ${file}, which does not contain a private key (PEM).`);
  }
  return { domain, selector, privateKey };
}

function smsChannels(options: ChannelOptions) {
  const {
    twilioAccountSid: accountSid,
    twilioAuthToken: authToken,
    twilioFrom: from,
    twilioBaseUrl: baseUrl,
  } = options;
  if (!accountSid) return [];
  if (!/^AC[0-9a-f]{32}$/i.test(accountSid)) {
    throw new OperatorError('TWILIO_ACCOUNT_SID must be AC and 32 hexadecimal digits.');
  }
  if (!authToken) throw new OperatorError('TWILIO_ACCOUNT_SID is set, and TWILIO_AUTH_TOKEN is not.');
  if (!from) throw new OperatorError('TWILIO_ACCOUNT_SID is set, and TWILIO_FROM has to say who sends.');
  const whole = options.twilioTimeoutSeconds * 1_000;
  return [
    makeSmsChannel({
      accountSid,
      authToken,
      from,
      concurrency: options.twilioConnections,
      timeouts: { connect: Math.min(CONNECT_MS, whole), whole },
      ...(baseUrl !== undefined && { baseUrl }),
    }),
  ];
}
