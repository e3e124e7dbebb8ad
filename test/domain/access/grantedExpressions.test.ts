// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of an expression are written like that.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { matches } from '../../../domain/filtering/matches.ts';
import type { JsonObject, Kind } from '../../../domain/kinds/kind.ts';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import { accessRequests } from '../../helpers/api/accessRequests.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. With bun's default of 5 s, a busy machine would fail tests.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { grants, link, makeGroup, makeRole, makeRule, makeTypes, makeUser, ok, roleWith } = accessRequests(api);

describe('the expression of a rule', () => {
  const me = { code: 'me,%_\\', groups: ['g,1', 'g\\2'] };
  let user: TestRecord;
  let lonely: TestRecord;

  beforeAll(async () => {
    await makeTypes();
    for (const name of me.groups) await makeGroup({ code: name });
    user = await makeUser(me);
    lonely = await makeUser({ code: '%' });
    const forms: Record<string, string> = { a: user.id, b: me.code, c: 'g,1', d: 'g\\2', e: 'other', f: 'xme,%_\\x' };
    for (const [name, form] of Object.entries(forms)) await ok('POST', '/worklog-types', { code: name, name, form });
  });

  /** Codes of the worklog types that a user with the rules may read, as a search finds them and as a record in memory. */
  async function reached(owner: TestRecord, ...rules: JsonObject[]): Promise<string[]> {
    const role = await roleWith(...rules);
    const assignment = await ok('POST', '/user-roles', { userId: owner.id, roleId: role.id });
    const { read } = (await grants(owner.id)).access.of(worklogType);
    await ok('DELETE', `/user-roles/${assignment.id}`);
    if (typeof read === 'string') return [read];
    const sort = [{ column: { name: 'code', type: 'string' as const }, descending: false }];
    const filtering = { conditions: [read], words: [], sort, page: 0, size: 100, sized: true };
    const { records } = await api.services.search.search(worklogType, filtering, { from: 0, size: 100 });
    const all = await api.services.search.search(worklogType, { ...filtering, conditions: [] }, { from: 0, size: 100 });
    const parsed = all.records.map((record) => JSON.parse(record) as TestRecord);
    const inMemory = parsed.filter(({ auditInfo, ...values }) => matches(read, values, auditInfo));
    const codes = records.map((record) => (JSON.parse(record) as TestRecord).code);
    expect(inMemory.map((record) => record.code).sort()).toEqual(codes);
    return codes;
  }

  const by = (...filters: JsonObject[]): JsonObject => ({
    entityName: 'WorklogType',
    expression: JSON.stringify(filters),
  });
  const form = (operator: string, value: string): JsonObject => by({ column: 'form', operator, value });

  test('grants the records that match, for several rules those that match one', async () => {
    expect(
      await reached(user, form('EQ', '${user.id}'), form('IN', '${user.groups}'), by({ column: 'code', value: 'e' })),
    ).toEqual(['a', 'c', 'd', 'e']);
    expect(await reached(user, { entityName: 'WorklogType', expression: '{"fulltext":"A"}' })).toEqual(['a']);
  });

  test('has the values of the user, whatever their characters', async () => {
    expect(await reached(user, form('EQ', '${user.code}'))).toEqual(['b']);
    expect(await reached(lonely, form('EQ', '${user.code}'))).toEqual([]);
    expect(await reached(user, form('IN', 'other,${user.code},${user.groups}'))).toEqual(['b', 'c', 'd', 'e']);
  });

  test('over the groups grants nothing to a user without groups, but is a rule', async () => {
    const inGroups = { column: 'form', operator: 'IN', value: '${user.groups}' };
    const isE = { column: 'code', value: 'e' };
    expect(await reached(lonely, by(inGroups))).toEqual([]);
    expect(await reached(lonely, by(isE, inGroups))).toEqual([]);
    expect(await reached(lonely, by({ or: [inGroups, { or: [inGroups] }] }))).toEqual([]);
    expect(await reached(lonely, by({ or: [inGroups, isE] }))).toEqual(['e']);
    expect(await reached(lonely, form('IN', 'other,${user.groups}'))).toEqual(['e']);
    expect(await reached(lonely)).toEqual(['none']);
  });

  test('that is invalid for its kind grants nothing, and is logged', async () => {
    const older: Kind = { ...worklogType, members: { id: { type: 'uuid' }, code: { type: 'string' } } };
    const role = await roleWith(form('EQ', 'x'), by({ column: 'code', value: 'a' }));
    const { access } = await grants((await makeUser({ roles: [role.code] })).id);
    expect(access.of(older).read).toMatchObject({ type: 'and', conditions: [{ type: 'compare' }] });
    expect(api.logged.some(({ msg }) => msg === 'an access rule with an invalid expression grants nothing')).toBe(true);
  });

  test('that an earlier release saved, and this one would refuse, grants nothing', async () => {
    const rule = await makeRule(form('IN', '${user.groups}'));
    await api.sql`update access_rule set doc = replace(doc, '\\"IN\\"', '\\"NOT_IN\\"') where id = ${rule.id}`;
    const role = await makeRole();
    await link(role, rule);
    expect((await ok('GET', `/access-rules/${rule.id}`)).expression).toContain('NOT_IN');
    const { access } = await grants((await makeUser({ roles: [role.code] })).id);
    expect(access.of(worklogType)).toEqual({ read: 'none', write: 'none' });
  });
});
