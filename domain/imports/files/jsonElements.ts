import type { Json } from '../../kinds/kind.ts';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  isBlank,
  NEWLINE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  StringScanner,
} from './jsonBytes.ts';
import { EnvelopeReader } from './jsonEnvelope.ts';
import { JsonParser } from './jsonParser.ts';

/** One record of a file. `line` counts from 1, and is set if the file has lines; `at` is its place in problems. */
export interface Element {
  readonly index: number;
  readonly at: string;
  readonly line?: number;
  readonly value: Json;
}

type State = 'start' | 'array' | 'object' | 'lines' | 'end';

/**
 * Splits JSON into elements while it arrives. An array is split into its elements, an object into its envelope and the
 * elements of `data`, and anything else that begins with an object into the values of its lines. Only the boundaries
 * are searched for; each element is then parsed by itself, so that no file is in memory as a whole.
 */
export class JsonElements {
  /** The object around `data` without its elements. It is set at the end of the file, if the file has `data`. */
  envelope: Json | undefined;
  /** The members of the envelope before `data`, with an empty `data`. It is set before the first element. */
  head: Json | undefined;

  readonly #parser: JsonParser;
  readonly #object: EnvelopeReader;
  readonly #string = new StringScanner();
  #state: State = 'start';
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #depth = 0;
  #blank = true;
  #line = 1;

  /** @param at the name of the whole file in problems */
  constructor(at: string, maxBytes: number) {
    this.#parser = new JsonParser(at, maxBytes);
    this.#object = new EnvelopeReader(this.#parser);
  }

  /** Whether the file is newline-delimited, as far as it has been read. */
  get delimited(): boolean {
    return this.#parser.delimited;
  }

  /** Yields the elements that end in this chunk. */
  *push(chunk: Uint8Array): Generator<Element> {
    let position = 0;
    while (position < chunk.length) {
      switch (this.#state) {
        case 'start':
          position = this.#readStart(chunk, position);
          break;
        case 'array':
          position = yield* this.#readArray(chunk, position);
          break;
        case 'object':
          position = yield* this.#readObject(chunk, position);
          break;
        case 'lines':
          position = yield* this.#readLines(chunk, position);
          break;
        default:
          position = this.#readBlank(chunk, position);
      }
    }
  }

  /** Yields the last element of a file whose last line has no end. */
  *end(): Generator<Element> {
    if (this.#state === 'lines') {
      if (!this.#blank) yield this.#take(new Uint8Array(0), 0, 0);
      return;
    }
    if (this.#state === 'start') throw this.#parser.malformed('is empty');
    if (this.#state !== 'end')
      throw this.#parser.malformed(
        `ends in the middle of ${this.#state === 'array' ? this.#parser.place() : 'an object'}`,
      );
  }

  #readStart(chunk: Uint8Array, from: number): number {
    let position = from;
    while (position < chunk.length && isBlank(chunk[position] as number)) {
      if (chunk[position] === NEWLINE) this.#line++;
      position++;
    }
    if (position === chunk.length) return position;
    if (chunk[position] === OPEN_ARRAY) {
      this.#state = 'array';
      return position + 1;
    }
    if (chunk[position] !== OPEN_OBJECT) throw this.#parser.malformed('must begin with [ or {');
    this.#state = 'object';
    this.#parser.elementLine = this.#line;
    return position;
  }

  *#readArray(chunk: Uint8Array, from: number): Generator<Element, number> {
    let start = from;
    for (let position = from; position < chunk.length; position++) {
      if (this.#string.isOpen) {
        position = this.#string.scan(chunk, position);
        continue;
      }
      const byte = chunk[position] as number;
      switch (byte) {
        case QUOTE:
          this.#string.isOpen = true;
          this.#blank = false;
          break;
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          this.#blank = false;
          this.#depth++;
          this.#parser.checkDepth(this.#depth);
          break;
        case CLOSE_OBJECT:
        case CLOSE_ARRAY:
          if (this.#depth === 0) return yield* this.#endArray(chunk, start, position);
          this.#depth--;
          break;
        case COMMA:
          if (this.#depth > 0) break;
          yield this.#take(chunk, start, position);
          start = position + 1;
          break;
        default:
          if (!isBlank(byte)) this.#blank = false;
      }
    }
    this.#append(chunk, start);
    return chunk.length;
  }

  *#endArray(chunk: Uint8Array, start: number, position: number): Generator<Element, number> {
    if (chunk[position] === CLOSE_OBJECT) throw this.#parser.malformed('a } closes nothing', this.#parser.place());
    if (!this.#blank || this.#parser.index > 0) yield this.#take(chunk, start, position);
    this.#dropPending();
    if (!this.#parser.inData) {
      this.#state = 'end';
      return position + 1;
    }
    this.#parser.inData = false;
    this.#state = 'object';
    // The envelope continues with the ] of `data`.
    return position;
  }

  *#readObject(chunk: Uint8Array, from: number): Generator<Element, number> {
    const position = this.#object.read(chunk, from);
    if (this.#object.state === 'data') {
      this.#parser.inData = true;
      this.#state = 'array';
      this.head = this.#object.head();
    } else if (this.#object.state === 'closed' && this.#object.hasData) {
      this.envelope = this.#parser.parse(this.#object.take());
      this.#state = 'end';
    } else if (this.#object.state === 'closed') yield this.#firstLine();
    return position;
  }

  #firstLine(): Element {
    const at = this.#parser.place();
    const value = this.#parser.parse(this.#object.take(), at);
    this.#line += this.#object.lines;
    this.#parser.delimited = true;
    this.#state = 'lines';
    return { index: this.#parser.index++, at, line: this.#parser.elementLine, value };
  }

  *#readLines(chunk: Uint8Array, from: number): Generator<Element, number> {
    let start = from;
    for (let position = from; position < chunk.length; position++) {
      const byte = chunk[position] as number;
      if (byte !== NEWLINE) {
        if (this.#blank && !isBlank(byte)) this.#beginLine();
        continue;
      }
      if (this.#blank) this.#dropPending();
      else yield this.#take(chunk, start, position);
      start = position + 1;
      this.#line++;
    }
    this.#append(chunk, start);
    return chunk.length;
  }

  #beginLine(): void {
    if (this.#parser.elementLine === this.#line)
      throw this.#parser.malformed('something follows it on the same line', `[${this.#parser.index - 1}]`);
    this.#parser.elementLine = this.#line;
    this.#blank = false;
  }

  #readBlank(chunk: Uint8Array, from: number): number {
    for (let position = from; position < chunk.length; position++) {
      if (!isBlank(chunk[position] as number)) throw this.#parser.malformed('something follows the end of the JSON');
    }
    return chunk.length;
  }

  #append(chunk: Uint8Array, start: number): void {
    if (start >= chunk.length) return;
    // A copy, because the source may reuse the chunk.
    this.#pending.push(chunk.slice(start));
    this.#pendingBytes += chunk.length - start;
    this.#parser.checkSize(this.#pendingBytes);
  }

  #dropPending(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  #take(chunk: Uint8Array, start: number, end: number): Element {
    const last = chunk.subarray(start, end);
    const bytes = this.#pending.length === 0 ? last : Buffer.concat([...this.#pending, last]);
    this.#dropPending();
    this.#blank = true;
    const at = this.#parser.place();
    const value = this.#parser.parse(bytes, at);
    const index = this.#parser.index++;
    return this.#parser.delimited ? { index, at, line: this.#parser.elementLine, value } : { index, at, value };
  }
}
