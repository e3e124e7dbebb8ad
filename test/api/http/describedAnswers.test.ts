import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { document, problemsOf, sendAsDescribed } from '../../helpers/api/openApiContract.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** What the api answers is what the OpenAPI document says that it answers, and what it takes is what it says it takes. */

const api = await startApiForFile();
const send = sendAsDescribed(api);

interface Sample {
  readonly kind: string;
  readonly record: JsonObject;
  /** What is changed of it; its name unless said otherwise. */
  readonly patch?: JsonObject;
}

const [roleId, accessRuleId] = [crypto.randomUUID(), crypto.randomUUID()];

beforeAll(async () => {
  await api.request('POST', '/roles', { id: roleId, code: 'linked', name: 'R' });
  await api.request('POST', '/access-rules', { id: accessRuleId, code: 'linked', name: 'A', fullAccess: true });
});

const kinds: Record<string, Sample> = {
  'worklog-types': {
    kind: 'WorklogType',
    record: {
      code: 'w',
      name: 'W',
      validityFrom: '2026-01-01T00:00:00Z',
      localizationData: { cs: { name: 'x' }, de: { description: 'y' } },
      form: 'f',
    },
  },
  'user-types': {
    kind: 'UserType',
    record: {
      code: 'u',
      name: 'U',
      type: 'EXTERNAL',
      config: { a: [1, null] },
      registry: { size: { type: 'number' } },
    },
  },
  'user-group-types': {
    kind: 'UserGroupType',
    record: { code: 'g', name: 'G', registry: {}, userGroupSpecId: crypto.randomUUID() },
  },
  roles: { kind: 'Role', record: { code: 'r', name: 'R', validityTo: '2027-01-01T00:00:00Z', localizationData: {} } },
  'access-rules': {
    kind: 'AccessRule',
    record: {
      code: 'a',
      name: 'A',
      validFor: { validFrom: '2026-01-01T00:00:00Z' },
      entityName: 'WorklogType',
      expression: '[{"column":"code","value":"x"}]',
      accessRule: 'READ',
      fullAccess: false,
    },
  },
  'role-access-rules': {
    kind: 'RoleAccessRule',
    record: { roleId, accessRuleId, period: { validTo: '2026-01-01T00:00:00Z' } },
    patch: { period: { validFrom: '2020-01-01T00:00:00Z' } },
  },
  sharings: {
    kind: 'Sharing',
    record: { ownerType: 'Order', ownerId: '1', refType: 'User', refId: 'a', sharingTypeCode: 'VIEW', isPublic: true },
    patch: { description: 'D' },
  },
  'log-types': { kind: 'LogType', record: { code: 'l', name: 'L', config: { a: {} }, language: 'cs' } },
  'notification-rules': {
    kind: 'NotificationRule',
    record: {
      code: 'n',
      name: 'N',
      apiSenderBeanName: 'webhookSender',
      eventType: 'DIRECT',
      config: {
        url: 'https://hooks.example.com/in',
        deliveryFrom: '08:00',
        deliveryTo: '20:00',
        timeZone: 'Europe/Prague',
        other: [null],
      },
      evalNotificationUrl: 'https://data.example.com/x',
    },
  },
  'formatter-templates': {
    kind: 'FormatterTemplate',
    record: {
      code: 't',
      name: 'T',
      inputType: 'HTML',
      documentType: 'SOURCE',
      documentSize: 'LANDSCAPE',
      content: '<p>x</p>',
      previewData: { a: [1] },
      formId: crypto.randomUUID(),
      dataTags: ['order'],
    },
  },
  scripts: {
    kind: 'Script',
    record: { code: 's', name: 'S', source: 'return {};', timeoutMs: 1000, inputSchema: { type: 'object' } },
  },
};

