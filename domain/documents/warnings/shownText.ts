import { DYNAMIC } from './inspectOptions.ts';

/** Maximum length of a value or a text in a warning. */
const MAX_SHOWN = 60;

/** Returns a text on one line, shortened. A semicolon before a space separates warnings. */
export function shown(text: string): string {
  const line = text
    .replaceAll(DYNAMIC, '…')
    .replace(/…+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/;(?= |$)/g, ',');
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1).toWellFormed()}…` : line;
}
