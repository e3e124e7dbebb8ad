import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { jsonProblemText, jsonSyntaxProblem } from '../../../domain/validation/jsonSyntax.ts';

test('a problem has the place and what is expected there', () => {
  const cases: readonly [text: string, problem: string][] = [
    ['', 'line 1, column 1: must be a value, not the end'],
    ['{"a":', 'line 1, column 6: must be a value, not the end'],
    ['{"a":1,}', 'line 1, column 8: must be a name in double quotes, not "}"'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: must be "," or "}", not "\\""'],
    ['[1 2]', 'line 1, column 4: must be "," or "]", not "2"'],
    ['{"a" 1}', 'line 1, column 6: must be ":", not "1"'],
    ['{a: 1}', 'line 1, column 2: must be a name in double quotes or "}", not "a"'],
    ["['x']", 'line 1, column 2: must be a value or "]", not "\'"'],
    ['[1]]', 'line 1, column 4: must be the end of the text, not "]"'],
    ['[True]', 'line 1, column 2: must be a value or "]", not "True"'],
    ['[01]', 'line 1, column 2: must be a value or "]", not "01"'],
    ['["\u{1F600}\u{1F600}", x]', 'line 1, column 8: must be a value, not "x"'],
    ['["a\nb"]', 'line 1, column 4: a control character in a string must be escaped'],
    ['["\\q"]', 'line 1, column 3: the escape sequence is not one of JSON'],
    ['[\n"abc', 'line 2, column 1: the string has no closing double quote'],
  ];
  for (const [text, problem] of cases) expect(jsonProblemText(text, new SyntaxError())).toBe(problem);
});

test('exactly the texts that the runtime does not parse have a problem', () => {
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const token = fc.constantFrom(...'{}[],:"\\ \n', '1', '-', '.5', 'e3', 'true', 'nul', '"a"', '"\\u00e9"', '\u0000');
  const anyText = fc.oneof(
    fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join('')),
    fc.json(),
    fc.tuple(fc.json(), fc.nat(), token).map(([text, at, extra]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + extra + text.slice(place);
    }),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      expect(jsonSyntaxProblem(text) === undefined).toBe(parses(text));
    }),
    { numRuns: 2_000 },
  );
});
