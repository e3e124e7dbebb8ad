import { receiveMailgun, receivePostmark, receiveSes } from '../../../domain/notifications/bounces/receiveReports.ts';
import { twilioReceiptPath } from '../../../domain/notifications/recipients/receipts.ts';
import { receiveReceipt } from '../../../domain/notifications/recipients/receiveReceipt.ts';
import { type Route, route, type Schema } from '../../http/route.ts';
import { anyObject, headText, text } from '../../openapi/schemas.ts';

/** What the service reads of a receipt; Twilio sends more, and signs all of it. */
const receiptForm: Schema = {
  type: 'object',
  properties: {
    MessageSid: { ...text, description: 'Id of the message at Twilio.' },
    MessageStatus: { ...text, description: 'What became of the message, such as `delivered`.' },
    SmsStatus: { ...text, description: 'The same, in place of MessageStatus.' },
    ErrorCode: { ...text, description: 'Why the message could not be delivered.' },
  },
};

const at = '/api/v2/notifications/receipts';

/** What the service reads of the reports of providers about e-mails; they send more. */
const snsMessage: Schema = {
  type: 'object',
  properties: {
    Type: { ...text, description: 'Notification, or SubscriptionConfirmation.' },
    TopicArn: { ...text, description: 'The topic, which must be among SES_TOPIC_ARNS.' },
    Message: { ...text, description: 'The notification of Amazon SES, as JSON text.' },
    Signature: { ...text, description: 'Signature of Amazon SNS, in base64.' },
    SigningCertURL: { ...text, description: 'URL of the certificate of the signature.' },
  },
};
const postmarkEvent: Schema = {
  type: 'object',
  properties: {
    RecordType: { ...text, description: 'Bounce or SpamComplaint; others are ignored.' },
    Type: { ...text, description: 'Type of the bounce, such as HardBounce.' },
    Email: { ...text, description: 'The address of the recipient.' },
    Metadata: { ...anyObject, description: 'Has the target of the e-mail, as its header has set it.' },
  },
};
const mailgunEvent: Schema = {
  type: 'object',
  properties: {
    signature: { ...anyObject, description: '`timestamp`, `token`, and their `signature`.' },
    'event-data': { ...anyObject, description: 'The event: failed or complained; others are ignored.' },
  },
};

const report = {
  kind: 'Notification',
  method: 'POST',
  access: 'public',
  unlimited: true,
  success: null,
  codes: [400, 500],
} as const;

/** What providers report about messages that they have accepted. Each request proves that it comes from the provider. */
export const receiptRoutes: readonly Route[] = [
  route({
    kind: 'Notification',
    title: 'Receive a Twilio delivery receipt',
    method: 'POST',
    path: twilioReceiptPath,
    access: 'public',
    unlimited: true,
    query: [{ name: 'target', schema: headText, description: 'Id of the target that the receipt is for.' }],
    ignoresUnknownQuery: true,
    description: 'Called by Twilio with a signature. A receipt never moves a status backwards.',
    body: {
      schema: receiptForm,
      description: 'The receipt, as Twilio sends it.',
      contentType: 'application/x-www-form-urlencoded',
    },
    success: null,
    codes: [400, 500],
    handle: async ({ services, raw, stream }) => {
      const form = await new Response(stream()).text();
      const at = raw.url.indexOf('?');
      const signature = raw.headers.get('x-twilio-signature') ?? undefined;
      await receiveReceipt(services, { form, search: at === -1 ? '' : raw.url.slice(at), signature });
      return null;
    },
  }),
  route({
    ...report,
    title: 'Receive a bounce or complaint of Amazon SES',
    path: `${at}/ses`,
    description:
      'Called by Amazon SNS with a signature. A permanent bounce and a complaint suppress the address. The subscription of the topic is confirmed by itself.',
    body: {
      schema: snsMessage,
      description: 'The message of Amazon SNS, with its envelope.',
      declaredAs: ['text/plain'],
    },
    handle: async ({ services, caller, json }) => {
      await receiveSes(services, await json(), caller);
      return null;
    },
  }),
  route({
    ...report,
    title: 'Receive a bounce or complaint of Postmark',
    path: `${at}/postmark`,
    description:
      'Called by Postmark with the password of HTTP Basic authentication. A hard bounce and a complaint suppress the address.',
    body: { schema: postmarkEvent, description: 'The event, as Postmark sends it.' },
    handle: async ({ services, caller, json, raw }) => {
      const authorization = raw.headers.get('authorization') ?? undefined;
      await receivePostmark(services, await json(), { authorization, caller });
      return null;
    },
  }),
  route({
    ...report,
    title: 'Receive a bounce or complaint of Mailgun',
    path: `${at}/mailgun`,
    description:
      'Called by Mailgun with a signature in the body. A bounce of the address and a complaint suppress the address.',
    body: { schema: mailgunEvent, description: 'The event with its signature, as Mailgun sends it.' },
    handle: async ({ services, caller, json }) => {
      await receiveMailgun(services, await json(), caller);
      return null;
    },
  }),
];
