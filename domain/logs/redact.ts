const names = 'secret|callbackSecret|password|token|authorization';

/** A member with a text as JSON, as JSON inside a JSON text, or as JSON inside a cell of CSV; perhaps cut off. */
const secretMember = new RegExp(
  String.raw`((\\*"{1,2})(?:${names})\2\s*:\s*)\2(?:(?!\2)(?:\\.|[^\\]))*(?:\2|$)`,
  'gis',
);

/** An escape of JSON by the number of a character, behind an even number of backslashes. */
const numberedEscape = /(?<!\\)((?:\\\\)*)\\u([\da-f]{4})/gi;

/** A slash as PHP writes it, behind an even number of backslashes. */
const escapedSlash = /(?<!\\)((?:\\\\)*)\\\//g;

/**
 * Replaces the values of members that contain secrets, such as `config.secret`, in the text of a body or a response, and escapes
 * such as `\u0159` and `\/` by their characters: secrets, the words of a search and the texts of an erasure are found as they are.
 */
export const redact = (text: string): string =>
  text
    .replace(numberedEscape, (whole: string, before: string, hex: string) => {
      const character = String.fromCharCode(Number.parseInt(hex, 16));
      return /["\\\p{Cc}]/u.test(character) ? whole : `${before}${character}`;
    })
    .replace(escapedSlash, '$1/')
    .replace(secretMember, '$1$2***$2');
