/** Returns a text as a header value: the bytes of its UTF-8, as HTTP clients and servers take them, one letter each. */
export const toHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the text of a header value that is UTF-8; undefined if it is not. */
export function fromHeader(value: string): string | undefined {
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return undefined;
  }
}
