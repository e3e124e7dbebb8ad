import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { sampleId } from '../../domain/samples/sampleIds.ts';
import { loadSampleRecords } from '../../domain/users/initialRecords.ts';
import { document, problemsOf } from '../helpers/api/openApiContract.ts';
import { startApiForFile } from '../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
await loadSampleRecords(api.services, { people: true });

interface Problem {
  readonly code: string;
  readonly path: string;
}

interface Described {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: Described }>>;
}

interface Patching {
  readonly requestBody: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

const schemas: Readonly<Record<string, Described>> = document.components.schemas;

const nameOf = (reference: Described | undefined): string =>
  String(reference?.$ref).replace('#/components/schemas/', '');

const schemaNamed = (content: Content | undefined): string => nameOf(content?.content['application/json']?.schema);

/** The operations that patch one record, with the names of the schemas of the patch and of the record that they answer. */
const patches = Object.entries<{ readonly patch?: Patching }>(document.paths).flatMap(([path, { patch }]) =>
  patch ? [{ path, body: schemaNamed(patch.requestBody), kind: schemaNamed(patch.responses['200']) }] : [],
);

const kinds = [...new Set(patches.map(({ kind }) => kind))];

/** The members of a schema of an object. */
const membersOf = (name: string): Readonly<Record<string, Described>> => schemas[name]?.properties ?? {};

const accepts = (name: string, body: unknown): boolean =>
  JSON.stringify(problemsOf({ $ref: `#/components/schemas/${name}` }, body)) === '[]';

describe('the schema of a patch', () => {
  test('is that of the kind, for one record and for many', () => {
    expect(patches.length).toBeGreaterThan(30);
    for (const { path, body, kind } of patches) expect(body, path).toBe(`PatchOf${kind}`);
    const bulk = Object.keys(schemas).filter((name) => Object.hasOwn(membersOf(name), 'patch'));
    expect(bulk.map((name) => nameOf(membersOf(name)['patch']))).toEqual(
      bulk.map((name) => name.replace('BulkChangeOf', 'BulkPatchOf')),
    );
  });

  test('has the members of the record, none of them required or with a default', () => {
    for (const kind of kinds) {
      const patch = `PatchOf${kind}`;
      expect(Object.keys(membersOf(patch)), kind).toEqual(Object.keys(membersOf(kind)));
      expect(schemas[patch]?.required, kind).toBeUndefined();
      expect(JSON.stringify(membersOf(patch)), kind).not.toContain('"default":');
      expect(accepts(`PatchOf${kind}`, {}), kind).toBe(true);
      expect(accepts(`PatchOf${kind}`, { unknown: 1 }), kind).toBe(false);
    }
  });

  test('lets a client send the version alone, and parts of merged objects', () => {
    expect(accepts('PatchOfRole', { auditInfo: { version: 3 } })).toBe(true);
    expect(accepts('PatchOfRole', { localizationData: { cs: null, en: { name: null } } })).toBe(true);
    expect(accepts('PatchOfUser', { notificationConfig: { quietFrom: null, language: 'cs' } })).toBe(true);
    expect(accepts('PatchOfUser', { notificationConfig: { quiet: null } })).toBe(false);
  });

  test('of many records has neither an id nor a version, and at least one member', () => {
    expect(accepts('BulkPatchOfRole', { name: 'New' })).toBe(true);
    for (const patch of [{}, { id: sampleId('Role') }, { auditInfo: { version: 1 } }, { name: null }])
      expect(accepts('BulkPatchOfRole', patch)).toBe(false);
  });
});

describe('null in a patch', () => {
  test('is refused for a member that does not exist, also inside objects', async () => {
    for (const [path, patch, problem] of [
      [`/roles/${sampleId('Role')}`, { descripton: null }, 'descripton'],
      [`/roles/${sampleId('Role')}`, { localizationData: { cs: { nme: null } } }, 'localizationData.cs.nme'],
      [`/users/${sampleId('User')}`, { notificationConfig: { quiet: null } }, 'notificationConfig.quiet'],
      [`/user-user-groups/${sampleId('UserUserGroup')}`, { period: { validUntil: null } }, 'period.validUntil'],
    ] as const) {
      const answer = await api.request('PATCH', path, patch);
      expect([answer.status, answer.errors]).toEqual([400, [`${problem}: unknown member`]]);
    }
    const step = { jobType: 'MINE', status: 'NEW', startDate: '2026-11-20', jobSteps: [{ name: 's', status: 'NEW' }] };
    const { jobSteps } = (await api.request('POST', '/jobs', step)).json<{ jobSteps: { id: string }[] }>();
    const answer = await api.request('PATCH', `/job-steps/${jobSteps[0]?.id}`, { chnk: null });
    expect([answer.status, answer.errors]).toEqual([400, ['chnk: unknown member']]);
  });

  /** Members that the service requires beside others, which a schema does not express. */
  const besideOthers: Readonly<Record<string, readonly string[]>> = {
    NotificationRule: ['config'],
    Schedule: ['cron'],
  };

  for (const { path, kind } of patches.filter(({ path }) => path.endsWith('/{idOrCode}')))
    test(`is refused where the schema refuses it: ${path}`, async () => {
      const target = path.replace('/api/v2', '').replace('{idOrCode}', sampleId(kind));
      for (const name of Object.keys(membersOf(`PatchOf${kind}`))) {
        const body = { [name]: null };
        const answer = await api.request('PATCH', target, body);
        const problems = answer.status === 200 ? [] : answer.json<{ problems: Problem[] }>().problems;
        const isRequired = problems.some((problem) => problem.path === name && problem.code === 'REQUIRED');
        const isExpected = !accepts(`PatchOf${kind}`, body) || besideOthers[kind]?.includes(name) === true;
        expect({ name, isRequired, status: isRequired ? answer.status : 0 }).toEqual({
          name,
          isRequired: isExpected,
          status: isExpected ? 400 : 0,
        });
      }
    });
});
