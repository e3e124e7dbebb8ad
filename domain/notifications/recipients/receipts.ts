import { createHmac, timingSafeEqual } from 'node:crypto';

/** Twilio's statuses of an SMS, in the order of its progress. A message has at most one status of each line. */
const STATUSES = [
  ['accepted', 'scheduled'],
  ['queued'],
  ['sending'],
  ['sent'],
  ['delivered', 'undelivered', 'failed', 'canceled'],
  ['read'],
];
const FAILED_STATUSES = ['undelivered', 'failed', 'canceled'];

const placeOf = (status: string): number => STATUSES.findIndex((line) => line.includes(status));

/**
 * Whether a receipt advances the status of a message. Receipts can arrive out of order and twice: a delivered message does
 * not become `sent`, and a final failure stays.
 *
 * @param known the stored status; undefined if no receipt was stored
 */
export function isForward(known: string | undefined, status: string): boolean {
  if (placeOf(status) < 0) return false;
  if (known === undefined) return true;
  return placeOf(status) > placeOf(known) && !FAILED_STATUSES.includes(known);
}

/** Returns the status of the delivery that a receipt implies; undefined if it implies none. */
export function deliveryOf(status: string): 'DELIVERED' | 'UNDELIVERED' | undefined {
  if (status === 'delivered' || status === 'read') return 'DELIVERED';
  return FAILED_STATUSES.includes(status) ? 'UNDELIVERED' : undefined;
}

/** The path of receipts, below the public URL of the service. */
export const twilioReceiptPath = '/api/v2/notifications/receipts/twilio';

export const twilioReceiptUrl = (base: string, targetId: string): string =>
  `${base}${twilioReceiptPath}?target=${targetId}`;

/** The members of a submitted form. */
export type FormMembers = Readonly<Record<string, string | readonly string[]>>;

/** Returns Twilio's signature of a request: the HMAC-SHA1 of the URL and the sorted form members, as base64. */
export function twilioSignature(authToken: string, url: string, params: FormMembers): string {
  const form = Object.keys(params)
    .sort()
    .map((name) => {
      const value = params[name] as string | readonly string[];
      return (typeof value === 'string' ? [value] : [...new Set(value)].sort()).map((one) => name + one).join('');
    })
    .join('');
  return createHmac('sha1', authToken)
    .update(url + form, 'utf8')
    .digest('base64');
}

/** @param url the URL that Twilio was configured with, including its query; behind a proxy it differs from the request's own */
export function isSignedByTwilio(
  authToken: string,
  signature: string | undefined,
  url: string,
  params: FormMembers,
): boolean {
  const actual = Buffer.from(signature ?? '');
  // Twilio signs the URL with or without its port.
  return withAndWithoutPort(url).some((candidate) => {
    const expected = Buffer.from(twilioSignature(authToken, candidate, params));
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}

function withAndWithoutPort(url: string): string[] {
  const match = /^(https?:\/\/)((?:[^/?#]*@)?(?:\[[^\]]*\]|[^/?#:@]*))(:\d+)?(.*)$/is.exec(url);
  if (!match) return [url];
  const [, scheme = '', host = '', port, rest = ''] = match;
  const usual = scheme.toLowerCase() === 'https://' ? ':443' : ':80';
  return [`${scheme}${host}${rest}`, `${scheme}${host}${port ?? usual}${rest}`];
}
