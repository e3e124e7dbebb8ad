import { MAX_ANSWER } from '../../queue/bounceReport.ts';
import { isUuid } from '../../validation/values.ts';

/** The header by which a report names the target whose provider has replaced the Message-ID. */
export const TARGET_HEADER = 'X-Waybill-Id';
/** The member of the metadata of Postmark's webhooks that has the target, and the header that sets it. */
export const POSTMARK_METADATA = 'waybill-id';
export const POSTMARK_HEADER = `X-PM-Metadata-${POSTMARK_METADATA}`;

/** Returns the target that a Message-ID begins with, or that is the whole text; undefined if it is none of Waybill. */
export function targetOf(text: string | undefined): string | undefined {
  const id = /^\s*<?([^<>@\s]+)(?:@[^<>@\s]+)?>?\s*$/.exec(text ?? '')?.[1];
  return id !== undefined && isUuid(id) ? id.toLowerCase() : undefined;
}

/** Enhanced status codes (RFC 3463) of addresses that do not exist or are disabled. */
const ADDRESS_FAULTS = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'];

export const isAddressFault = (code: string): boolean => ADDRESS_FAULTS.includes(code);

/** Returns the enhanced status code of a reply of a mail server, such as `550 5.1.1 No such user`. */
export const enhancedCodeOf = (reply: string): string | undefined =>
  /(?:^|[\s;])[245]\d\d[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1];

/** Returns a diagnostic text as the story stores it: in one line, and not too long. */
export function answerOf(...parts: readonly (string | undefined)[]): string {
  const text = parts
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
    .replaceAll('\u0000', '')
    .replace(/\s+/g, ' ')
    .trim();
  return (text.length > MAX_ANSWER ? `${text.slice(0, MAX_ANSWER - 1)}…` : text).toWellFormed();
}
