import { closingBracket } from '../../../../../domain/documents/css/cssPatterns.ts';

/** A name with the bracket behind it, or another word. */
const start = /[^\s()]*\(|\S+/g;
const behindBracket = /[^\s\w#.+-]\S*/y;
const word = /\S+/y;

/** Splits a value at the spaces outside of brackets; behind a bracket, the next part may begin without one. */
export function parts(value: string): string[] {
  const found: string[] = [];
  start.lastIndex = 0;
  for (let match = start.exec(value); match; match = start.exec(value)) {
    let end = start.lastIndex;
    if (match[0].endsWith('(')) {
      const close = closingBracket(value, end);
      const rest = close < 0 ? word : behindBracket;
      rest.lastIndex = close < 0 ? match.index : close + 1;
      end = rest.test(value) ? rest.lastIndex : close + 1;
    }
    found.push(value.slice(match.index, end));
    start.lastIndex = end;
  }
  return found;
}
