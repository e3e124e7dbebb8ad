import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { syncDirectory } from '../../../domain/directory/directorySync.ts';
import { kinds } from '../../../domain/kinds/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { inDeclaredOrder, splitUndeclared } from '../../../domain/kinds/memberOrder.ts';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import { user } from '../../../domain/kinds/users/user.ts';
import { userGroup } from '../../../domain/kinds/users/userGroup.ts';
import type { Directory } from '../../../domain/ports/directory.ts';
import { expireLinks } from '../../../domain/relations/expireLinks.ts';
import { keepsUndeclared, makeRecordHarnessForFile, placeOf, type Way } from '../../helpers/undeclaredMembers.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { caller } from '../../helpers/workerHarness.ts';

setDefaultTimeout(120_000);

/** Every operation that changes records; test/workers/undeclaredMembers.test.ts has those of Jobs and notifications. */

const harness = await makeRecordHarnessForFile();
let count = 0;
const fresh = (prefix: string): string => `${prefix}-${++count}`;

beforeAll(async () => {
  await harness.call('POST', '/user-types', { code: 'PERSON', name: 'P', type: 'INDIVIDUAL', registry: {} });
  await harness.call('POST', '/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
});

async function makeUser(more: object = {}): Promise<JsonObject> {
  return harness.call('POST', '/users', { code: fresh('user'), type: 'PERSON', chars: {}, familyName: 'N', ...more });
}
const makeGroup = (more: object = {}): Promise<JsonObject> =>
  harness.call('POST', '/user-groups', { code: fresh('group'), type: 'TEAM', name: 'G', chars: {}, ...more });
const recordWays: Way[] = [
  {
    name: 'a PATCH of a record',
    async prepare() {
      const record = await harness.call('POST', '/worklog-types', { code: fresh('worklog'), name: 'W' });
      const change = () => harness.call('PATCH', `/worklog-types/${record.code}`, { description: 'changed' });
      return { places: [placeOf(worklogType, record)], change };
    },
  },
  {
    name: 'a PATCH of a user that changes its links',
    async prepare() {
      const [one, group] = [await makeUser(), await makeGroup()];
      return {
        places: [placeOf(user, one)],
        change: () => harness.call('PATCH', `/users/${one.id}`, { groups: [String(group.code)], givenName: 'A' }),
      };
    },
  },
  {
    name: 'a new link of a user',
    async prepare() {
      const [one, group] = [await makeUser(), await makeGroup()];
      const link = { userId: String(one.id), userGroupId: String(group.id) };
      return { places: [placeOf(user, one)], change: () => harness.call('POST', '/user-user-groups', link) };
    },
  },
  {
    name: 'the removal of a link of a user',
    async prepare() {
      const group = await makeGroup();
      const one = await makeUser({ groups: [String(group.code)] });
      const [link] = await harness.services.sql<{ id: string }[]>`
        select id from user_user_group where user_id = ${String(one.id)}`;
      return { places: [placeOf(user, one)], change: () => harness.call('DELETE', `/user-user-groups/${link?.id}`) };
    },
  },
  {
    name: 'the end of a link of a user',
    async prepare() {
      const [one, group] = [await makeUser(), await makeGroup()];
      const soon = new Date(Date.now() + 400).toISOString();
      const link = { userId: String(one.id), userGroupId: String(group.id), period: { validTo: soon } };
      await harness.call('POST', '/user-user-groups', link);
      const change = () =>
        poll('the membership to end', async () => {
          await expireLinks(harness.services);
          return !Object.hasOwn(await harness.readDoc(placeOf(user, one)), 'groups');
        });
      return { places: [placeOf(user, one)], change };
    },
    runs: 2,
  },
  {
    name: 'the rename of a group that users are in',
    async prepare() {
      const group = await makeGroup();
      const users = [
        await makeUser({ groups: [String(group.code)] }),
        await makeUser({ groups: [String(group.code)] }),
      ];
      return {
        places: [placeOf(userGroup, group), ...users.map((one) => placeOf(user, one))],
        change: () => harness.call('PATCH', `/user-groups/${group.id}`, { code: fresh('renamed') }),
      };
    },
  },
  {
    name: 'the rename of a type that users follow',
    async prepare() {
      const type = await harness.call('POST', '/user-types', {
        code: fresh('type'),
        name: 'T',
        type: 'ORGANIZATION',
        registry: {},
      });
      const one = await makeUser({ type: String(type.code), name: 'Company' });
      const change = () => harness.call('PATCH', `/user-types/${type.id}`, { code: fresh('type') });
      return { places: [placeOf(user, one)], change };
    },
  },
  {
    name: 'a CSV file with some of the columns, saved',
    async prepare() {
      const record = await harness.call('POST', '/worklog-types', { code: fresh('worklog'), name: 'W' });
      const form = new FormData();
      form.set('file', new Blob([`code,name\n${record.code},changed\n`]), 'some.csv');
      const change = async () => {
        await harness.services.sql`delete from worklog_type where id <> ${String(record.id)}`;
        await harness.call('POST', '/worklog-types/diff/file?save=true&compareField=code', form);
      };
      return { places: [placeOf(worklogType, record)], change };
    },
  },
  {
    name: 'a sync of the directory',
    async prepare() {
      await harness.services.sql`truncate user_group cascade`;
      const distinguishedName = `cn=${fresh('synced')}`;
      const group = await makeGroup({ ldapMemberOf: distinguishedName });
      const found = { distinguishedName, code: String(group.code), name: 'Changed', chars: { city: 'Brno' } };
      const directory: Directory = {
        find: async () => undefined,
        all: async function* () {
          yield [{ distinguishedName, group: found }];
        },
        keyOf: (place) => place,
      };
      const signal = AbortSignal.timeout(60_000);
      const change = () => syncDirectory(harness.services, directory, { dryRun: false, caller, signal });
      return { places: [placeOf(userGroup, group)], change };
    },
  },
];

describe('undeclared members survive, and declared order holds, after', () => {
  for (const way of recordWays) test(way.name, () => keepsUndeclared(harness, way));
});

describe('the property detects a writer that', () => {
  const broken = (name: string, write: (doc: JsonObject) => JsonObject): Way => ({
    name,
    async prepare() {
      const one = placeOf(
        worklogType,
        await harness.call('POST', '/worklog-types', { code: fresh('worklog'), name: 'W' }),
      );
      const change = async () => harness.writeDoc(one, write({ ...(await harness.readDoc(one)), name: 'changed' }));
      return { places: [one], change };
    },
  });
  const writers: Record<string, (doc: JsonObject) => JsonObject> = {
    'drops undeclared members': (doc) => inDeclaredOrder(worklogType, splitUndeclared(worklogType, doc).declared),
    'writes a changed member behind the others': ({ code, ...rest }) => ({ ...rest, code: code ?? '' }),
    'writes undeclared members alone': (doc) => ({
      id: doc.id ?? '',
      ...splitUndeclared(worklogType, doc).undeclared,
      name: 'x',
      code: 'y',
    }),
  };
  for (const [name, write] of Object.entries(writers))
    test(name, async () => {
      await expect(keepsUndeclared(harness, broken(name, write))).rejects.toThrow();
    });
});

test('each kind declares each member once, the id first', () => {
  for (const kind of kinds) expect(Object.keys(kind.members)[0]).toBe('id');
});
