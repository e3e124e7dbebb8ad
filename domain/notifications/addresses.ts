import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Which numbers are taken: by configuration. */
export interface PhoneRules {
  /** ISO 3166 code of the country of numbers without a prefix; without it they are refused. */
  readonly defaultCountry?: string;
  /** Countries whose numbers are taken; all when empty. */
  readonly allowedCountries: readonly string[];
}

export const anyPhone: PhoneRules = { allowedCountries: [] };

export const isCountry = (code: string): boolean => isSupportedCountry(code);

/** As HTML has it for its inputs (the rule that browsers check by), with the lengths of RFC 5321. */
const emailPattern =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export function isEmail(text: string): boolean {
  return text.length <= 254 && text.lastIndexOf('@') <= 64 && emailPattern.test(text);
}

/** A number as E.164 (`+420601123456`), or why it is none that is taken. */
export function readPhone(
  text: string,
  { defaultCountry, allowedCountries }: PhoneRules,
): { number: string } | { problem: string } {
  if (text.length > 50 || hasControl(text)) return { problem: 'is no phone number' };
  const parsed = parsePhoneNumberFromString(text, {
    ...(defaultCountry && isSupportedCountry(defaultCountry) && { defaultCountry }),
    extract: false,
  });
  if (!parsed?.isValid()) {
    const prefix = /^\s*\+/.test(text) || defaultCountry ? '' : ', or lacks the prefix of its country';
    return { problem: `is no phone number${prefix}` };
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

/** Letters, digits and spaces, as networks show them in place of a number. */
export const isAlphanumericSender = (text: string): boolean =>
  /^[A-Za-z0-9 ]{1,11}$/.test(text) && /[A-Za-z]/.test(text);

/** Characters that end a header's line, or do worse to a terminal. */
export const hasControl = (text: string): boolean => /[\p{Cc}\u2028\u2029]/u.test(text);
