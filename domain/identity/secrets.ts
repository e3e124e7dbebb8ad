import { randomBytes } from 'node:crypto';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Digits in base 62 that 256 bits need. */
const SECRET_LENGTH = 43;
const PUBLIC_LENGTH = 8;
const CHECKSUM_LENGTH = 6;
const keyPattern = /^wbk_([0-9A-Za-z]{8})_[0-9A-Za-z]{49}$/;

/** An API key: `wbk_`, a part that is no secret, `_`, 256 random bits, and a checksum. */
export interface NewKey {
  readonly key: string;
  readonly publicPart: string;
  readonly hash: Uint8Array;
}

export function newKey(): NewKey {
  const publicPart = base62(randomBytes(6), PUBLIC_LENGTH).slice(-PUBLIC_LENGTH);
  const body = `wbk_${publicPart}_${base62(randomBytes(32), SECRET_LENGTH)}`;
  const key = body + checksum(body);
  return { key, publicPart, hash: sha256(key) };
}

/** Returns the public part of a key; undefined for a text that is no key, which is found without the database. */
export function publicPartOf(key: string): string | undefined {
  const publicPart = keyPattern.exec(key)?.[1];
  if (publicPart === undefined) return undefined;
  const end = key.length - CHECKSUM_LENGTH;
  return key.slice(end) === checksum(key.slice(0, end)) ? publicPart : undefined;
}

/** Returns 256 random bits as base64url: the token of a session. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const sha256 = (text: string): Buffer => new Bun.CryptoHasher('sha256').update(text).digest();

const checksum = (text: string): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(Bun.hash.crc32(text));
  return base62(bytes, CHECKSUM_LENGTH);
};

function base62(bytes: Uint8Array, length: number): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 62n) text = digits[Number(number % 62n)] + text;
  return text.padStart(length, '0');
}
