import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { parseJson } from '../../../domain/validation/parseJson.ts';
import { importRequests } from '../../helpers/api/importRequests.ts';
import { sampleLog } from '../../helpers/api/logRequests.ts';
import { startApiForFile, type TestAnswer } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const files = importRequests(api, 'user-types', 'UserType');

/** 12345678901234567890 and its neighbours are one double. */
const BIG = '12345678901234567891';
const NEXT = '12345678901234567892';

const bodyOf = (code: string, registry: string): string =>
  `{"code":"${code}","name":"N","type":"EXTERNAL","registry":${registry}}`;
const registryWith = (number: string): string => `{"limit":{"default":${number},"texts":["${number}"]}}`;

async function sent(method: string, path: string, body?: string): Promise<TestAnswer> {
  const answer = await api.request(method, path, body);
  expect({ status: answer.status, errors: answer.status === 200 ? [] : answer.errors }).toEqual({
    status: 200,
    errors: [],
  });
  return answer;
}

const defaultIn = ({ text }: TestAnswer): string | undefined => /"default":(-?\d+)/.exec(text)?.[1];
const search = async (filters: unknown[], path = 'user-types'): Promise<unknown[]> => {
  const answer = await sent('GET', `/${path}/search/list?filtering=${encodeURIComponent(JSON.stringify(filters))}`);
  return answer.json<JsonObject[]>().map(({ code, ownerId }) => code ?? ownerId);
};

