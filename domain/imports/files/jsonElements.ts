import { badRequest } from '../../errors.ts';
import type { Json } from '../../kinds/kind.ts';
import { MAX_DEPTH } from '../../validation/readFree.ts';

/** One record as the file holds it. `line` counts from 1 where the file has lines; `at` is its place in problems. */
export interface Element {
  readonly index: number;
  readonly at: string;
  readonly line?: number;
  readonly value: Json;
}

type State = 'start' | 'array' | 'object' | 'lines' | 'afterArray' | 'afterData' | 'end';

/** An element's own nesting, and that of the entry or the envelope around it. */
const MAX_NESTING = MAX_DEPTH + 5;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;
const NEWLINE = 0x0a;

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Takes JSON apart while it arrives: an array into its elements, an object into what it holds beside `data` and the
 * elements of that, anything else that begins with an object into the values of its lines. Only boundaries are looked
 * for here; each element is then parsed by itself, so that no file is ever in memory as a whole.
 */
export class JsonElements {
  /** What the object around `data` holds beside it; set once the file is read, and only when it has `data`. */
  envelope: Json | undefined;
  /** Whether the file turned out to be newline-delimited. */
  get delimited(): boolean {
    return this.#delimited;
  }

  readonly #at: string;
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #state: State = 'start';
  #delimited = false;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #index = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #blank = true;
  #line = 1;
  #elementLine = 1;
  // Of the object around `data`:
  #shell: Uint8Array[] = [];
  #shellBytes = 0;
  #inData = false;
  #hasData = false;
  #isKey = false;
  #keyStart = -1;
  #key = '';

  /** @param at what the file as a whole is called in problems */
  constructor(at: string, maxBytes: number) {
    this.#at = at;
    this.#maxBytes = maxBytes;
  }

  /** The elements that end in this chunk. */
  *push(chunk: Uint8Array): Generator<Element> {
    let position = 0;
    while (position < chunk.length) {
      switch (this.#state) {
        case 'start':
          position = this.#start(chunk, position);
          break;
        case 'array':
          position = yield* this.#array(chunk, position);
          break;
        case 'object':
          position = yield* this.#object(chunk, position);
          break;
        case 'lines':
          position = yield* this.#lines(chunk, position);
          break;
        default:
          position = this.#nothingMore(chunk, position);
      }
    }
  }

  /** The last element, of a file whose last line has no end. */
  *end(): Generator<Element> {
    if (this.#state === 'lines') {
      if (!this.#blank) yield this.#take(new Uint8Array(0), 0, 0);
      return;
    }
    if (this.#state === 'start') throw this.#malformed('is empty');
    if (this.#state !== 'end')
      throw this.#malformed(
        `ends in the middle of ${this.#inData || this.#state === 'array' ? this.#place() : 'an object'}`,
      );
  }

  #start(chunk: Uint8Array, from: number): number {
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
    if (chunk[position] !== OPEN_OBJECT) throw this.#malformed('must begin with [ or {');
    this.#state = 'object';
    this.#elementLine = this.#line;
    return position;
  }

  *#array(chunk: Uint8Array, from: number): Generator<Element, number> {
    let start = from;
    for (let position = from; position < chunk.length; position++) {
      const byte = chunk[position] as number;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
        continue;
      }
      switch (byte) {
        case QUOTE:
          this.#inString = true;
          this.#blank = false;
          break;
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          this.#blank = false;
          this.#deeper();
          break;
        case CLOSE_OBJECT:
        case CLOSE_ARRAY:
          if (this.#depth > 0) {
            this.#depth--;
            break;
          }
          if (byte === CLOSE_OBJECT) throw this.#malformed('a } closes nothing', this.#place());
          if (!this.#blank || this.#index > 0) yield this.#take(chunk, start, position);
          this.#pending = [];
          this.#pendingBytes = 0;
          if (!this.#inData) {
            this.#state = 'end';
            return position + 1;
          }
          this.#inData = false;
          this.#depth = 1;
          this.#state = 'object';
          // The shell goes on where the elements were left out.
          return position;
        case COMMA:
          if (this.#depth === 0) {
            yield this.#take(chunk, start, position);
            start = position + 1;
          }
          break;
        case 0x20:
        case 0x0a:
        case 0x0d:
        case 0x09:
          break;
        default:
          this.#blank = false;
      }
    }
    this.#keep(chunk, start);
    return chunk.length;
  }

