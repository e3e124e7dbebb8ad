import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { Waybill, WaybillError } from '../../client/index.ts';
import { clientText } from '../../scripts/client.ts';
import { startApiForFile } from '../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
let waybill: Waybill;

beforeAll(async () => {
  waybill = new Waybill({ url: `${api.url}/`, headers: { 'x-correlation-id': 'of-the-client' } });
});

describe('the typed client', () => {
  test('client/api.ts is up to date (npm run client writes it)', async () => {
    const committed = await Bun.file(`${import.meta.dir}/../../client/api.ts`).text();
    expect(committed === (await clientText())).toBe(true);
  });

  test('requests records whose codes have characters of paths', async () => {
    const codes = ['a/b', 'a?b=c', 'a,b', 'Žluť 100 %', '..x'];
    for (const code of codes) await waybill.api.postWorklogTypes({ code, name: code });
    for (const code of codes) expect((await waybill.api.getWorklogTypesIdOrCode(code)).name).toBe(code);
    const some = await waybill.api.getWorklogTypesByIdsIds(codes);
    expect(some.map(({ code }) => code)).toEqual(codes);
  });

  test('sends a filtering as JSON', async () => {
    const filtering = { filters: [{ column: 'code', operator: 'LIKE' as const, value: '%100%' }] };
    expect(await waybill.api.getWorklogTypesSearchCount({ filtering })).toBe(1);
  });

  test('throws all problems, with the trace id', async () => {
    const refused = waybill.api.postWorklogTypes({ code: '', name: '' });
    const error = (await refused.catch((caught: unknown) => caught)) as WaybillError;
    expect(error).toBeInstanceOf(WaybillError);
    expect(error.code).toBe(400);
    expect(error.errors.length).toBe(2);
    expect(error.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(error.message).toContain('code: ');
  });

  test('sends its headers with every request', async () => {
    const sent = api.logged.filter(({ msg }) => msg === 'request');
    expect(sent.every(({ correlationId }) => correlationId === 'of-the-client')).toBe(true);
  });
});
