// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of an expression are written like that.
import { expect, test } from 'bun:test';
import { describeRule } from '../../../domain/access/explanation/ruleWords.ts';

const filter = (column: string, operator: string, value?: string) => ({
  column,
  operator,
  ...(value !== undefined && { value }),
});
const words = (filters: unknown, more: object = {}) =>
  describeRule({ entityName: 'User', expression: JSON.stringify(filters), fullAccess: false, ...more });

test('a rule in words names the right, the kind and the filters', () => {
  const filters = [filter('code', 'LIKE', 'CZ%'), filter('groups', 'IN', '${user.groups}')];
  expect(words(filters, { accessRule: 'READ_WRITE' })).toBe(
    'Lets its holders read and change users whose code starts with "CZ" and whose groups contain one of the codes of their own groups.',
  );
  expect(words([filter('id', 'EQ', '${user.id}')])).toBe('Lets its holders read users whose id is their own id.');
  expect(words({ filters: [], fulltext: 'praha' })).toBe(
    'Lets its holders read users with words that begin with "praha".',
  );
});

test.each([
  ['code is "a"', filter('code', 'EQ', 'a')],
  ['code is "a"', { key: 'code', value: 'a' }],
  ['code is one of "a", "b,c", their own code', filter('code', 'IN', 'a,b\\,c,${user.code}')],
  ['roles contain "A"', filter('roles', 'EQ', 'A')],
  ['code contains "a"', filter('code', 'LIKE', 'a')],
  ['code contains "a"', filter('code', 'LIKE', '%a%')],
  ['code ends with "a"', filter('code', 'LIKE', '%a')],
  ['code starts with "100%"', filter('code', 'LIKE', '100\\%%')],
  ['code matches the pattern "a_b"', filter('code', 'LIKE', 'a_b')],
  ['code does not start with "a"', filter('code', 'NOT_LIKE', 'a%')],
  ['groups contain no text that starts with "a"', filter('groups', 'NOT_LIKE', 'a%')],
  ['code is not "a"', filter('code', 'NE', 'a')],
  ['validTo is less than "2026-01-01"', filter('validTo', 'LT', '2026-01-01')],
  ['email is absent', filter('email', 'IS_NULL')],
  ['groups are present', filter('groups', 'IS_NOT_NULL')],
])('a filter says: whose %s', (condition, one) => {
  expect(words([one])).toBe(`Lets its holders read users whose ${condition}.`);
});

test('filters of one array of objects, and alternatives, stay together', () => {
  const region = (rest: object) => ({ nestedPath: 'regions', ...rest });
  expect(words([region({ column: 'regionId', value: 'x' }), region(filter('coefficient', 'GT', '1'))])).toBe(
    'Lets its holders read users whose regions contain an element whose regionId is "x" and whose coefficient is greater than "1".',
  );
  expect(words([{ or: [filter('code', 'EQ', 'a'), filter('code', 'EQ', 'b')] }, filter('email', 'IS_NULL')])).toBe(
    'Lets its holders read users (whose code is "a" or whose code is "b") and whose email is absent.',
  );
});

test('a rule without filters says what fullAccess gives, and that it gives nothing otherwise', () => {
  expect(describeRule({ entityName: 'UserGroup', fullAccess: true, accessRule: 'READ' })).toBe(
    'Lets its holders read all user groups.',
  );
  expect(describeRule({ fullAccess: true })).toBe('Lets its holders do everything.');
  expect(describeRule({ fullAccess: true, accessRule: 'READ' })).toBe(
    'Lets its holders read all records of every kind.',
  );
  expect(describeRule({ entityName: 'Mailbox', fullAccess: true, accessRule: 'READ' })).toBe(
    'Lets its holders read the embedded mailbox.',
  );
  expect(describeRule({ entityName: 'ScriptRun', fullAccess: true, accessRule: 'READ' })).toContain('do nothing');
  for (const rule of [{}, { entityName: 'User' }, { entityName: 'User', expression: '[]' }])
    expect(describeRule(rule)).toStartWith('Lets its holders do nothing: it has neither fullAccess');
  expect(describeRule({ entityName: 'User', expression: '[{' })).toBe(
    'Lets its holders do nothing, because the expression cannot be read.',
  );
});
