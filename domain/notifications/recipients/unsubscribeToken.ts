import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../validation/values.ts';

/** Bytes of the signature that a token holds: short enough for a header line, far too many to guess. */
const SIGNATURE = 16;

/**
 * Names a target of a notification in a link that only its recipient has: the id and a signature, as base64url. Nothing
 * of the address is in it.
 */
export function unsubscribeToken(key: string, targetId: string): string {
  const id = Buffer.from(targetId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, signatureOf(key, id)]).toString('base64url');
}

/** The target that a token names; undefined where we have not made it. */
export function targetOfToken(key: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 16 + SIGNATURE || bytes.toString('base64url') !== token) return undefined;
  const id = bytes.subarray(0, 16);
  if (!timingSafeEqual(signatureOf(key, id), bytes.subarray(16))) return undefined;
  const uuid = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(uuid) ? uuid : undefined;
}

const signatureOf = (key: string, id: Buffer): Buffer =>
  createHmac('sha256', key).update(id).digest().subarray(0, SIGNATURE);
