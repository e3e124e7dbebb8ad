import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { indexesOf } from '../../../db/queries/search/searchIndexes.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { elasticsearchEngine, postgresEngine } from '../../helpers/servers/searchEngines.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(300_000);

/** Searches within a reach while thousands of changed records wait to be indexed. */

const PENDING = 3_000;
const INDEXED = 400;
const kind: Kind = worklogType;

interface Found {
  readonly total: number;
  readonly codes: readonly string[];
}

for (const { name, missing, make } of [postgresEngine, await elasticsearchEngine()]) {
  let searches = 0;
  const counted = <Arguments extends unknown[], Result>(run: (...values: Arguments) => Result) => {
    return (...values: Arguments): Result => {
      searches++;
      return run(...values);
    };
  };
  const start = () =>
    startAuthenticatedApiForFile({
      search: (sql) => {
        const engine = make(sql);
        const [search, count] = [engine.search.bind(engine), engine.count.bind(engine)];
        return Object.assign(engine, { search: counted(search), count: counted(count) });
      },
    });
  const api = missing === undefined ? await start() : undefined;

  describe.skipIf(api === undefined)(`in ${name}${missing ? ` (${missing})` : ''}`, () => {
    test(`${PENDING} changed records are neither found nor counted if they are out of reach`, async () => {
      if (!api) throw new Error('there is no engine');
      const { services, sql } = api;
      const indexAll = async () => {
        const rows = await sql<{ id: string }[]>`select id from worklog_type`;
        const ids = rows.map(({ id }) => id);
        for (let from = 0; from < ids.length; from += 500)
          await services.search.sync(
            kind,
            ids.slice(from, from + 500),
            () => indexesOf(sql, services.search.name, kind.name),
            { refresh: true },
          );
        await sql`delete from outbox where queue = 'index.sync'`;
      };
      const records = Array.from({ length: PENDING + INDEXED }, (_, place) => {
        const code = `w${String(place).padStart(5, '0')}`;
        return { code, name: `type ${place % 7}`, description: place % 4 === 3 ? 'secret' : 'open' };
      });
      await expectOk(
        api.administrator.request(
          'POST',
          '/worklog-types/diff/save',
          records.map((right) => ({ diffType: 'DIFF_TYPE_NEW', right })),
        ),
      );
      await indexAll();
      const clerk = await api.callerWith([
        { entityName: 'WorklogType', accessRule: 'READ', expression: [{ column: 'description', value: 'open' }] },
      ]);

      const find = async (filtering: object): Promise<Found> => {
        const query = `filtering=${encodeURIComponent(JSON.stringify(filtering))}`;
        const before = searches;
        const page = await expectOk<{ content: { code: string }[]; totalElements: number }>(
          clerk.request('GET', `/worklog-types/search/page?${query}`),
        );
        const count = await expectOk<number>(clerk.request('GET', `/worklog-types/search/count?${query}`));
        expect(searches - before).toBe(2);
        expect(count).toBe(page.totalElements);
        return { total: page.totalElements, codes: page.content.map(({ code }) => code) };
      };
      const filterings = [
        { size: 50 },
        { size: 1_000, page: 1, sort: [{ column: 'code', direction: 'DESC' }] },
        { filters: [{ column: 'name', value: 'type 3' }], size: 100, page: 2 },
        { fulltext: 'w0017', size: 20, sort: [{ column: 'id', direction: 'ASC' }] },
      ];
      const findAll = async (): Promise<Found[]> => {
        const found: Found[] = [];
        for (const filtering of filterings) found.push(await find(filtering));
        return found;
      };
      const first = await findAll();
      expect(first[0]?.total).toBe(records.filter(({ description }) => description === 'open').length);

      // Half of the changed records leave the reach; the others change a member that no filtering names.
      const stored = await sql<{ code: string; doc: string }[]>`
        select code, doc from worklog_type order by code limit ${PENDING}`;
      const changes = stored.map(({ doc }, place) => {
        const left = JSON.parse(doc);
        return {
          diffType: 'DIFF_TYPE_CHANGE',
          left,
          right: place % 2 === 0 ? { ...left, description: 'secret' } : { ...left, icon: `icon ${place}` },
        };
      });
      await expectOk(api.administrator.request('POST', '/worklog-types/diff/save', changes));
      const waiting = await findAll();
      const left = stored.filter(({ doc }, place) => place % 2 === 0 && JSON.parse(doc).description === 'open');
      expect(waiting[0]?.total).toBe((first[0]?.total ?? 0) - left.length);
      await indexAll();
      expect(await findAll()).toEqual(waiting);
    });
  });
}