  /** The first object of the file: the envelope around `data`, or the first of many records. */
  *#object(chunk: Uint8Array, from: number): Generator<Element, number> {
    for (let position = from; position < chunk.length; position++) {
      const byte = chunk[position] as number;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) {
          this.#inString = false;
          if (this.#isKey) this.#endKey(chunk, from, position);
        }
        continue;
      }
      switch (byte) {
        case QUOTE:
          this.#inString = true;
          if (this.#isKey) this.#keyStart = this.#shellBytes + position - from;
          break;
        case OPEN_OBJECT:
          if (this.#depth === 0) this.#isKey = true;
          this.#deeper();
          break;
        case OPEN_ARRAY:
          if (this.#depth === 1 && this.#key === 'data') {
            if (this.#hasData) throw this.#malformed('is there twice', 'data');
            this.#hasData = true;
            this.#inData = true;
            this.#depth = 0;
            this.#blank = true;
            this.#keepShell(chunk, from, position + 1);
            this.#state = 'array';
            return position + 1;
          }
          this.#deeper();
          break;
        case CLOSE_ARRAY:
        case CLOSE_OBJECT:
          // The ] of `data` comes here after its elements, and belongs to the shell.
          if (byte === CLOSE_ARRAY && this.#key === 'data' && this.#depth === 1 && this.#hasData) break;
          this.#depth--;
          if (this.#depth === 0) {
            this.#keepShell(chunk, from, position + 1);
            yield* this.#endObject();
            return position + 1;
          }
          break;
        case COMMA:
          if (this.#depth === 1) {
            this.#isKey = true;
            this.#key = '';
          }
          break;
        case COLON:
          if (this.#depth === 1) this.#isKey = false;
          break;
        case NEWLINE:
          this.#line++;
          break;
      }
    }
    this.#keepShell(chunk, from, chunk.length);
    return chunk.length;
  }

  #endKey(chunk: Uint8Array, from: number, position: number): void {
    const start = this.#keyStart - this.#shellBytes + from;
    const bytes =
      start >= from
        ? chunk.subarray(start, position + 1)
        : Buffer.concat([...this.#shell, chunk.subarray(from, position + 1)]).subarray(this.#keyStart);
    // Names are compared as JSON reads them; a name that it cannot read is found out when the shell is parsed.
    this.#key = bytes.length < 100 ? tryParse(Buffer.from(bytes).toString('utf8')) : '';
  }

  *#endObject(): Generator<Element> {
    const shell = Buffer.concat(this.#shell);
    this.#shell = [];
    this.#shellBytes = 0;
    if (this.#hasData) {
      this.envelope = this.#parse(shell, this.#at);
      this.#state = 'end';
      return;
    }
    const at = this.#place();
    const value = this.#parse(shell, at);
    this.#delimited = true;
    this.#state = 'lines';
    this.#blank = true;
    yield { index: this.#index++, at, line: this.#elementLine, value };
  }

  *#lines(chunk: Uint8Array, from: number): Generator<Element, number> {
    let start = from;
    for (let position = from; position < chunk.length; position++) {
      const byte = chunk[position] as number;
      if (byte !== NEWLINE) {
        if (this.#blank && !isBlank(byte)) {
          if (this.#elementLine === this.#line)
            throw this.#malformed('something follows it on the same line', `[${this.#index - 1}]`);
          this.#elementLine = this.#line;
          this.#blank = false;
        }
        continue;
      }
      if (this.#blank) {
        this.#pending = [];
        this.#pendingBytes = 0;
      } else yield this.#take(chunk, start, position);
      start = position + 1;
      this.#line++;
    }
    this.#keep(chunk, start);
    return chunk.length;
  }

  #nothingMore(chunk: Uint8Array, from: number): number {
    for (let position = from; position < chunk.length; position++) {
      if (!isBlank(chunk[position] as number)) throw this.#malformed('something follows the end of the JSON');
    }
    return chunk.length;
  }

  #deeper(): void {
    this.#depth++;
    if (this.#depth > MAX_NESTING) throw this.#malformed(`is nested deeper than ${MAX_DEPTH} levels`, this.#place());
  }

  #keep(chunk: Uint8Array, start: number): void {
    if (start >= chunk.length) return;
    // A copy: whoever reads the file may use the chunk again.
    this.#pending.push(chunk.slice(start));
    this.#pendingBytes += chunk.length - start;
    this.#checkSize(this.#pendingBytes);
  }

  #keepShell(chunk: Uint8Array, from: number, to: number): void {
    this.#shell.push(chunk.slice(from, to));
    this.#shellBytes += to - from;
    this.#checkSize(this.#shellBytes);
  }

  #checkSize(bytes: number): void {
    if (bytes > this.#maxBytes)
      throw this.#malformed(`is larger than ${Math.floor(this.#maxBytes / 1024 / 1024)} MB`, this.#place());
  }

  #take(chunk: Uint8Array, start: number, end: number): Element {
    const last = chunk.subarray(start, end);
    const bytes = this.#pending.length === 0 ? last : Buffer.concat([...this.#pending, last]);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#blank = true;
    const at = this.#place();
    const value = this.#parse(bytes, at);
    const index = this.#index++;
    return this.#delimited ? { index, at, line: this.#elementLine, value } : { index, at, value };
  }

  #place(): string {
    return `${this.#inData ? 'data' : ''}[${this.#index}]`;
  }

  #parse(bytes: Uint8Array, at: string): Json {
    let text: string;
    try {
      text = this.#decoder.decode(bytes);
    } catch {
      throw this.#malformed(`is not UTF-8${this.#atLine()}`, at);
    }
    try {
      return JSON.parse(text) as Json;
    } catch (error) {
      const reason = (error as Error).message.replace(/^JSON Parse error: /, '');
      throw this.#malformed(`is malformed JSON, ${reason}${this.#atLine()}`, at);
    }
  }

  #malformed(what: string, at = this.#at): Error {
    return badRequest('The JSON is malformed.', [`${at}: ${what}`]);
  }

  #atLine(): string {
    return this.#delimited ? ` (line ${this.#elementLine})` : '';
  }
}

function tryParse(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return '';
  }
}
