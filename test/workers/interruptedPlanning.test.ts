import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { makeLogPartitionsAhead } from '../../db/queries/logs/logPartitions.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { jobTypeHandlers } from '../../workers/handlers/index.ts';
import type { PlannedStep, StepContext } from '../../workers/runtime/handler.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { makeTestServices } from '../helpers/services.ts';

setDefaultTimeout(60_000);

const { sql } = await makeDatabaseForFile();
const services = makeTestServices(sql);
const ROWS = 10_001;

beforeAll(async () => {
  await makeLogPartitionsAhead(sql);
  await sql`
    insert into worklog_type (id, code, version, incarnation, index_version, doc, audit, search)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'C' || n, 1, 1, 1, '{}', '{}', '{}'
    from generate_series(1, ${ROWS}::int) n`;
  await sql`
    insert into log (id, month, version, incarnation, index_version, owner_type, owner_id, log_type_code, start_date, doc, audit, search)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, date_trunc('month', now() at time zone 'UTC'), 1, 1, 1,
      'Ticket', '1', 'CALL', timestamptz '2026-01-01' + make_interval(secs => n), '{}', '{}', '{}'
    from generate_series(1, ${ROWS}::int) n`;
});

describe('planning that was interrupted and starts again after a deletion', () => {
  const logs = { code: 'CALL', olderThan: '2026-12-01T00:00:00.000Z', ownerType: 'Ticket', ownerId: '1' };
  test.each<['REINDEX' | 'REINDEX_SELECTED' | 'DELETE_LOGS', JsonObject, string]>([
    ['REINDEX', { kind: 'WorklogType' }, 'worklog_type'],
    ['REINDEX_SELECTED', { kind: 'WorklogType', filtering: { filters: [] } }, 'worklog_type'],
    ['DELETE_LOGS', logs, 'log'],
  ])('leaves out no record: %s', async (jobType, data, table) => {
    const job = { id: crypto.randomUUID(), jobType, data };
    const plan = async (): Promise<PlannedStep[]> =>
      (await Array.fromAsync(jobTypeHandlers[jobType].plan(job, { services } as StepContext))).flat();
    // The first step was stored. A step whose key is stored is not planned again.
    const stored = (await plan()).slice(0, 1);
    await sql`delete from ${sql(table)} where id = (select id from ${sql(table)} order by id offset 1 limit 1)`;
    const steps = new Map([...(await plan()), ...stored].map((step) => [step.key, step]));
    const chunks = [...steps.values()].map(({ chunk = [] }) => chunk);
    const isPlanned = (id: string): boolean =>
      jobType === 'REINDEX_SELECTED'
        ? chunks.some((ids) => ids.includes(id))
        : chunks.some(([from = '', to = '']) => from <= id && id <= to);
    const rows = await sql<{ id: string }[]>`select id from ${sql(table)}`;
    expect(rows.length).toBeGreaterThan(ROWS - 5);
    expect(rows.map(({ id }) => id).filter((id) => !isPlanned(id))).toEqual([]);
  });
});
