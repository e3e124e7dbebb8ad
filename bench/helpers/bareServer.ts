import { Elysia } from 'elysia';
import postgres from 'postgres';
import { monthOf } from '../../db/queries/logs/logPartitions.ts';
import { watchParent } from '../../drivers/processPool/childProcess.ts';

/**
 * The peer of the benchmarks: Elysia routes that run one statement and nothing else. They have no checks, headers, log
 * lines or workers. `bun bench/helpers/bareServer.ts <port> <database url> <connections>`
 */
const [port = '', url = '', connections = ''] = process.argv.slice(2);
const sql = postgres(url, { max: Number(connections), onnotice: () => {} });
watchParent(() => process.exit());

interface Body {
  readonly ownerType: string;
  readonly ownerId: string;
  readonly logTypeCode: string;
  readonly startDate: string;
}

/** Texts of the length that the service writes; their content makes no difference to an insert. */
const audit = `{"version":1,"whoInserted":"anonymous","whenInserted":"2026-11-20T08:00:00.000Z","whoEdited":"anonymous","whenEdited":"2026-11-20T08:00:00.000Z"}`;
const search = Buffer.from(process.env['BENCH_SEARCH'] ?? '', 'base64').toString();
const month = monthOf(new Date());

new Elysia()
  .post('/logs', async ({ body }) => {
    const log = body as Body;
    const id = Bun.randomUUIDv7();
    const doc = JSON.stringify({ id, ...log });
    const data = JSON.stringify({
      kind: 'Log',
      ids: [id],
      context: { requestId: crypto.randomUUID(), traceId: '0af7651916cd43dd8448eb211c80319c' },
    });
    const version = String(Date.now() * 1_000);
    await sql`
      with changed as (
        insert into log (id, month, version, incarnation, index_version, owner_type, owner_id, log_type_code, start_date, doc, audit, search)
        values (${id}, ${month}, 1, ${version}, ${version}, ${log.ownerType}, ${log.ownerId}, ${log.logTypeCode}, ${log.startDate},
          ${doc}, ${audit}, ${search}))
      insert into outbox (id, queue, data) values (${Bun.randomUUIDv7()}, 'index.sync', ${data})`;
    return new Response(`${doc.slice(0, -1)},"auditInfo":${audit}}`, {
      headers: { 'content-type': 'application/json' },
    });
  })
  .post('/notifications', async ({ body }) => {
    const sent = body as { ownerType: string; ownerId: string; data: object; notificationTo: [{ email: string }] };
    const [id, target] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
    const context = { requestId: crypto.randomUUID(), traceId: '0af7651916cd43dd8448eb211c80319c' };
    const doc = JSON.stringify({ id, ...sent });
    const version = String(Date.now() * 1_000);
    await sql`
      with changed as (
        insert into notification (id, version, incarnation, index_version, doc, audit, search, owner_type, owner_id, status, plan)
        values (${id}, 1, ${version}, ${version}, ${doc}, ${audit}, ${search}, ${sent.ownerType}, ${sent.ownerId}, 'PLAN',
          ${JSON.stringify({ data: sent.data, context })})),
      target as (
        insert into notification_target (id, notification_id, position, input, channel, address, status)
        values (${target}, ${id}, 0, ${JSON.stringify(sent.notificationTo[0])}, 'email', ${sent.notificationTo[0].email}, 'PLAN'))
      insert into outbox (id, queue, data) values
        (${Bun.randomUUIDv7()}, 'index.sync', ${JSON.stringify({ kind: 'Notification', ids: [id], context })}),
        (${Bun.randomUUIDv7()}, 'notification.email', ${JSON.stringify({ targetId: target, context })})`;
    return new Response(null);
  })
  .post('/worklog-types', async ({ body }) => {
    const record = body as { code: string };
    const id = Bun.randomUUIDv7();
    const doc = JSON.stringify({ id, ...record });
    const data = JSON.stringify({
      kind: 'WorklogType',
      ids: [id],
      context: { requestId: crypto.randomUUID(), traceId: '0af7651916cd43dd8448eb211c80319c' },
    });
    const version = String(Date.now() * 1_000);
    await sql`
      with changed as (
        insert into worklog_type (id, code, version, incarnation, index_version, doc, audit, search)
        values (${id}, ${record.code}, 1, ${version}, ${version}, ${doc}, ${audit}, ${doc})),
      history_row as (
        insert into history (kind, record_id, incarnation, version, change, code, changed_by, changed_at, doc, audit)
        values ('WorklogType', ${id}, ${version}, 1, 'CREATED', ${record.code}, 'anonymous', now(), ${doc}, ${audit}))
      insert into outbox (id, queue, data) values (${Bun.randomUUIDv7()}, 'index.sync', ${data})`;
    return new Response(`${doc.slice(0, -1)},"auditInfo":${audit}}`, {
      headers: { 'content-type': 'application/json' },
    });
  })
  .post('/job-steps/claim', async ({ body }) => {
    const { jobTypes, worker } = body as { jobTypes: string[]; worker: string };
    const rows = await sql`
      update job_step set status = 'IN_PROGRESS', fence = fence + 1, worker = ${worker}, claimed_at = now(),
        claimable_at = now() + interval '1 minute'
      where id = (
        select id from job_step where job_type = ${jobTypes[0] ?? ''} and outcome is null and queue_job_id is null and status = 'NEW'
        order by claim_order, incarnation, id limit 1 for update skip locked)
      returning id, fence, doc`;
    return { claims: rows.map(({ id, fence, doc }) => ({ token: fence, step: { id, doc } })) };
  })
  .post('/job-steps/complete', async ({ body }) => {
    const { steps, worker } = body as { steps: [{ id: string; token: number }]; worker: string };
    const [{ id, token }] = steps;
    const rows = await sql`
      update job_step set status = 'COMPLETED', version = version + 1, worker = null, claimable_at = null
      where id = ${id} and fence = ${token} and worker = ${worker} and status = 'IN_PROGRESS' and claimable_at > now()
      returning id`;
    return { steps: rows.map(({ id: completed }) => ({ id: completed, outcome: 'ACCEPTED' })) };
  })
  .get('/logs/:id', async ({ params }) => {
    const [row] = await sql`select doc, audit from log where id = ${params.id} and month = ${month}`;
    return answer(row);
  })
  .get('/worklog-types/:id', async ({ params }) => {
    const [row] = await sql`select doc, audit from worklog_type where id = ${params.id}`;
    return answer(row);
  })
  .listen({ hostname: '127.0.0.1', port: Number(port) });

function answer(row: postgres.Row | undefined): Response {
  if (!row) return new Response(null, { status: 404 });
  return new Response(`${row.doc.slice(0, -1)},"auditInfo":${row.audit}}`, {
    headers: { 'content-type': 'application/json' },
  });
}
