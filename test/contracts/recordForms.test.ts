import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { sampleId } from '../../domain/samples/sampleIds.ts';
import { sampleRecord, storedSamples } from '../../domain/samples/sampleRecords.ts';
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { document, problemsOf, sendAsDescribed } from '../helpers/api/openApiContract.ts';

setDefaultTimeout(60_000);

/** Records of each kind have two schemas: `UserGroup` in responses, and `UserGroupInput` in requests. */

const api = await startAuthenticatedApiForFile();

beforeAll(async () => {
  for (const { kind, records } of storedSamples()) for (const record of records) await api.store(kind.name, record);
});

interface Described {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

const schemas: Readonly<Record<string, Described>> = document.components.schemas;

/** The names of the schemas of which requests and responses have one each. */
const names = Object.keys(schemas).flatMap((name) => {
  const [, read = ''] = /^(\w+)Input$/.exec(name) ?? [];
  return schemas[read] ? [read] : [];
});

const membersOf = (name: string): string[] => Object.keys(schemas[name]?.properties ?? {});
const requiredOf = (name: string): readonly string[] => schemas[name]?.required ?? [];
const problemsAs = (name: string, value: unknown) => problemsOf({ $ref: `#/components/schemas/${name}` }, value);

/** Members that are only written. */
const onlyWritten: Readonly<Record<string, readonly string[]>> = { Job: ['callbackSecret'] };

describe('the schema of a record in responses', () => {
  test('stands beside one for requests, which has the same members', () => {
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      const written = membersOf(`${name}Input`).filter((member) => !onlyWritten[name]?.includes(member));
      expect(written.toSorted(), name).toEqual(membersOf(name).toSorted());
    }
  });

  test('requires at least what requests require, with id and auditInfo, and has no defaults', () => {
    for (const name of names.filter((one) => membersOf(one).includes('auditInfo'))) {
      expect(requiredOf(name), name).toEqual(
        expect.arrayContaining([...requiredOf(`${name}Input`), 'id', 'auditInfo']),
      );
      expect(requiredOf(`${name}Input`), name).not.toContain('id');
      expect(JSON.stringify(schemas[name]), name).not.toMatch(/"(default|writeOnly|readOnly)":/);
    }
  });

  test('refuses a record that lacks what always comes', () => {
    const role = { code: 'r', name: 'R' };
    expect(problemsAs('RoleInput', role)).toEqual([]);
    expect(problemsAs('Role', role)).toMatchObject([{ keyword: 'required' }, { keyword: 'required' }]);
    expect(problemsAs('RoleInput', { ...role, auditInfo: { version: 3 } })).toEqual([]);
    expect(problemsAs('UserGroupReferenceInput', { name: 'N' })).not.toEqual([]);
    expect(problemsAs('UserGroupReferenceInput', { code: 'c', chars: 5 })).toEqual([]);
  });
});

/** The kinds whose records PUT replaces. */
const replaced = Object.entries<{ readonly put?: object }>(document.paths).flatMap(([path, { put }]) => {
  const [, at = ''] = /^\/api\/v2(\/[\w-]+\/\{(?:idOrCode|id)\})$/.exec(path) ?? [];
  const kind = names.find((name) => JSON.stringify(put)?.includes(`"#/components/schemas/${name}Input"`));
  return at !== '' && kind !== undefined ? [{ at, kind }] : [];
});

describe('a record', () => {
  const send = sendAsDescribed({ ...api, request: (...sent) => api.administrator.request(...sent) });
  const log = () => ({ ...sampleRecord('Log'), id: sampleId('Log') });
  const job = { jobType: 'MINE', status: 'NEW', startDate: '2026-11-20T09:00:00Z', closed: false } as const;

  beforeAll(async () => {
    await send('POST', '/logs', {}, log());
    const steps = [{ id: sampleId('JobStep'), name: 'one', status: 'NEW' }];
    await send(
      'POST',
      '/jobs',
      {},
      { ...job, callbackUrl: 'https://example.com/', callbackSecret: 's', jobSteps: steps },
    );
  });

  test('of all kinds that can be replaced is tried', () => {
    expect(replaced.map(({ kind }) => kind)).toContain('JobStep');
    expect(replaced.length).toBeGreaterThan(18);
  });

  for (const { at, kind } of replaced)
    test(`has what its schema requires, and can be sent back as it was read: ${at}`, async () => {
      const parameters = { idOrCode: sampleId(kind), id: sampleId(kind) };
      const read = (await send('GET', at, parameters)).json<JsonObject>();
      const saved = await send('PUT', at, parameters, read);
      expect(saved.status, saved.text).toBe(200);
      expect(saved.json<JsonObject>()).toEqual(read);
    });

  test('shows a caller that may not read the embedded record its id alone', async () => {
    const caller = await api.callerWith([{ entityName: 'UserGroupRegion' }]);
    const asCaller = sendAsDescribed({ ...api, request: (...sent) => caller.request(...sent) });
    const id = sampleId('UserGroupRegion');
    const { userGroup } = (await asCaller('GET', '/user-group-regions/{idOrCode}', { idOrCode: id })).json<{
      userGroup: JsonObject;
    }>();
    expect(userGroup).toEqual({ id: sampleId('UserGroup') });
  });

  test('that was backed up is as its envelope says, and can be compared and saved', async () => {
    const backup = (await send('POST', '/roles/backup', {}, { entityType: 'Role' })).json<{ data: JsonObject[] }>();
    const [first, second, ...others] = backup.data;
    const changed = { ...backup, data: [{ ...first, name: 'Other' }, { code: 'added', name: 'Added' }, ...others] };
    const entries = (await send('POST', '/roles/diff/only', {}, changed, '?compareField=code')).json<JsonObject[]>();
    expect(entries.map(({ diffType }) => diffType)).toEqual(['DIFF_TYPE_NEW', 'DIFF_TYPE_CHANGE', 'DIFF_TYPE_REMOVE']);
    expect(entries[2]?.['left']).toEqual(second ?? {});
    await send('POST', '/roles/diff/save', {}, entries.slice(0, 2), '?compareField=code');
  });
});
