import { describe, expect, test } from 'bun:test';
import { accessRequests } from '../../helpers/api/accessRequests.ts';
import { startApiForFile } from '../../helpers/api.ts';

const api = await startApiForFile();
const { ok, makeTypes, makeRole, makeGroup } = accessRequests(api);

const changes = async (): Promise<number> => {
  const [row] = await api.sql<{ count: number }[]>`select count(*)::int as count from access_change`;
  return row?.count ?? 0;
};

describe('a change of rights', () => {
  test('is the validity of a role or of a group, but not a description', async () => {
    await makeTypes();
    const [role, group] = [await makeRole(), await makeGroup()];
    const before = await changes();
    await ok('PATCH', `/roles/${role.id}`, { description: 'D' });
    await ok('PATCH', `/user-groups/${group.id}`, { description: 'D' });
    expect(await changes()).toBe(before);
    await ok('PATCH', `/roles/${role.id}`, { validityTo: '2020-01-01' });
    await ok('PATCH', `/roles/${role.id}`, { validityFrom: '2019-01-01' });
    await ok('PATCH', `/user-groups/${group.id}`, { validTo: '2020-01-01' });
    await ok('PATCH', `/user-groups/${group.id}`, { validFrom: '2019-01-01' });
    expect(await changes()).toBe(before + 4);
  });
});