for (const [path, { kind, record, patch = { name: 'Patched' } }] of Object.entries(kinds)) {
  describe(`${kind} answers as described`, () => {
    const at = `/${path}`;
    let id: string;
    /** Its code, where the kind has one. */
    let key: string;
    const offers = (template: string) => document.paths[`/api/v2${at}${template}`]?.get !== undefined;

    test('when written and read', async () => {
      const saved = (await send('POST', at, {}, record)).json();
      expect(saved).toMatchObject(typeof record.code === 'string' ? { code: record.code } : {});
      id = saved.id;
      key = saved.code ?? id;
      // What was answered can be sent back as it is.
      await send('PUT', `${at}/{idOrCode}`, { idOrCode: id }, { ...saved });
      await send('PATCH', `${at}/{idOrCode}`, { idOrCode: key }, patch);
      await send('GET', `${at}/{idOrCode}`, { idOrCode: key });
      await send('GET', `${at}/{idOrCode}`, { idOrCode: 'nothing' });
      await send('GET', `${at}/by-ids/{ids}`, { ids: key });
      await send('GET', `${at}/{idOrCode}/history`, { idOrCode: key });
      await send('GET', `${at}/{idOrCode}/history`, { idOrCode: key }, undefined, '?version=1');
      await send('GET', `${at}/{idOrCode}/history`, { idOrCode: 'nothing' });
      await send('POST', at, {}, { code: 7 });
      if (offers('')) await send('GET', at);
      if (offers('/by-code/{code}')) {
        await send('GET', `${at}/by-code/{code}`, { code: key });
        await send('GET', `${at}/by-code/{code}`, { code: 'nothing' });
      }
    });

    test('when searched', async () => {
      const sort = [{ column: 'auditInfo.whenEdited', direction: 'DESC' }];
      const criteria = JSON.stringify({ filters: [{ column: 'id', value: id }], sort, size: 5 });
      const filtering = `?filtering=${encodeURIComponent(criteria)}`;
      const page = await send('GET', `${at}/search/page`, {}, undefined, filtering);
      expect(page.json<{ totalElements: number }>().totalElements).toBe(1);
      await send('GET', `${at}/search/list`, {}, undefined, filtering);
      await send('GET', `${at}/search/count`, {}, undefined, filtering);
      await send('GET', `${at}/search/page`);
      if (offers('/search/deprecated/page')) {
        await send('GET', `${at}/search/deprecated/page`, {}, undefined, filtering);
        await send('GET', `${at}/search/deprecated/list`, {}, undefined, filtering);
      }
    });

    test('when backed up and compared', async () => {
      const request = { entityType: kind, filtering: [{ column: 'id', value: id }] };
      const backup = (await send('POST', `${at}/backup`, {}, request)).json<{ data: TestRecord[] }>();
      expect((await send('POST', `${at}/diff/only`, {}, backup)).text).toBe('[]');
      const changed = {
        ...backup,
        data: [
          { ...record, ...another(kind, record) },
          { ...record, id },
        ],
      };
      const entries = (await send('POST', `${at}/diff/only`, {}, changed)).json<JsonObject[]>();
      expect(entries.map(({ diffType }) => diffType)).toEqual(['DIFF_TYPE_NEW', 'DIFF_TYPE_CHANGE']);
      const file = new FormData();
      file.set('file', new Blob([JSON.stringify(changed)]), 'file.json');
      expect((await send('POST', `${at}/diff/file`, {}, file)).json<unknown[]>()).toHaveLength(2);
      expect((await send('POST', `${at}/diff/save`, {}, entries)).json<unknown[]>()).toHaveLength(2);
      await send('POST', `${at}/diff/save`, {}, entries);
    });

    test('when deleted', async () => {
      await send('DELETE', `${at}/{idOrCode}`, { idOrCode: key });
      await send('DELETE', `${at}/{idOrCode}`, { idOrCode: key });
    });
  });
}

/** Members that make a copy of a record another one. */
function another(kind: string, record: JsonObject): JsonObject {
  if (record.code !== undefined) return { code: 'new' };
  if (kind === 'Sharing') return { description: 'new' };
  return kind === 'RoleAccessRule' ? { period: { validTo: '2031-01-01T00:00:00Z' } } : {};
}

test('what is not as described is found', () => {
  expect(problemsOf({ $ref: '#/components/schemas/ErrorBody' }, {})).not.toEqual([]);
  expect(problemsOf({ $ref: '#/components/schemas/WorklogType' }, { code: 'a', name: 'b', x: 1 })).not.toEqual([]);
});
