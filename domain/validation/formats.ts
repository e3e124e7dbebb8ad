import { isHttpUrl } from './httpUrl.ts';

/** Maximum length of an e-mail address (RFC 5321). In octets. */
const MAX_MAILBOX = 254;

/** The formats of string members. Each has the words for a problem and a test, and its maximum length in code points. */
export const formats = {
  /** RFC 5321, with the letters of RFC 6531. */
  email: { expected: 'an e-mail address', accepts: isMailbox, maxLength: MAX_MAILBOX },
  /** Up to 15 digits, as in E.164, in any usual notation. */
  phone: { expected: 'a phone number of 3 to 15 digits', accepts: isPhoneNumber, maxLength: Number.POSITIVE_INFINITY },
  httpUrl: {
    expected: 'an http or https URL without credentials',
    accepts: isHttpUrl,
    maxLength: Number.POSITIVE_INFINITY,
  },
} as const;

export type Format = keyof typeof formats;

const atom = "(?:[a-z\\d!#$%&'*+/=?^_`{|}~-]|[^\\0-\\x9f\\s])+";
const quoted = '"(?:[ !#-[\\]-~]|\\\\[ -~]|[^\\0-\\x9f])*"';
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?';
const literal = '\\[(?:\\d{1,3}(?:\\.\\d{1,3}){3}|IPv6:[\\da-f:.]+)\\]';
const mailbox = new RegExp(`^(${atom}(?:\\.${atom})*|${quoted})@((?:${label}(?:\\.${label})*)|${literal})$`, 'iu');

/** Whether a text is a mailbox, with the lengths of RFC 5321 in octets. */
function isMailbox(text: string): boolean {
  if (Buffer.byteLength(text) > MAX_MAILBOX) return false;
  const [, local = '', domain] = mailbox.exec(text) ?? [];
  return domain !== undefined && Buffer.byteLength(local) <= 64;
}

/** Characters that a phone number may have in any notation. */
const MAX_PHONE = 50;

/**
 * Returns a phone number with plain spaces, digits and hyphens, and without `tel:`. Records are saved and messages are sent by
 * this one reading. Undefined for a text that is too long or has control characters, such as the end of a line.
 */
export function plainPhone(text: string): string | undefined {
  if (text.length > MAX_PHONE || /[\p{Cc}\u2028\u2029]/u.test(text)) return undefined;
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Pd}/gu, '-')
    .trim()
    .replace(/^tel: */i, '');
}

const phone = /^(?:\+|\( *\+?)?[ (]*\d(?:[ ()./-]*\d)*\)?(?: *(?:;ext=|ext\.?|x|#) *\d{1,8})?$/i;

function isPhoneNumber(text: string): boolean {
  const plain = plainPhone(text);
  if (plain === undefined || !phone.test(plain)) return false;
  const digits = plain
    .replace(/(?:;ext=|ext|x|#).*$/i, '')
    .replaceAll(/\D/g, '')
    .replace(/^00/, '');
  return digits.length >= 3 && digits.length <= 15;
}

const languageTag =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?|x(?:-[a-z\d]{1,8})+)$/i;

/** Whether a text is a language tag of BCP 47 (RFC 5646), such as `cs`, `en-GB` or `zh-Hant-TW`. */
export const isLanguageTag = (text: string): boolean => languageTag.test(text);
