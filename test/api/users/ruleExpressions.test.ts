// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of an expression are written like that.
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startApiForFile } from '../../helpers/api.ts';

// A limit on a hang. With bun's default of 5 s, a busy machine would fail tests.
setDefaultTimeout(60_000);

const api = await startApiForFile();

describe('the expression of an access rule', () => {
  const save = async (expression: unknown, entityName: string | null = 'Log'): Promise<readonly string[]> => {
    const text = typeof expression === 'string' ? expression : JSON.stringify(expression);
    const body = { code: crypto.randomUUID(), name: 'N', fullAccess: false, entityName, expression: text };
    const answer = await api.request('POST', '/access-rules', body);
    return answer.status === 200 ? [] : answer.errors;
  };
  const filter = (column: string, value: string, operator = 'EQ') => ({ column, operator, value });

  test('is a filtering of the kind that entityName names', async () => {
    expect(await save([filter('ownerId', 'x'), { or: [filter('startDate', '2026-01-01', 'GT')] }])).toEqual([]);
    expect(await save({ filters: [], fulltext: 'x' }, 'WorklogType')).toEqual([]);
  });

  test('needs an entityName that is a kind', async () => {
    expect(await save('{}', null)).toEqual(['entityName: is required by expression']);
    const [problem] = await save('{}', 'Nothing');
    expect(problem).toMatch(
      /^entityName: must be one of the kinds AccessRule, .*WorklogType, or one of .*, not "Nothing"$/,
    );
  });

  test('that cannot be read is refused with the place', async () => {
    expect((await save('{'))[0]).toStartWith('expression: must be a filtering in JSON, line 1, column 2: ');
    expect(await save('7')).toEqual(['expression: must be an object or an array of filters, not 7']);
    expect(await save([true])).toEqual(['expression[0]: must be a filter object or {"or": [...]}, not true']);
    expect((await save([filter('nothing', 'x')]))[0]).toStartWith('expression[0].column: Log has no member "nothing"');
    expect((await save({ filters: [filter('ownerId', 'x', 'IS')] }))[0]).toStartWith(
      'expression.filters[0].operator: unknown operator "IS"',
    );
    expect((await save([{ or: [filter('startDate', 'soon')] }]))[0]).toStartWith(
      'expression[0].or[0].value: type mismatch, startDate wants',
    );
  });

  test('takes placeholders where values stand', async () => {
    expect(
      await save([
        filter('ownerId', '${user.id}'),
        filter('id', '${user.id}'),
        filter('ownerId', '${user.groups}', 'IN'),
        filter('ownerId', 'a,${user.code},${user.groups}', 'IN'),
        { or: [filter('relatedData.a', '${user.code}')] },
        { nestedPath: 'relatedEntities', column: 'refId', value: '${user.id}' },
      ]),
    ).toEqual([]);
  });

  test('takes them nowhere else, and no others', async () => {
    const known = '${user.id}, ${user.code}, ${user.groups}';
    expect(await save([filter('ownerId', '${user.name}')])).toEqual([
      `expression[0].value: "\${user.name}" is not a placeholder; the placeholders are ${known}`,
    ]);
    expect(await save([filter('ownerId', '${user.id')])).toEqual([
      `expression[0].value: "\${user.id" is not a placeholder; the placeholders are ${known}`,
    ]);
    expect(await save([{ or: [filter('ownerId', 'x${user.id}')] }])).toEqual([
      'expression[0].or[0].value: ${user.id} must be the whole value, or a whole element of a list',
    ]);
    expect(await save([filter('ownerId', '${user.groups}')])).toEqual([
      'expression[0].value: ${user.groups} is a list, it goes with IN',
    ]);
    expect((await save([filter('${user.id}', 'x')]))[0]).toStartWith(
      'expression[0].column: Log has no member "${user.id}"',
    );
    expect(await save({ fulltext: '${user.code}' }, 'WorklogType')).toEqual([
      'expression.fulltext: must have no placeholder, one stands where the value of a filter does',
    ]);
  });

  test('selects not every record, which only fullAccess does', async () => {
    for (const expression of ['[]', '{}', '{"filters":[]}', '{"filters":[],"fulltext":""}'])
      expect(await save(expression, 'WorklogType')).toEqual([
        'expression: selects every record; leave it out and set fullAccess instead',
      ]);
  });

  test('searches for no placeholder by LIKE, which would match a part of other values', async () => {
    for (const name of ['${user.id}', '${user.code}', '${user.groups}'])
      expect(await save([filter('ownerId', name, 'LIKE')])).toEqual([
        `expression[0].operator: LIKE does not go with ${name}, because it would grant every record that contains the value anywhere; use EQ or IN`,
      ]);
    expect(await save([{ or: [filter('ownerId', '%${user.code}%', 'LIKE')] }])).toHaveLength(1);
  });

  test('does not negate placeholders', async () => {
    const problem = (operator: string, name: string, at: string) =>
      `${at}.operator: ${operator} does not go with ${name}, because it would grant every record that does not name the caller`;
    const isPresent = { column: 'ownerId', operator: 'IS_NOT_NULL' };
    expect(await save([isPresent, filter('ownerId', '${user.id}', 'NE')])).toEqual([
      problem('NE', '${user.id}', 'expression[1]'),
    ]);
    expect(await save({ filters: [isPresent, { or: [filter('ownerId', '${user.code}', 'NOT_LIKE')] }] })).toEqual([
      problem('NOT_LIKE', '${user.code}', 'expression.filters[1].or[0]'),
    ]);
    expect(await save([isPresent, filter('ownerId', 'a,${user.groups}', 'NOT_IN')])).toEqual([
      problem('NOT_IN', '${user.groups}', 'expression[1]'),
    ]);
  });

  test('negates a value only where a filter beside it requires the member', async () => {
    const present = (column: string) => ({ column, operator: 'IS_NOT_NULL' });
    const problem = (operator: string, at = 'expression[0]') =>
      `${at}.operator: ${operator} also holds where ownerId is absent, add a filter IS_NOT_NULL on ownerId`;
    for (const operator of ['NE', 'NOT_LIKE', 'NOT_IN']) {
      const negation = filter('ownerId', 'x', operator);
      expect(await save([negation])).toEqual([problem(operator)]);
      expect(await save([negation, present('ownerType')])).toEqual([problem(operator)]);
      expect(await save([negation, present('ownerId')])).toEqual([]);
      expect(await save([{ or: [negation, filter('ownerType', 'a')] }, present('ownerId')])).toEqual([]);
      const alternative = 'expression.filters[0].or[0]';
      expect(await save({ filters: [{ or: [negation, present('ownerId')] }] })).toEqual([
        problem(operator, alternative),
      ]);
    }
    expect(await save([filter('ownerId', 'x', 'NE'), { key: 'ownerId', operator: 'IS_NOT_NULL' }])).toEqual([]);
    expect(await save([{ column: 'ownerId', operator: 'IS_NULL' }])).toEqual([]);
  });

  test('negates a value inside of an element only where the same element has the member', async () => {
    const nested = (rest: JsonObject) => ({ nestedPath: 'relatedEntities', ...rest });
    const negation = nested({ column: 'refId', operator: 'NE', value: 'x' });
    const problem =
      'expression[0].operator: NE also holds where refId is absent, add a filter IS_NOT_NULL on refId with nestedPath relatedEntities';
    expect(await save([negation])).toEqual([problem]);
    expect(await save([negation, nested({ column: 'refType', operator: 'IS_NOT_NULL' })])).toEqual([problem]);
    const present = nested({ nestedProperty: 'relatedEntities.refId', operator: 'IS_NOT_NULL' });
    expect(await save([negation, present])).toEqual([]);
  });

  test('takes them only where their type fits', async () => {
    expect(await save([filter('id', '${user.code}'), filter('startDate', '${user.id}')])).toEqual([
      'expression[0].value: type mismatch, id wants a UUID, not "${user.code}"',
      'expression[1].value: type mismatch, startDate wants an ISO 8601 date-time with an offset or yyyy-MM-dd, not "${user.id}"',
    ]);
  });

  test('is checked in a PATCH and in a diff too', async () => {
    const checked = {
      code: 'checked',
      name: 'N',
      fullAccess: false,
      entityName: 'Log',
      expression: '[{"column":"ownerId","value":"x"}]',
    };
    expect((await api.request('POST', '/access-rules', checked)).status).toBe(200);
    const patched = await api.request('PATCH', '/access-rules/checked', { expression: '[7]' });
    expect(patched.errors).toEqual(['expression[0]: must be a filter object or {"or": [...]}, not 7']);
    const cleared = await api.request('PATCH', '/access-rules/checked', { entityName: null });
    expect(cleared.errors).toEqual(['entityName: is required by expression']);
    const right = { code: 'd', name: 'D', fullAccess: false, entityName: 'Log', expression: '[7]' };
    const diff = await api.request('POST', '/access-rules/diff/save', [{ diffType: 'DIFF_TYPE_NEW', right }]);
    expect(diff.errors).toEqual(['[0].right.expression[0]: must be a filter object or {"or": [...]}, not 7']);
  });
});
