import type { Json } from '../../kinds/kind.ts';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  NEWLINE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  StringScanner,
} from './jsonBytes.ts';
import type { JsonParser } from './jsonParser.ts';

/**
 * Reads the first object of a file: the envelope around `data`, or the first of many records.
 *
 * It stops after the [ of `data` and continues at its ]. Its bytes are those of the object without the elements.
 */
export class EnvelopeReader {
  /** Why `read` returned: the end of the chunk, the beginning of `data`, or the end of the object. */
  state: 'open' | 'data' | 'closed' = 'open';
  hasData = false;
  /** The number of line ends in the object. */
  lines = 0;

  readonly #parser: JsonParser;
  readonly #string = new StringScanner();
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #depth = 0;
  #isKey = false;
  #keyStart = -1;
  #key = '';

  constructor(parser: JsonParser) {
    this.#parser = parser;
  }

  /** Returns the members before `data`, after `read` has returned at its beginning; undefined if they are malformed. */
  head(): Json | undefined {
    try {
      return JSON.parse(`${Buffer.concat(this.#pieces).toString('utf8')}]}`);
    } catch {
      return undefined;
    }
  }

  /** Returns the object's bytes, and drops them. */
  take(): Uint8Array {
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    return bytes;
  }

  /** Returns the position behind what was read, and sets `state`. */
  read(chunk: Uint8Array, from: number): number {
    this.state = 'open';
    for (let position = from; position < chunk.length; position++) {
      if (this.#string.isOpen) {
        position = this.#string.scan(chunk, position);
        if (!this.#string.isOpen && this.#isKey) this.#endKey(chunk, from, position);
        continue;
      }
      switch (chunk[position]) {
        case QUOTE:
          this.#string.isOpen = true;
          if (this.#isKey) this.#keyStart = this.#bytes + position - from;
          break;
        case OPEN_OBJECT:
          if (this.#depth === 0) this.#isKey = true;
          this.#descend();
          break;
        case OPEN_ARRAY:
          this.#openArray();
          break;
        case CLOSE_ARRAY:
          // The ] of `data` follows its elements.
          if (!this.#isAtData() || !this.hasData) this.#ascend();
          break;
        case CLOSE_OBJECT:
          this.#ascend();
          break;
        case COMMA:
          this.#beginKey();
          break;
        case COLON:
          if (this.#depth === 1) this.#isKey = false;
          break;
        case NEWLINE:
          this.lines++;
          break;
      }
      if (this.state !== 'open') {
        this.#append(chunk, from, position + 1);
        return position + 1;
      }
    }
    this.#append(chunk, from, chunk.length);
    return chunk.length;
  }

  #openArray(): void {
    if (!this.#isAtData()) {
      this.#descend();
      return;
    }
    if (this.hasData) throw this.#parser.malformed('occurs twice', 'data');
    this.hasData = true;
    this.state = 'data';
  }

  #isAtData(): boolean {
    return this.#depth === 1 && this.#key === 'data';
  }

  #descend(): void {
    this.#depth++;
    this.#parser.checkDepth(this.#depth);
  }

  #ascend(): void {
    this.#depth--;
    if (this.#depth === 0) this.state = 'closed';
  }

  #beginKey(): void {
    if (this.#depth !== 1) return;
    this.#isKey = true;
    this.#key = '';
  }

  #endKey(chunk: Uint8Array, from: number, position: number): void {
    const start = this.#keyStart - this.#bytes + from;
    const bytes =
      start >= from
        ? chunk.subarray(start, position + 1)
        : Buffer.concat([...this.#pieces, chunk.subarray(from, position + 1)]).subarray(this.#keyStart);
    // Names are compared after unescaping. A name that is malformed fails when the whole object is parsed.
    this.#key = bytes.length < 100 ? unescaped(Buffer.from(bytes).toString('utf8')) : '';
  }

  #append(chunk: Uint8Array, from: number, to: number): void {
    // A copy, because the source may reuse the chunk.
    this.#pieces.push(chunk.slice(from, to));
    this.#bytes += to - from;
    this.#parser.checkSize(this.#bytes);
  }
}

function unescaped(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return '';
  }
}
