import { expect, test } from 'bun:test';
import { httpCodes } from '../../../domain/errors.ts';
import { problemCodes, problemOf } from '../../../domain/validation/problemParts.ts';

test('docs/errors.md lists every status with its code, and no other', async () => {
  const text = await Bun.file(new URL('../../../docs/errors.md', import.meta.url)).text();
  const rows = [...text.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \|/gm)];
  const listed = Object.fromEntries(rows.map(([, status, code]) => [status, Number(code)]));
  expect(listed).toEqual(httpCodes);
});

const text = await Bun.file(new URL('../../../docs/errors.md', import.meta.url)).text();

test('docs/errors.md lists the code of every problem, and no other', () => {
  const table = /## Problems for programs.*?(?=\n## )/s.exec(text)?.[0] ?? '';
  expect([...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code)).toEqual(problemCodes);
});

test('the examples of docs/errors.md have the codes that are listed beside them', () => {
  const examples = text.slice(text.indexOf('## Kinds of problems')).matchAll(/^\| `([A-Z_]+)` \| .+ \| `(.+)` \|$/gm);
  const listed = [...examples].map(([, code = '', example = '']) => ({ code, example }));
  expect(listed.length).toBeGreaterThan(25);
  expect(listed.map(({ example }) => ({ code: problemOf(example).code as string, example }))).toEqual(listed);
});

test.each([
  ['parentUserGroupId: the UserGroup a is this one or stands below it', 'CYCLE'],
  ['id: 2 UserGroups point to it by type', 'IN_USE'],
  ['id: is still in use', 'IN_USE'],
  ['source: line 2, column 22: TypeError: cannot read property', 'SCRIPT'],
  ['validFor.validTo: must not be before validFrom', 'ORDER'],
  ['email: must be an e-mail address, not "x"', 'FORMAT'],
  ['duration: must be a whole number of at most 64 bits, not 9223372036854775808', 'RANGE'],
  ['timeoutMs: must be at most 5000', 'RANGE'],
  ['name: must be a string, not 5', 'TYPE'],
  ['body: must be a Log object, not an array', 'TYPE'],
  ['filtering: must be a JSON object, line 1, column 2: must be a value', 'SYNTAX'],
  ['compareField: the query has "id", and the envelope "code"', 'MISMATCH'],
  ['comparefield: unknown query parameter, did you mean compareField?', 'UNKNOWN_PARAMETER'],
  ['no colon at all', 'INVALID'],
])('the code of %j', (error, code) => {
  expect(problemOf(error).code as string).toBe(code);
});

test.each([
  ['a: must be one of X, Y, not "Z, not Y"', ['X', 'Y']],
  ['a: must be one of X, Y', ['X', 'Y']],
  ['a.direction: must be ASC or DESC, not "UP"', ['ASC', 'DESC']],
  ['a: unknown operator "X", allowed are EQ, NE', ['EQ', 'NE']],
  ['a: must be one of the kinds User, Log, or one of Admin, Metrics, not "x"', ['User', 'Log', 'Admin', 'Metrics']],
  ['a: is required', undefined],
])('the allowed values of %j', (error, allowed) => {
  expect(problemOf(error).allowed).toEqual(allowed);
});
