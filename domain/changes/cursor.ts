import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const [NONCE, POSITION, TAG] = [12, 8, 16];

/**
 * Makes and reads the cursors of the change feed: positions, encrypted with a new nonce each time. A consumer cannot see
 * from two cursors how many changes are between them, nor whether there are any: the position counts changes of records
 * that it may not read too.
 */
export class Cursors {
  readonly #key: Buffer;

  /** @param secret a random text that all processes share */
  constructor(secret: string) {
    this.#key = createHash('sha256').update(secret).digest();
  }

  write(position: bigint): string {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce);
    const plain = Buffer.alloc(POSITION);
    plain.writeBigUInt64BE(position);
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** Returns the position of a cursor; undefined for a text that is none. */
  read(cursor: string): bigint | undefined {
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length !== NONCE + POSITION + TAG || bytes.toString('base64url') !== cursor) return undefined;
    const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAuthTag(bytes.subarray(NONCE + POSITION));
    try {
      const plain = decipher.update(bytes.subarray(NONCE, NONCE + POSITION));
      return Buffer.concat([plain, decipher.final()]).readBigUInt64BE();
    } catch {
      return undefined;
    }
  }
}
