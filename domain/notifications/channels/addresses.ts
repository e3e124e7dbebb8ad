import { domainToASCII } from 'node:url';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { plainPhone } from '../../validation/formats.ts';

/** Which phone numbers are accepted, by configuration. */
export interface PhoneRules {
  /** ISO 3166 code of the country of numbers without a prefix. If absent, such numbers are rejected. */
  readonly defaultCountry?: string;
  /** Countries whose numbers are accepted; all if empty. */
  readonly allowedCountries: readonly string[];
}

export const anyPhone: PhoneRules = { allowedCountries: [] };

export const isCountry = (code: string): boolean => isSupportedCountry(code);

/** The pattern of e-mail inputs in HTML; the lengths of RFC 5321 are checked apart. */
const emailPattern =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

const isAsciiEmail = (text: string): boolean =>
  text.length <= 254 && text.lastIndexOf('@') <= 64 && emailPattern.test(text);

/**
 * Returns an e-mail address in the form in which it is sent to and compared. A non-ASCII domain is converted by IDNA, so
 * that one address has one form. Non-ASCII letters before the @ stay (RFC 6531); a server without support rejects them.
 *
 * @returns undefined if the text is not an e-mail address
 */
export function readEmail(text: string): string | undefined {
  if (isAsciiEmail(text)) return text;
  if (/^[\0-\x7f]*$/.test(text) || text.length > 254) return undefined;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at).normalize('NFC');
  const host = text.slice(at + 1);
  // domainToASCII accepts percent-encoded hosts, which an address must not have.
  const domain = /^[\p{L}\p{N}\p{M}.-]+$/u.test(host) ? domainToASCII(host) : '';
  const letters = local.replaceAll(/[\p{L}\p{N}\p{M}\p{S}]/gu, (letter) => (letter > '\x7f' ? 'x' : letter));
  const address = `${local}@${domain}`;
  return isAsciiEmail(`${letters}@${domain}`) && Buffer.byteLength(local) <= 64 ? address : undefined;
}

export const isEmail = (text: string): boolean => readEmail(text) !== undefined;

/** Returns a number as E.164 (`+420601123456`), or the problem for which it is not accepted. */
export function readPhone(
  text: string,
  { defaultCountry, allowedCountries }: PhoneRules,
): { number: string } | { problem: string } {
  const plain = plainPhone(text);
  if (plain === undefined) return { problem: 'is not a phone number' };
  const parsed = parsePhoneNumberFromString(asDialled(plain, defaultCountry), {
    ...(defaultCountry && isSupportedCountry(defaultCountry) && { defaultCountry }),
    extract: false,
  });
  if (!parsed?.isValid()) {
    const prefix =
      /^\D*\+/.test(text) || defaultCountry ? '' : ', or lacks the prefix of its country: +420 601 123 456 has it';
    return { problem: `is not a phone number${prefix}` };
  }
  if (parsed.ext) return { problem: 'must not have an extension' };
  const { country } = parsed;
  if (allowedCountries.length > 0 && !(country && allowedCountries.includes(country))) {
    return {
      problem: `is a number of ${country ?? 'no country'}, and only those of ${allowedCountries.join(', ')} are sent to (ALLOWED_COUNTRIES)`,
    };
  }
  return { number: parsed.number };
}

/** Converts notations that the library does not read: `(+420) …`, `00420…`. */
function asDialled(text: string, defaultCountry: string | undefined): string {
  const plain = text.replace(/^\( *(\+|00) *(\d{1,3}) *\)/, '$1$2');
  // The international call prefix differs between countries; most use 00.
  return defaultCountry ? plain : plain.replace(/^00 *(?=[1-9])/, '+');
}

/** Whether a text is an alphanumeric sender, which networks show in place of a number. */
export const isAlphanumericSender = (text: string): boolean =>
  /^[A-Za-z0-9 ]{1,11}$/.test(text) && /[A-Za-z]/.test(text);

const MAX_SENDER_NAME = 100;

/** Whether a text is the name of a sender, which mail programs show in place of its address. */
export const isSenderName = (text: string): boolean =>
  text.length <= MAX_SENDER_NAME && /\p{L}/u.test(text) && !/[@<>]/.test(text) && !hasControl(text);

/** Whether a text has control characters: they can end a header line or control a terminal. */
export const hasControl = (text: string): boolean => /[\p{Cc}\u2028\u2029]/u.test(text);
