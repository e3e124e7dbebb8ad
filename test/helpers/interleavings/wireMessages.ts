/** Cuts a stream of PostgreSQL's protocol into messages. */
export class WireMessages {
  #rest: Buffer = Buffer.alloc(0);
  /** The next message has no type, as the first one of a client. */
  #isUntyped: boolean;

  constructor({ startsUntyped }: { readonly startsUntyped: boolean }) {
    this.#isUntyped = startsUntyped;
  }

  /** Returns the messages that are complete now. */
  read(chunk: Buffer): Buffer[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      const start = this.#isUntyped ? 0 : 1;
      if (this.#rest.length < start + 4) return messages;
      const length = start + this.#rest.readInt32BE(start);
      if (this.#rest.length < length) return messages;
      messages.push(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
      this.#isUntyped = false;
    }
  }

  /** The first byte of a message; that of an untyped message is NUL, because messages are short. */
  static typeOf(message: Buffer): string {
    return String.fromCharCode(message[0] ?? 0);
  }

  /** The first texts of a message, each of which ends with NUL. */
  static texts(message: Buffer, count: number): string[] {
    const texts: string[] = [];
    for (let from = 5; texts.length < count; ) {
      const end = message.indexOf(0, from);
      texts.push(message.toString('utf8', from, end));
      from = end + 1;
    }
    return texts;
  }

  /** Replaces one of the texts of a message. */
  static withText(message: Buffer, index: number, text: string): Buffer {
    let from = 5;
    for (let skipped = 0; skipped < index; skipped++) from = message.indexOf(0, from) + 1;
    const parts = [message.subarray(0, from), Buffer.from(`${text}\0`), message.subarray(message.indexOf(0, from) + 1)];
    const replaced = Buffer.concat(parts);
    replaced.writeInt32BE(replaced.length - 1, 1);
    return replaced;
  }
}
