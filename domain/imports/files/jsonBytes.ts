export const QUOTE = 0x22;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const NEWLINE = 0x0a;

const BACKSLASH = 0x5c;

export const isBlank = (byte: number): boolean => byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09;

/** Finds the end of a JSON string, which may lie in a later chunk than its beginning. */
export class StringScanner {
  /** Whether the position is inside a string. The caller sets it at the opening quote. */
  isOpen = false;
  #escaped = false;

  /** Returns the position of the closing quote, or the length of the chunk if the string does not end in it. */
  scan(chunk: Uint8Array, from: number): number {
    for (let position = from; position < chunk.length; position++) {
      const byte = chunk[position] as number;
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) {
        this.isOpen = false;
        return position;
      }
    }
    return chunk.length;
  }
}
