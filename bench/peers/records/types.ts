import { type Database, openDatabase } from '../../../db/client.ts';
import { worklogType as kind } from '../../../domain/kinds/processing/worklogType.ts';
import { firstAudit, recordTexts } from '../../../domain/records/record.ts';
import { poll } from '../../../test/helpers/waits/poll.ts';
import { BenchCallers } from '../../helpers/callers.ts';
import { streets } from '../../helpers/logData.ts';
import { startDatabases, startProcess } from '../../helpers/servers.ts';
import type { Rate, Topic } from '../peer.ts';
import { directus } from './directus.ts';
import { requests } from './requests.ts';

/** A record as clients send it. */
export interface SentType {
  readonly code: string;
  readonly name: string;
  readonly description: string;
}

export interface TypeEnvironment {
  /** URL of Waybill's database; others are made on its server. */
  readonly url: string;
  readonly records: readonly SentType[];
  /** Returns records with unused codes. */
  newRecords(): readonly SentType[];
  /** Texts that the pages search for within the names. */
  readonly searched: readonly string[];
  /** Seconds of a measured load. */
  readonly seconds: number;
}

const RECORDS = 100_000;
const READ = 200;
const WRITTEN = 40_000;
const SEARCHED = 40;
const LOADED_AT_ONCE = 5_000;
const SECONDS = 3;
const LIMIT_MS = 600_000;

const makeRecord = (prefix: string, number: number): SentType => ({
  code: `${prefix}-${number}`,
  name: `Worklog type ${number}, ${streets[number % streets.length]} ${number % 300}`,
  description: 'Splicing of optical fibres on the way',
});

/** GET by id, POST, and a page by a text within the name, of callers with a key that may do everything. */
export const types: Topic<TypeEnvironment> = {
  peers: [directus],
  async start(part) {
    const databases = await startDatabases();
    const url = await databases.make('waybill');
    const sql = openDatabase(url, { name: 'bench', max: 2 });
    const records = Array.from({ length: RECORDS * Math.min(1, part * 2) }, (_, number) => makeRecord('T', number));
    const ids = await loadTypes(sql, records);
    const open = await startProcess('api', url, { AUTH: 'off', LOG_LEVEL: 'warn' });
    const worker = await startProcess('worker', url, { LOG_LEVEL: 'warn' });
    const settled = () => poll('the index to be built', () => isIndexed(sql), LIMIT_MS, 100);
    await fetch(`http://127.0.0.1:${open.port}/api/v2/admin/reindex/worklog-types`, { method: 'POST' });
    await settled();
    const callers = new BenchCallers(open.port);
    await callers.prepare();
    const key = await callers.keyWith(await callers.roleForAll());
    await open.stop();
    const api = await startProcess('api', url, { AUTH: 'on', RATE_PER_CALLER: '0', LOG_LEVEL: 'warn' });

    let written = 0;
    const environment: TypeEnvironment = {
      url,
      records,
      newRecords: () => Array.from({ length: WRITTEN }, () => makeRecord('N', written++)),
      searched: Array.from({ length: SEARCHED }, (_, index) => `type ${1_000 + index * 211}`),
      seconds: SECONDS * Math.max(part, 0.3),
    };
    const send = requests(api.port, environment.seconds, { authorization: `Bearer ${key}` });
    const base = '/api/v2/worklog-types';
    const pageOf = (value: string): string =>
      `${base}/search/page?filtering=${encodeURIComponent(
        JSON.stringify({
          ...{ page: 0, size: 20, sort: [{ column: 'code' }] },
          filters: [{ column: 'name', operator: 'LIKE', value: `%${value}%` }],
        }),
      )}`;
    const read = ids.slice(0, READ).map((id) => ({ path: `${base}/${id}` }));
    const found = environment.searched.map((value) => ({ path: pageOf(value) }));
    const page: Rate = () => send('GET', found);
    const count = records.length.toLocaleString('en');
    return {
      environment,
      questions: [
        { what: 'GET by id, 32 clients', work: 'get', rate: () => send('GET', read) },
        {
          what: `a page of 20 with its total, by a text within the name, of ${count} records`,
          work: 'page',
          rate: page,
        },
        {
          what: 'POST of a record with history, 32 clients',
          work: 'post',
          rate: async () => {
            const bodies = environment.newRecords().map((record) => ({ path: base, body: JSON.stringify(record) }));
            const rate = await send('POST', bodies);
            await settled();
            return rate;
          },
        },
      ],
      stop: async () => {
        await Promise.all([api.stop(), worker.stop()]);
        await sql.end({ timeout: 1 });
        await databases.stop();
      },
    };
  },
};

/** Inserts the records without their index, and returns their ids. */
async function loadTypes(sql: Database, records: readonly SentType[]): Promise<string[]> {
  const audit = firstAudit({ user: 'bench', requestId: 'bench', traceId: 'bench' });
  const ids = records.map(() => Bun.randomUUIDv7());
  for (let from = 0; from < records.length; from += LOADED_AT_ONCE) {
    const batch = records.slice(from, from + LOADED_AT_ONCE);
    const texts = batch.map((record, index) =>
      recordTexts(kind, { id: ids[from + index] as string, ...record }, audit),
    );
    const lists = (['doc', 'audit', 'search'] as const).map((member) => texts.map((text) => text[member]));
    await sql.unsafe(
      `insert into worklog_type (id, code, version, incarnation, index_version, doc, audit, search)
       select id, code, 1, 1, clock_us(), doc, audit, search
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) as input (id, code, doc, audit, search)`,
      [ids.slice(from, from + LOADED_AT_ONCE), batch.map(({ code }) => code), ...lists],
    );
  }
  await sql.unsafe('vacuum analyze worklog_type');
  return ids;
}

/** Whether no rebuild and no index write is pending. */
async function isIndexed(sql: Database): Promise<boolean> {
  const [failed] = await sql`select doc from job_step where status = 'FAILED'`;
  if (failed) throw new Error(`the index could not be built: ${failed['doc']}`);
  const [row] = await sql<[{ pending: number }]>`
    select ((select count(*) from job where status in ('NEW', 'IN_PROGRESS')) + (select count(*) from outbox)
      + (select count(*) from pgboss.job where name = 'index.sync' and state < 'completed'))::int as pending`;
  return row.pending === 0;
}
