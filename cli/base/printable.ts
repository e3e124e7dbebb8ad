// Control characters of ASCII and Latin-1, and those that change the direction of text. A terminal would execute them.
const controls = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Returns a text with control characters, except line breaks, as escapes: records of others cannot control the terminal. */
export const printable = (text: string): string =>
  text.replaceAll(controls, (character) => (character === '\n' ? character : escaped(character)));

/** Returns a text in one line, for a cell of a table. */
export const oneLine = (text: string): string =>
  text.replaceAll(controls, (character) => (character === '\n' ? '↵' : character === '\t' ? ' ' : escaped(character)));
