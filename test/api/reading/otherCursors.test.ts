import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Database } from '../../../db/client.ts';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import type { SearchEngine } from '../../../domain/ports/search.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { makeElasticsearchSearch } from '../../../drivers/search/elasticsearch/elasticsearchEngine.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { startApiForFile, type TestAnswer, type TestApi, type TestRecord } from '../../helpers/api.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { elasticsearchMissing, patientProbeTimes, sharedElasticsearch } from '../../helpers/servers/elasticsearch.ts';
import { testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(120_000);

/** Cursors of lists that are not the generic searches, and of searches while others write. */

const api = await startApiForFile();
const filtering = (value: object = {}): string => `filtering=${encodeURIComponent(JSON.stringify(value))}`;
const nextOf = ({ headers }: TestAnswer): string | null => headers.get('x-next-cursor');
const linkOf = ({ headers }: TestAnswer): string | undefined =>
  /^<\/api\/v2([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

interface Page {
  readonly content: TestRecord[];
  readonly totalElements: number;
  readonly first: boolean;
  readonly last: boolean;
}

/** Reads all parts by their links. `between` runs after each part. */
async function readAll(path: string, between: () => Promise<unknown> = async () => {}): Promise<TestRecord[]> {
  const records: TestRecord[] = [];
  for (let at: string | undefined = path; at !== undefined; ) {
    const answer: TestAnswer = await api.request('GET', at);
    expect({ status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status: 200 });
    const body = answer.json<TestRecord[] | Page>();
    const page = Array.isArray(body) ? body : body.content;
    records.push(...page);
    at = linkOf(answer);
    expect(at === undefined).toBe(nextOf(answer) === null);
    if (!Array.isArray(body)) expect(body.last).toBe(at === undefined);
    await between();
  }
  return records;
}

const cursorOf = async (path: string): Promise<string> => nextOf(await api.request('GET', path)) ?? '';
const errorsAfter = async (path: string, cursor: string): Promise<string[]> =>
  (await api.request('GET', `${path}&after=${cursor}`)).errors;

const addressOf = ({ address }: TestRecord & { readonly address?: string }): string => address ?? '';

test('suppressions are read in parts, whatever is deleted and added meanwhile', async () => {
  const addresses = Array.from({ length: 7 }, (_, number) => `a${number}@example.com`);
  const ids = new Map<string, string>();
  for (const address of addresses) {
    const { id } = (await api.request('POST', '/suppressions', { channel: 'email', address })).json();
    ids.set(address, id);
  }
  const path = `/suppressions?${filtering({ sort: [{ column: 'address' }], size: 2 })}`;
  let part = 0;
  const read = await readAll(path, async () => {
    // What was read is deleted, and what comes before the place is added.
    await api.request('DELETE', `/suppressions/${ids.get(addresses[part++] ?? '')}`);
    await api.request('POST', '/suppressions', { channel: 'email', address: `a${part}before@example.com` });
  });
  expect(addresses.filter((address) => !read.map(addressOf).includes(address))).toEqual([]);
  expect(new Set(read.map(addressOf)).size).toBe(read.length);
  const cursor = await cursorOf(path);
  const other = `/suppressions?${filtering({ sort: [{ column: 'channel' }], size: 2 })}`;
  expect(await errorsAfter(other, cursor)).toEqual([expect.stringMatching(/^after: does not agree with/)]);
});

test('audit entries are read in parts', async () => {
  await api.sql`delete from audit_entry`;
  for (let number = 0; number < 5; number++)
    await api.request('POST', '/roles', { code: `audited-${number}`, name: 'Audited' });
  const path = `/audit-entries?${filtering({ sort: [{ column: 'target', direction: 'DESC' }], size: 2 })}`;
  const targets = (await readAll(path)).map((entry) => (entry as unknown as { target: string }).target);
  expect(targets).toEqual(targets.toSorted().toReversed());
  expect(targets.filter((target) => target.startsWith('audited-'))).toHaveLength(5);
});

test('tickets are read in parts', async () => {
  await api.request('POST', '/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
  const codes = Array.from({ length: 5 }, (_, number) => `g${number}`);
  for (const code of codes) await api.request('POST', '/user-groups', { code, name: code, type: 'TEAM', chars: {} });
  const read = await readAll(`/user-groups/search/tickets?${filtering({ size: 2 })}`);
  expect(read.map(({ code }) => code)).toEqual(codes);
});

test('dead letters are read in parts, those of one moment too', async () => {
  await migrateQueues(api.databaseUrl, testDefinitions);
  await api.sql`
    insert into pgboss.job (name, data, created_on)
    select 'event.notification.dead', '{}', now() - make_interval(secs => n / 3) from generate_series(0, 7) n`;
  const path = '/admin/queues/event.notification/dead-letters?size=3';
  const whole = (await api.request('GET', path.replace('size=3', 'size=100'))).json<Page>();
  expect(whole.content).toHaveLength(8);
  expect(await readAll(path)).toEqual(whole.content);
  const cursor = await cursorOf(path);
  const other = '/admin/queues/index.sync/dead-letters?size=3';
  expect(await errorsAfter(other, cursor)).toEqual([expect.stringMatching(/^after: does not agree with/)]);
});

const missing = elasticsearchMissing();
const engines: [string, () => Promise<(sql: Database) => SearchEngine>][] = [
  ['PostgreSQL', async () => makePostgresSearch],
  [
    'Elasticsearch',
    async () => {
      const url = await sharedElasticsearch();
      const prefix = `cursors-${process.pid}-`;
      stopAfterFile(async () => void (await fetch(`${url}/${prefix}*?expand_wildcards=all`, { method: 'DELETE' })));
      return (sql) => {
        const engine = makeElasticsearchSearch(sql, { url, prefix, probeTimes: patientProbeTimes });
        stopAfterFile(() => engine.close());
        return engine;
      };
    },
  ],
];

describe.each(engines)('while others write, a search by %s', (name, makeSearch) => {
  let written: TestApi;
  beforeAll(async () => {
    if (name === 'PostgreSQL' || missing === undefined) written = await startApiForFile({ search: await makeSearch() });
  }, 500_000);

  test.skipIf(name !== 'PostgreSQL' && missing !== undefined)(
    'has each record that stays once, in the order',
    async () => {
      const codes = Array.from({ length: 60 }, (_, number) => `c${String(number).padStart(3, '0')}`);
      const form = new FormData();
      const lines = codes.map((code) => `${JSON.stringify({ code, name: 'Stays' })}\n`);
      form.set('file', new Blob(lines), 'records.ndjson');
      await written.request(
        'POST',
        '/worklog-types/diff/file?save=true&immediatelyRefresh=true&compareField=code',
        form,
      );
      let isReading = true;
      const write = async (writer: number): Promise<number> => {
        let count = 0;
        for (; isReading; count++) {
          const code = `c${String((count * 7 + writer) % 60).padStart(3, '0')}+${writer}`;
          const stored = await written.request('POST', '/worklog-types', { code, name: 'Comes' });
          await written.request(
            'PATCH',
            `/worklog-types/${codes[(count * 11 + writer) % 60]}?immediatelyRefresh=true`,
            {
              name: `Renamed by ${writer} as ${count}`,
            },
          );
          await written.request('DELETE', `/worklog-types/${stored.json().id}?immediatelyRefresh=true`);
        }
        return count;
      };
      const writers = [1, 2, 3].map(write);
      const lists: string[][] = [];
      for (let round = 0; round < 3; round++) {
        const read: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const path = `/${worklogType.path}/search/list?size=7&${filtering()}${cursor && `&after=${cursor}`}`;
          const answer: TestAnswer = await written.request('GET', path);
          expect(answer.status).toBe(200);
          read.push(...answer.json<TestRecord[]>().map(({ code }) => code));
          cursor = nextOf(answer);
        }
        lists.push(read);
      }
      isReading = false;
      expect(Math.min(...(await Promise.all(writers)))).toBeGreaterThan(0);
      for (const read of lists) {
        expect(read.filter((code) => !code.includes('+'))).toEqual(codes);
        expect(read).toEqual(read.toSorted());
      }
    },
  );
});
