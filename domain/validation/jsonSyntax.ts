import { messageOf } from '../runtime/errorDetails.ts';

/** What may follow at a place of a text, in the words of a problem. */
const expectations = {
  value: 'a value',
  elementOrEnd: 'a value or "]"',
  nameOrEnd: 'a name in double quotes or "}"',
  name: 'a name in double quotes',
  colon: '":"',
  afterElement: '"," or "]"',
  afterMember: '"," or "}"',
  end: 'the end of the text',
} as const;

type Expectation = keyof typeof expectations;

const blanks = /[ \t\n\r]*/y;
const plainValue = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const word = /[\w.+-]{1,20}/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const CONTROLS_END = 0x20;

/** The first place where a text is not JSON. Lines and columns count from 1, columns in code points. */
export interface SyntaxProblem {
  readonly line: number;
  readonly column: number;
  /** `must be a value, not "}"` */
  readonly reason: string;
}

/**
 * Returns why a text could not be parsed: `line 2, column 5: must be a value, not "}"`.
 *
 * @param error what the parser threw
 */
export function jsonProblemText(text: string, error: unknown): string {
  if (error instanceof RangeError) return 'nested too deeply';
  const problem = jsonSyntaxProblem(text);
  return problem ? `line ${problem.line}, column ${problem.column}: ${problem.reason}` : messageOf(error);
}

interface Scan {
  at: number;
  expected: Expectation;
  /** The closing brackets of the open arrays and objects. */
  readonly open: (']' | '}')[];
}

const isValue = (expected: Expectation): boolean => expected === 'value' || expected === 'elementOrEnd';
const isName = (expected: Expectation): boolean => expected === 'name' || expected === 'nameOrEnd';

/** Returns why a text is not JSON; undefined if its syntax is valid. The parser of the runtime names no place. */
export function jsonSyntaxProblem(text: string): SyntaxProblem | undefined {
  const scan: Scan = { at: 0, expected: 'value', open: [] };
  for (;;) {
    scan.at = endOf(blanks, text, scan.at) ?? scan.at;
    const { at, expected } = scan;
    const character = text.charAt(at);
    if (expected === 'end' && character === '') return undefined;
    if (character === '"' && (isValue(expected) || isName(expected))) {
      const string = scanString(text, at);
      if (string.problem !== undefined) return { ...placeOf(text, string.end), reason: string.problem };
      scan.at = string.end;
      scan.expected = isValue(expected) ? afterValue(scan) : 'colon';
    } else if (!takePunctuation(scan, character) && !takePlainValue(scan, text))
      return { ...placeOf(text, at), reason: `must be ${expectations[expected]}, not ${found(text, at)}` };
  }
}

function afterValue({ open }: Scan): Expectation {
  const closing = open.at(-1);
  if (closing === undefined) return 'end';
  return closing === ']' ? 'afterElement' : 'afterMember';
}

/** Returns false if the character is not a bracket, comma or colon that is expected. */
function takePunctuation(scan: Scan, character: string): boolean {
  const { expected, open } = scan;
  switch (character) {
    case '[':
    case '{':
      if (!isValue(expected)) return false;
      open.push(character === '[' ? ']' : '}');
      scan.expected = character === '[' ? 'elementOrEnd' : 'nameOrEnd';
      break;
    case ']':
    case '}':
      if (character !== open.at(-1) || !/OrEnd$|^after/.test(expected)) return false;
      open.pop();
      scan.expected = afterValue(scan);
      break;
    case ',':
      if (!expected.startsWith('after')) return false;
      scan.expected = expected === 'afterElement' ? 'value' : 'name';
      break;
    case ':':
      if (expected !== 'colon') return false;
      scan.expected = 'value';
      break;
    default:
      return false;
  }
  scan.at++;
  return true;
}

function takePlainValue(scan: Scan, text: string): boolean {
  const end = isValue(scan.expected) ? endOf(plainValue, text, scan.at) : undefined;
  if (end === undefined) return false;
  scan.at = end;
  scan.expected = afterValue(scan);
  return true;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Returns the end of the string that begins at a quotation mark, or the place of a problem in it. */
function scanString(text: string, from: number): { readonly end: number; readonly problem?: string } {
  let at = from + 1;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') return { end: at + 1 };
    if (text.charCodeAt(at) < CONTROLS_END)
      return { end: at, problem: 'a control character in a string must be escaped' };
    const next = character === '\\' ? endOf(escaped, text, at) : at + 1;
    if (next === undefined) return { end: at, problem: 'the escape sequence is not one of JSON' };
    at = next;
  }
  return { end: from, problem: 'the string has no closing double quote' };
}

function found(text: string, at: number): string {
  if (at >= text.length) return 'the end';
  const end = endOf(word, text, at);
  return JSON.stringify(end === undefined ? String.fromCodePoint(text.codePointAt(at) ?? 0) : text.slice(at, end));
}

function placeOf(text: string, at: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', next + 1)) {
    line++;
    lineStart = next + 1;
  }
  let column = 1;
  for (const _ of text.slice(lineStart, at)) column++;
  return { line, column };
}
