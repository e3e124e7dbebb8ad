import type { RequestExample } from './requestExample.ts';

/** @param target the id of the target that the providers report about */
export const receiptExamples = (target: string): Readonly<Record<string, RequestExample>> => ({
  'POST /notifications/receipts/twilio': {
    needs: 'the signature of Twilio',
    query: { target: target },
    body: { MessageSid: 'SM0123456789abcdef0123456789abcdef', MessageStatus: 'delivered' },
  },
  'POST /notifications/receipts/ses': {
    needs: 'the signature of Amazon SNS',
    body: {
      Type: 'Notification',
      TopicArn: 'arn:aws:sns:eu-west-1:123456789012:bounces',
      Message: '{"notificationType":"Bounce"}',
      SignatureVersion: '2',
      Signature: 'c2lnbmF0dXJl',
      SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService.pem',
    },
  },
  'POST /notifications/receipts/postmark': {
    needs: 'the password of the webhook',
    body: {
      RecordType: 'Bounce',
      Type: 'HardBounce',
      Email: 'jana@example.com',
      Metadata: { 'waybill-id': target },
    },
  },
  'POST /notifications/receipts/mailgun': {
    needs: 'the signature of Mailgun',
    body: {
      signature: { timestamp: '1770920772', token: 'e0b5477167110d68991efc6b9f89f0a1', signature: '12d99f5a' },
      'event-data': { event: 'failed', severity: 'permanent', reason: 'bounce', recipient: 'jana@example.com' },
    },
  },
});
