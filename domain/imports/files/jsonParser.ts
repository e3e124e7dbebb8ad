import { badRequest } from '../../errors.ts';
import type { Json } from '../../kinds/kind.ts';
import { messageOf } from '../../runtime/errorDetails.ts';
import { jsonSyntaxProblem } from '../../validation/jsonSyntax.ts';
import { parseJson } from '../../validation/parseJson.ts';
import { MAX_DEPTH } from '../../validation/readFree.ts';

/** The nesting of an element, plus that of the entry or the envelope around it. */
const MAX_NESTING = MAX_DEPTH + 5;

/** Parses the parts of one file, checks their limits, and names their places in problems. */
export class JsonParser {
  /** The number of the element that is read, from 0. */
  index = 0;
  /** The line on which that element begins, from 1. */
  elementLine = 1;
  /** Whether the elements are those of `data`. */
  inData = false;
  /** Whether the file is newline-delimited. */
  delimited = false;

  readonly #at: string;
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  /** @param at the name of the whole file in problems */
  constructor(at: string, maxBytes: number) {
    this.#at = at;
    this.#maxBytes = maxBytes;
  }

  /** The place of the element that is read. */
  place(): string {
    return `${this.inData ? 'data' : ''}[${this.index}]`;
  }

  parse(bytes: Uint8Array, at = this.#at): Json {
    let text: string;
    try {
      text = this.#decoder.decode(bytes);
    } catch {
      throw this.malformed(`is not UTF-8${this.#atLine()}`, at);
    }
    try {
      return parseJson(text) as Json;
    } catch (error) {
      throw this.malformed(`is malformed JSON, ${this.#reason(text.trimStart(), error, at)}`, at);
    }
  }

  checkSize(bytes: number): void {
    if (bytes > this.#maxBytes)
      throw this.malformed(`is larger than ${Math.floor(this.#maxBytes / 1024 / 1024)} MB`, this.place());
  }

  checkDepth(depth: number): void {
    if (depth > MAX_NESTING) throw this.malformed(`is nested deeper than ${MAX_DEPTH} levels`, this.place());
  }

  malformed(what: string, at = this.#at): Error {
    return badRequest('The JSON is malformed.', [`${at}: ${what}`]);
  }

  /** Places count from the beginning of a file with a record in each line, otherwise from that of the element. */
  #reason(text: string, error: unknown, at: string): string {
    const problem = jsonSyntaxProblem(text);
    if (!problem) return `${messageOf(error)}${this.#atLine()}`;
    const { line, column, reason } = problem;
    if (this.delimited) return `${reason} (line ${this.elementLine + line - 1}, column ${column})`;
    // An envelope is parsed without its records.
    return at === this.#at ? reason : `${reason} (line ${line}, column ${column} of the element)`;
  }

  #atLine(): string {
    return this.delimited ? ` (line ${this.elementLine})` : '';
  }
}
