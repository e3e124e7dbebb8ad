import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { sharedKeyOf } from '../../db/queries/runtime/sharedKeys.ts';
import { badRequest } from '../errors.ts';
import { type Filtering, type Position, positionOf } from '../filtering/index.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { idOf } from '../records/record.ts';
import { parseJson } from '../validation/parseJson.ts';

/**
 * Cursors of lists. A cursor is the place of a record in the order of a list: its sort values and its id. The next part has the
 * records behind this place, so that parts neither repeat nor leave out a record whose own sort values stay. A cursor is
 * encrypted: it contains values that a record had, and a place that a caller chose would find out about hidden records. It
 * belongs to one kind, filtering, order and caller.
 */

/** The order in which a caller reads. */
export interface Reading {
  readonly kind: Kind;
  readonly filtering: Filtering;
  /** Id of the user; empty without authentication. */
  readonly reader: string;
}

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const [HEAD, NONCE, TAG] = [1, 12, 16];
/** Clients limit the size of headers, some to 8 KB. In characters. */
export const MAX_CURSOR = 6_000;

/**
 * Returns the cursor behind a record, whose text includes auditInfo; undefined if its sort values are too long for one.
 *
 * @param places the places of records that the list has elsewhere than where their texts belong
 */
export function cursorBehind(
  services: Services,
  reading: Reading,
  record: string,
  places?: ReadonlyMap<string, Position>,
): Promise<string | undefined> {
  const place = places?.get(idOf(record)) ?? positionOf(reading.kind, reading.filtering.sort, record);
  return cursorOf(services, partsOf(reading), place);
}

/** Returns the place of a cursor. Throws a 400 if it is no cursor, or that of another list. */
export const readCursor = (services: Services, reading: Reading, cursor: string): Promise<Position> =>
  positionIn(services, partsOf(reading), cursor);

/**
 * Returns the cursor of a place; undefined if it would be too long.
 *
 * @param list what identifies the list: another list cannot use the cursor
 */
export async function cursorOf(
  services: Services,
  list: readonly unknown[],
  position: Position,
): Promise<string | undefined> {
  const plain = Buffer.from(JSON.stringify([digestOf(list), ...position]));
  const { encryption, nonces } = await keysOf(services);
  // The same place has the same cursor. A nonce is repeated for the same text only.
  const nonce = createHmac('sha256', nonces).update(plain).digest().subarray(0, NONCE);
  const cipher = createCipheriv(ALGORITHM, encryption, nonce);
  const bytes = [Buffer.of(VERSION), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()];
  const cursor = Buffer.concat(bytes).toString('base64url');
  return cursor.length <= MAX_CURSOR ? cursor : undefined;
}

/** Returns the place of a cursor of a list. Throws a 400 if it is no cursor, or that of another list. */
export async function positionIn(services: Services, list: readonly unknown[], cursor: string): Promise<Position> {
  const { encryption } = await keysOf(services);
  const [digest, ...position] = decrypted(encryption, cursor) ?? [];
  if (digest === undefined)
    throw unusable('must be a cursor as X-Next-Cursor and Link have it; leave it out to read from the beginning');
  if (digest !== digestOf(list))
    throw unusable(
      'does not agree with the kind, filtering, order or caller of the list; leave it out to read from the beginning',
    );
  return position;
}

export const unusable = (problem: string): Error => badRequest('The cursor cannot be used.', [`after: ${problem}`]);

function decrypted(key: Buffer, cursor: string): Position | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length <= HEAD + NONCE + TAG || bytes[0] !== VERSION || bytes.toString('base64url') !== cursor)
    return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(HEAD, HEAD + NONCE), { authTagLength: TAG });
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    const plain = [decipher.update(bytes.subarray(HEAD + NONCE, -TAG)), decipher.final()];
    return parseJson(Buffer.concat(plain).toString()) as Position;
  } catch {
    return undefined;
  }
}

const partsOf = ({ kind, filtering: { conditions, words, sort }, reader }: Reading): readonly unknown[] => [
  kind.name,
  conditions,
  words,
  sort,
  reader,
];

const digestOf = (list: readonly unknown[]): string =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify(list)).digest('base64url');

interface Keys {
  readonly encryption: Buffer;
  readonly nonces: Buffer;
}

const cache = new WeakMap<Services['sql'], Promise<Keys>>();

/** The keys are derived from one that all processes share. */
function keysOf({ sql }: Services): Promise<Keys> {
  const cached = cache.get(sql);
  if (cached) return cached;
  const keys = sharedKeyOf(sql, 'changes').then((secret) => ({
    encryption: createHmac('sha256', secret).update('cursors of lists').digest(),
    nonces: createHmac('sha256', secret).update('nonces of cursors of lists').digest(),
  }));
  cache.set(sql, keys);
  keys.catch(() => cache.delete(sql));
  return keys;
}
