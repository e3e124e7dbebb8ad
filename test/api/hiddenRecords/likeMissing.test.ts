import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { reservedEntities } from '../../../domain/access/access.ts';
import { kinds } from '../../../domain/kinds/index.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { type DocumentedOperation, documentedOperations } from '../../helpers/api/documentedOperations.ts';
import type { TestAnswer, TestBody } from '../../helpers/api.ts';
import { type Sample, storeSampleOfEachKind } from '../../helpers/hiddenRecords/samples.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** Every operation answers about a hidden record as about a missing one. */

const api = await startAuthenticatedApiForFile();
const samples = await storeSampleOfEachKind(api);
const nothing = [{ column: 'id', value: '00000000-0000-4000-8000-000000000000' }];
/** May call everything of every kind, and reaches no record. */
const blind = await api.callerWith([
  ...kinds.map(({ name }) => ({ entityName: name, accessRule: 'READ_WRITE' as const, expression: nothing })),
  ...reservedEntities
    .filter((name) => name !== 'Admin')
    .map((entityName) => ({ entityName, accessRule: 'READ_WRITE' as const, fullAccess: true })),
]);

/** Path parameters that name a record of another kind than the operation's. */
const kindOfParameter: Readonly<Record<string, string>> = {
  userId: 'User',
  userIds: 'User',
  groupId: 'UserGroup',
  groupCode: 'UserGroup',
  scriptCode: 'Script',
  documentTemplateCode: 'FormatterTemplate',
  templateCode: 'FormatterTemplate',
  jobId: 'Job',
};
const kindOfEntity: Readonly<Record<string, string>> = { NotificationSend: 'NotificationRule' };
const fixed: Readonly<Record<string, string>> = {
  ...{ format: 'html', newState: 'READ', olderThan: '2999-01-01', path: 'color', value: 'red' },
};

/** The values of the parameters of a path: those of hidden records, and others of the same form. */
interface Values {
  readonly hidden: Record<string, string>;
  readonly missing: Record<string, string>;
}

function valuesOf({ access, template }: DocumentedOperation, by: 'id' | 'code'): Values | undefined {
  const values: Values = { hidden: {}, missing: {} };
  let named = 0;
  for (const [, name = ''] of template.matchAll(/\{(\w+)\}/g)) {
    const ofOperation =
      typeof access === 'object' ? ('kind' in access ? access.kind : kindOfEntity[access.entity]) : 'User';
    const sample = samples.get(kindOfParameter[name] ?? ofOperation ?? '');
    const hidden = fixed[name] ?? (sample && valueIn(sample, name, by));
    if (hidden === undefined) return undefined;
    values.hidden[name] = hidden;
    values.missing[name] = fixed[name] ?? (isUuid(hidden) ? MISSING_ID : `${hidden}0`);
    if (values.missing[name] !== hidden) named++;
  }
  return named === 0 ? undefined : values;
}

const MISSING_ID = '5a1c7e0e-0000-4b7a-9c1d-3f0a6d2b8e01';
const isUuid = (text: string): boolean => /^[0-9a-f]{8}-/.test(text);

function valueIn(sample: Sample, name: string, by: 'id' | 'code'): string | undefined {
  if (name === 'id' || /Ids?$/.test(name)) {
    const own = sample[name];
    return typeof own === 'string' ? own : sample.id;
  }
  if (name === 'idOrCode') return by === 'id' ? sample.id : textOf(sample['code']);
  if (name === 'ids') return by === 'id' ? sample.id : textOf(sample['code']);
  if (name === 'refIds') return textOf(sample['refId']);
  if (name === 'subType') return textOf(sample['sharingTypeCode']);
  return textOf(sample[name] ?? sample['code']);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Bodies that the operation accepts for a record of the kind, except its id. */
function bodiesOf({ access, request, method }: DocumentedOperation): (TestBody | undefined)[] {
  if (request.body === undefined) return [undefined];
  const sample = typeof access === 'object' && 'kind' in access ? samples.get(access.kind) : undefined;
  if (!sample || request.body instanceof FormData) return [request.body];
  const { id: _, auditInfo: __, ...values } = sample;
  return method === 'PATCH' ? [{}, { description: 'x' }, values] : ['{}', values];
}

const pathWith = (template: string, values: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

/** An answer without its times, ids of requests, and the values that were asked for. */
function comparable({ status, headers, text }: TestAnswer, values: Record<string, string>): unknown {
  const withoutValues = (words: string): string =>
    Object.values(values).reduce((left, value) => left.replaceAll(value, 'KEY'), words);
  const names = [...headers].map(([name, value]) =>
    /date|request-id|length|disposition/.test(name) ? name : `${name}: ${withoutValues(value)}`,
  );
  const lasting = text.replace(/"(traceId|timestamp|whenExported)":"[^"]*"/g, '');
  return { status, headers: names.sort(), text: withoutValues(lasting) };
}

describe('a hidden record answers as a missing one to', () => {
  let compared = 0;
  for (const operation of documentedOperations().filter(({ access }) => access !== 'public')) {
    for (const by of ['id', 'code'] as const) {
      const values = valuesOf(operation, by);
      if (!values || (by === 'code' && !/OrCode|\{ids\}/.test(operation.template))) continue;
      compared++;
      test(`${operation.name} by ${by}`, async () => {
        const query = operation.request.path.split('?')[1];
        for (const body of bodiesOf(operation)) {
          const [hidden, missing] = await Promise.all(
            [values.hidden, values.missing].map(async (of) => {
              const path = `${pathWith(operation.template, of)}${query === undefined ? '' : `?${query}`}`;
              return comparable(await blind.request(operation.method, path, body, operation.request.headers), of);
            }),
          );
          expect(hidden).toEqual(missing);
          expect((hidden as { status: number }).status, JSON.stringify(hidden)).toBeLessThan(500);
        }
      });
    }
  }

  test('most operations with parameters', () => {
    expect(compared).toBeGreaterThan(150);
  });
});

test('no such request changes a hidden record', async () => {
  for (const [name, sample] of samples) {
    const path = kinds.find((kind) => kind.name === name)?.path;
    expect((await api.administrator.request('GET', `/${path}/${sample.id}`)).json<Sample>(), name).toEqual(sample);
  }
});