describe('a whole number that a double cannot hold', () => {
  test('comes back from writes, reads and the history as it came', async () => {
    expect(defaultIn(await sent('POST', '/user-types', bodyOf('kept', registryWith(BIG))))).toBe(BIG);
    expect(defaultIn(await sent('GET', '/user-types/kept'))).toBe(BIG);
    expect(defaultIn(await sent('PATCH', '/user-types/kept', '{"name":"M"}'))).toBe(BIG);
    expect((await sent('PATCH', '/user-types/kept', `{"registry":{"limit":{"default":${BIG}}}}`)).text).toContain(
      '"version":2',
    );
    await sent('PATCH', '/user-types/kept', `{"registry":{"limit":{"default":${NEXT}}}}`);
    const versions = await sent('GET', '/user-types/kept/history');
    expect(versions.text).toContain(`{"path":"registry.limit.default","from":${BIG},"to":${NEXT}}`);
    expect(defaultIn(await sent('GET', '/user-types/kept/history?version=2'))).toBe(BIG);
    expect(defaultIn(await sent('PUT', '/user-types/kept', bodyOf('kept', registryWith(BIG))))).toBe(BIG);
  });

  test('is found by filters, which tell it from its neighbours', async () => {
    await sent('POST', '/user-types', bodyOf('one', registryWith(BIG)));
    await sent('POST', '/user-types', bodyOf('next', registryWith(NEXT)));
    const found = (operator: string, value: string) =>
      search([
        { column: 'code', operator: 'IN', value: 'one,next' },
        { column: 'registry.limit.default', operator, value },
      ]);
    expect(await found('EQ', BIG)).toEqual(['one']);
    expect(await found('NE', BIG)).toEqual(['next']);
    expect(await found('IN', `${NEXT},1`)).toEqual(['next']);
    expect(await found('LIKE', '%7892')).toEqual(['next']);
    expect(await found('GT', '1')).toEqual(['next', 'one']);
  });

  test('goes through backups and every format of file', async () => {
    await sent('POST', '/user-types', bodyOf('filed', registryWith(BIG)));
    const filter = [{ column: 'code', value: 'filed' }];
    const backup = await files.backup(filter);
    expect(defaultIn(backup)).toBe(BIG);
    const diff = async (text: string, query = '?compareField=code') => (await files.diffFile(text, query)).text;
    expect(await diff(backup.text)).toBe('[]');
    const changed = backup.text.replace(`"default":${BIG}`, `"default":${NEXT}`);
    expect(await diff(changed)).toContain(`"default":${NEXT}`);
    const lines = (number: string): string => bodyOf('filed', registryWith(number));
    const save = '?compareField=code&save=true';
    // A file without an envelope removes all other records, except where it is compared by an envelope's filtering.
    const envelope = (number: string): string =>
      `{"entityType":"UserType","filtering":${JSON.stringify(filter)},"data":[${lines(number)}]}`;
    expect(await diff(envelope(NEXT), save)).toContain(`"default":${NEXT}`);
    expect(defaultIn(await sent('GET', '/user-types/filed'))).toBe(NEXT);
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const csv = (number: string): string => `code,registry\nfiled,${cell(registryWith(number))}\n`;
    expect(await diff(csv(NEXT))).not.toContain('"code":"filed"');
    expect(await diff(csv(BIG))).toContain(`"default":${BIG}`);
    expect(await diff(`code,registry.limit.default\nfiled,${BIG}\n`)).toContain(`"default":${BIG}`);
    const entries = (await files.diffFile(`${lines(BIG)}\n`, '?compareField=code')).text;
    const change = parseJson(entries) as { diffType: string; right?: { code: string } }[];
    const own = change.filter(({ right }) => right?.code === 'filed');
    expect((await files.saveDiff(own)).text).toContain(`"default":${BIG}`);
  });

  test('is the duration of a Log, with all of its 64 bits', async () => {
    const greatest = '9223372036854775807';
    const body = (ownerId: string, duration: string): string =>
      JSON.stringify(sampleLog({ ownerId })).replace(/\}$/, `,"duration":${duration}}`);
    expect((await sent('POST', '/logs', body('greatest', greatest))).text).toContain(`"duration":${greatest}`);
    await sent('POST', '/logs', body('less', '9223372036854775806'));
    const tooMuch = await api.request('POST', '/logs', body('more', '9223372036854775808'));
    expect(tooMuch.errors).toEqual(['duration: must be a whole number of at most 64 bits, not 9223372036854775808']);
    expect((await api.request('POST', '/logs', body('more', '1e400'))).status).toBe(400);
  });

  test('is compared with a JSON Schema as a double', async () => {
    const registry = `{"limit":{"type":"integer","maximum":${NEXT}}}`;
    await sent('POST', '/user-group-types', `{"code":"limited","name":"N","registry":${registry}}`);
    const group = (code: string, limit: string): string =>
      `{"code":"${code}","name":"N","type":"limited","chars":{"limit":${limit}}}`;
    expect((await sent('POST', '/user-groups', group('under', BIG))).text).toContain(`"chars":{"limit":${BIG}}`);
    expect((await api.request('POST', '/user-groups', group('over', `${BIG}0`))).errors).toEqual([
      `chars.limit: must be <= ${Number(NEXT)}`,
    ]);
    expect((await sent('GET', `/user-groups/by-chars/limit/${BIG}`)).json<unknown[]>()).toHaveLength(1);
    expect((await sent('GET', `/user-groups/by-chars/limit/${NEXT}`)).text).toBe('[]');
  });

  test('that is nested too deeply, or out of the range of doubles, is a 400', async () => {
    const deep = `{"a":${'['.repeat(150_000)}${BIG}${']'.repeat(150_000)}}`;
    for (const registry of [deep, '{"limit":{"default":1e400}}', `{"limit":{"default":${'9'.repeat(400)}}}`])
      expect((await api.request('POST', '/user-types', bodyOf('refused', registry))).status).toBe(400);
  });
});

/** JSON texts with whole numbers of any length, and strings that look like them. */
const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
    fc.integer().map(String),
    fc.constantFrom('1.5', 'true', 'null', '"12345678901234567891"', '" 12345678901234567891"', '0', '-0.25'),
    fc.array(tie('value'), { maxLength: 4 }).map((parts) => `[${parts.join(', ')}]`),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', '__proto__', '12345678901234567'), tie('value')), {
        maxLength: 3,
        selector: ([name]) => name,
      })
      .map((members) => `{${members.map(([name, value]) => `"${name}":${value}`).join(',')}}`),
  ),
})).value;

const withoutSpace = (text: string): string => text.replaceAll(', ', ',');

function expectSameTexts(parse: (text: string) => unknown): void {
  fc.assert(fc.property(jsonText, (text) => withoutSpace(JSON.stringify(parse(text))) === withoutSpace(text)));
}

describe('parsing and writing any JSON text', () => {
  test('returns the same text', () => expectSameTexts(parseJson));

  test('differs where numbers are parsed as doubles', () => {
    expect(() => expectSameTexts(JSON.parse)).toThrow();
  });
});
