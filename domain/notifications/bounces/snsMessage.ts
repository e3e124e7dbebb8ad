import { createVerify, X509Certificate } from 'node:crypto';
import type { JsonObject } from '../../kinds/kind.ts';
import { type SesWebhooks, SnsRefused } from '../../ports/bounceWebhooks.ts';
import { textOf } from '../../validation/values.ts';

const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
/** The members of a message that Amazon SNS signs, by its type, in the order of the signed text. */
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: CONFIRMATION,
  UnsubscribeConfirmation: CONFIRMATION,
};
/** The algorithms by `SignatureVersion`. */
const ALGORITHMS: Readonly<Record<string, string>> = { 1: 'RSA-SHA1', 2: 'RSA-SHA256' };

/** The text that Amazon SNS signs: each member after its name, in lines of their own. */
export function signedText(message: JsonObject): string {
  const members = SIGNED[textOf(message.Type) ?? ''] ?? [];
  return members.flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`])).join('');
}

/**
 * Returns the problem of a message of Amazon SNS: it is of another topic, or not signed by Amazon SNS. Undefined if it has
 * none.
 *
 * @throws the error by which the certificate could not be fetched
 */
export async function problemOfSnsMessage(
  message: JsonObject,
  { topics, sns }: SesWebhooks,
): Promise<string | undefined> {
  const type = textOf(message.Type) ?? '';
  if (!Object.hasOwn(SIGNED, type)) return `Type: must be one of ${Object.keys(SIGNED).join(', ')}`;
  // Every account of Amazon has topics, whose messages are signed too.
  if (!topics.includes(textOf(message.TopicArn) ?? '')) return 'TopicArn: is not that of the topics in SES_TOPIC_ARNS';
  const version = textOf(message.SignatureVersion) ?? '';
  const algorithm = Object.hasOwn(ALGORITHMS, version) ? ALGORITHMS[version] : undefined;
  if (algorithm === undefined) return 'SignatureVersion: must be 1 or 2';
  let pem: string;
  try {
    pem = await sns.certificate(textOf(message.SigningCertURL) ?? '');
  } catch (error) {
    if (error instanceof SnsRefused) return `SigningCertURL: ${error.message}`;
    throw error;
  }
  const certificate = certificateIn(pem);
  if (!certificate) return 'SigningCertURL: is not that of Amazon SNS, or its certificate has expired';
  const signature = Buffer.from(textOf(message.Signature) ?? '', 'base64');
  const isSigned = createVerify(algorithm).update(signedText(message), 'utf8').verify(certificate.publicKey, signature);
  return isSigned ? undefined : 'Signature: is not that of Amazon SNS for this message';
}

function certificateIn(pem: string): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(pem);
    const now = Date.now();
    const isValid = Date.parse(certificate.validFrom) <= now && now < Date.parse(certificate.validTo);
    return isValid && certificate.publicKey.asymmetricKeyType === 'rsa' ? certificate : undefined;
  } catch {
    return undefined;
  }
}
