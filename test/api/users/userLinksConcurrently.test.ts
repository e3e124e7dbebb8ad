import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { person, resetUsers, userLinks, userRequests } from '../../helpers/api/userRequests.ts';
import { startApiForFile, type TestAnswer, type TestRecord } from '../../helpers/api.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { create, read, group, role } = userRequests(api);
const { links, state, expectUsersMatchLinks } = userLinks(api);

beforeEach(() => resetUsers(api));

describe('groups and roles seen from the user', () => {
  test('are right whoever writes at the same time', async () => {
    const groups = await Promise.all(['A', 'B', 'C', 'D'].map(group));
    const [, b, c, d] = groups as [TestRecord, TestRecord, TestRecord, TestRecord];
    for (let round = 0; round < 8; round++) {
      const code = `u${round}`;
      const { id } = await create(code, { groups: ['A'] });
      const answers = await Promise.all([
        api.request('PATCH', `/users/${code}`, { email: 'e@example.org' }),
        api.request('POST', '/user-user-groups', { userId: id, userGroupId: b.id }),
        api.request('PATCH', `/users/${code}`, { phoneNumber: '112' }),
        api.request('POST', '/user-user-groups', { userId: id, userGroupId: c.id }),
        api.request('PATCH', `/user-groups/${round % 2 === 0 ? 'D' : 'E'}`, { code: round % 2 === 0 ? 'E' : 'D' }),
        api.request('POST', '/user-user-groups', { userId: id, userGroupId: d.id }),
      ]);
      for (const answer of answers) expect(answer.status, answer.text).toBe(200);
      expect(await read(code)).toMatchObject({
        email: 'e@example.org',
        phoneNumber: '112',
        groups: ['A', 'B', 'C', round % 2 === 0 ? 'E' : 'D'],
      });
      const both = await Promise.all([
        api.request('PUT', `/users/${code}`, person(code, { groups: ['B'] })),
        api.request('PUT', `/users/${code}`, person(code, { groups: ['C'] })),
        api.request('POST', '/user-user-groups', { userId: id, userGroupId: d.id }),
      ]);
      // The link was there already, unless one of the others had removed it.
      for (const answer of both.slice(0, 2)) expect(answer.status, answer.text).toBe(200);
      await expectUsersMatchLinks();
    }
  });

  test('are right when diffs write at the same time', async () => {
    const groups = await Promise.all(['A', 'B', 'C'].map(group));
    const [, b, c] = groups as [TestRecord, TestRecord, TestRecord];
    for (let round = 0; round < 5; round++) {
      const code = `u${round}`;
      const left = await create(code, { groups: ['A'] });
      const name = (await expectOk<TestRecord>(api.request('GET', `/user-groups/${b.id}`))) as TestRecord & JsonObject;
      const answers = await Promise.all([
        api.request('POST', '/users/diff/save', [
          { diffType: 'DIFF_TYPE_CHANGE', left: { ...left, groups: [] }, right: { ...left, groups: ['A', 'C'] } },
        ]),
        api.request('POST', '/user-user-groups', { userId: left.id, userGroupId: b.id }),
        api.request('POST', '/user-user-groups/diff/save', [
          { diffType: 'DIFF_TYPE_NEW', right: { userId: left.id, userGroupId: c.id } },
        ]),
        api.request('POST', '/user-groups/diff/save', [
          { diffType: 'DIFF_TYPE_CHANGE', left: name, right: { ...name, code: `B${round}` } },
        ]),
        api.request('PATCH', `/users/${code}`, { email: 'e@example.org' }),
      ]);
      for (const answer of answers.slice(1)) expect(answer.status, answer.text).toBe(200);
      // Whoever changed the user first makes the diff's left one of the past. Where the diff came through, it may have
      // been behind the membership of B, which it does not say.
      expect([200, 400]).toContain(answers[0]?.status as number);
      expect((await read(code)).groups).toEqual(
        expect.arrayContaining(answers[0]?.status === 200 ? ['A', 'C'] : ['A', `B${round}`, 'C']),
      );
      await expectUsersMatchLinks();
    }
  });

  test.each<[string, number, (user: TestRecord, group: TestRecord) => Promise<TestAnswer>]>([
    // Which makes the diff's left one of the past.
    ['a user is given a group', 400, () => api.request('PATCH', '/users/u', { groups: ['A', 'B'] })],
    [
      'a membership is made',
      200,
      (user, { id }) => api.request('POST', '/user-user-groups', { userId: user.id, userGroupId: id }),
    ],
    ['a group is renamed', 200, () => api.request('PATCH', '/user-groups/B', { code: 'C' })],
  ])('have a diff wait with nothing in hand while %s', async (_, status, write) => {
    await group('A');
    const b = await group('B');
    await create('v', { groups: ['B'] });
    const u = await create('u', { groups: ['A'] });
    const waits = (condition: string) => async () =>
      (
        await api.sql.unsafe(`select from pg_locks join pg_stat_activity using (pid)
          where datname = current_database() and not granted and ${condition}`)
      ).length > 0;
    const answers: Promise<TestAnswer>[] = [];
    await api.sql.begin(async (holder) => {
      await holder`select from user_group where id = ${b.id} for update`;
      answers.push(write(u, b));
      await poll('the write to wait for its group', waits(`locktype = 'transactionid'`));
      const right = { ...u, email: 'e@example.org', groups: ['A'] };
      answers.push(api.request('POST', '/users/diff/save', [{ diffType: 'DIFF_TYPE_CHANGE', left: u, right }]));
      // Had it a table in hand by now, and wanted the row of the user, each would wait for the other.
      await poll(
        'the diff to wait for a table',
        waits(`locktype = 'relation' and relation in ('app_user'::regclass, 'user_user_group'::regclass)`),
      );
    });
    const [written, saved] = (await Promise.all(answers)) as [TestAnswer, TestAnswer];
    expect(written.status, written.text).toBe(200);
    expect(saved.status, saved.text).toBe(status);
    await expectUsersMatchLinks();
  });

  test('are right when a user and what it is linked to go at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const [g, r] = [await group(`G${round}`), await role(`R${round}`)];
      const u = await create(`u${round}`);
      const answers = await Promise.all([
        api.request('PATCH', `/users/${u.id}`, { groups: [g.code], roles: [r.code] }),
        api.request('DELETE', `/user-groups/${g.id}`),
        api.request('POST', '/user-roles', { userId: u.id, roleId: r.id }),
        api.request('DELETE', `/roles/${r.id}`),
        ...(round % 2 === 0 ? [api.request('DELETE', `/users/${u.id}`)] : []),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 400)).toEqual([]);
      await expectUsersMatchLinks();
    }
  });

  test('come and go with diffs of users and of links', async () => {
    const [a] = [await group('A'), await group('B'), await role('BOSS')];
    const made = await expectOk<TestRecord[]>(
      api.request('POST', '/users/diff/save', [
        { diffType: 'DIFF_TYPE_NEW', right: person('u', { groups: ['B', 'A'], roles: ['BOSS'] }) },
        { diffType: 'DIFF_TYPE_NEW', right: person('v') },
      ]),
    );
    const [u, v] = made as [TestRecord & JsonObject, TestRecord & JsonObject];
    expect([u.groups, u.roles]).toEqual([['A', 'B'], ['BOSS']]);
    await expectUsersMatchLinks();
    await expectOk(
      api.request('POST', '/users/diff/save', [
        { diffType: 'DIFF_TYPE_CHANGE', left: u, right: { ...u, groups: ['A'], email: 'e@example.org' } },
        { diffType: 'DIFF_TYPE_CHANGE', left: v, right: { ...v, roles: ['BOSS'] } },
      ]),
    );
    expect(await state('v')).toEqual({ groups: undefined, roles: ['BOSS'], version: 2 });
    await expectUsersMatchLinks();
    const [link] = await links('user_user_group', u.id);
    await expectOk(
      api.request('POST', '/user-user-groups/diff/save', [
        { diffType: 'DIFF_TYPE_CHANGE', left: JSON.parse(link?.doc ?? ''), right: { userId: v.id, userGroupId: a.id } },
        { diffType: 'DIFF_TYPE_NEW', right: { userId: v.id, userGroupId: a.id, period: { validTo: '2020-01-01' } } },
      ]),
    );
    expect([(await state('u')).groups, (await state('v')).groups]).toEqual([undefined, ['A']]);
  });
});
