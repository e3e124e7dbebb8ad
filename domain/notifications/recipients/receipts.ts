import { createHmac, timingSafeEqual } from 'node:crypto';

/** Of an SMS, as its provider names them, in the order in which they come; those of a line exclude each other. */
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
 * Whether a receipt brings a message further. Receipts overtake each other, and come twice: a message that was delivered
 * is not `sent` again, and one whose end is known has no other.
 *
 * @param known the last status that was kept; undefined for none
 */
export function isForward(known: string | undefined, status: string): boolean {
  if (placeOf(status) < 0) return false;
  if (known === undefined) return true;
  return placeOf(status) > placeOf(known) && !FAILED_STATUSES.includes(known);
}

/** What a status says of the delivery, where it says anything. */
export function deliveryOf(status: string): 'DELIVERED' | 'UNDELIVERED' | undefined {
  if (status === 'delivered' || status === 'read') return 'DELIVERED';
  return FAILED_STATUSES.includes(status) ? 'UNDELIVERED' : undefined;
}

/** Where receipts of a target's messages come to, below the address at which providers reach the service. */
export const twilioReceiptPath = '/api/v2/notifications/receipts/twilio';

export const twilioReceiptUrl = (base: string, targetId: string): string =>
  `${base}${twilioReceiptPath}?target=${targetId}`;

/** Members of a form, as they were sent. */
export type FormMembers = Readonly<Record<string, string | readonly string[]>>;

/** How Twilio signs a request: HMAC-SHA1 of the URL that it calls and the members of its form, as base64. */
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

/** @param url as it was given to Twilio, with its query; behind a proxy not what the request itself says */
export function isSignedByTwilio(
  authToken: string,
  signature: string | undefined,
  url: string,
  params: FormMembers,
): boolean {
  const actual = Buffer.from(signature ?? '');
  // It may have signed the URL with its port or without.
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
