import { describe, expect, setDefaultTimeout, setSystemTime, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { beginAction } from '../../domain/logs/operatorActions.ts';
import { startApiForFile } from '../helpers/api.ts';

setDefaultTimeout(60_000);

/** What operators do is kept as Logs, begun before the action and ended after it. */
const api = await startApiForFile({ requireLogTypes: true });

async function entries(operation: string): Promise<JsonObject[]> {
  const found = await api.request('GET', `/logs/by-owner/Operation/${encodeURIComponent(operation)}`);
  return found.json<JsonObject[]>();
}

describe('an action', () => {
  test('is kept with who, what and how it ended, though Logs need a LogType that is there', async () => {
    const paused = await api.request('POST', '/admin/queues/step.logs/pause', undefined, {
      'x-correlation-id': 'shift-7',
    });
    expect(paused.status).toBe(200);
    const [entry] = await entries('POST /api/v2/admin/queues/{name}/pause');
    expect(entry).toMatchObject({
      logTypeCode: 'OPERATOR_ACTION',
      resultCode: '200',
      correlationId: 'shift-7',
      auditInfo: { whoInserted: 'anonymous' },
    });
    expect(JSON.parse(entry?.request as string)).toEqual({ params: { name: 'step.logs' }, query: {} });
    expect(JSON.parse(entry?.response as string)).toMatchObject({ paused: true });
  });

  test('is kept with its outcome although the clock is set back meanwhile', async () => {
    const action = { operation: 'POST /clock', title: 'Clock', params: {}, query: {}, origin: {} };
    const caller = { user: 'anonymous', requestId: 'clock', traceId: 'clock' };
    const end = await beginAction(api.services, action, caller);
    try {
      setSystemTime(new Date(Date.now() - 3_600_000));
      await end({ code: 200, response: 'done' });
    } finally {
      setSystemTime();
    }
    const [entry] = await entries('POST /clock');
    expect(entry).toMatchObject({ resultCode: '200', response: 'done' });
  });

  test('that is refused is kept with the reason', async () => {
    const refused = await api.request('POST', '/admin/queues/none/resume');
    expect(refused.status).toBe(400);
    const [entry] = await entries('POST /api/v2/admin/queues/{name}/resume');
    expect(entry).toMatchObject({ resultCode: '400', resultMessage: 'No queue has the name "none".' });
    expect(entry?.response).toContain('no queue has the name');
  });

  test('is kept with the beginning of its body, and the body arrives whole', async () => {
    const record = (n: number) => ({ code: `long-${n}`, name: 'N', description: 'x'.repeat(5_000) });
    const diffEntries = Array.from({ length: 40 }, (_, n) => ({ diffType: 'DIFF_TYPE_NEW', right: record(n) }));
    const saved = await api.request('POST', '/worklog-types/diff/save?compareField=code', diffEntries);
    expect(saved.json<unknown[]>().length).toBe(40);
    const [entry] = await entries('POST /api/v2/worklog-types/diff/save');
    const { query, body } = JSON.parse(entry?.request as string) as { query: unknown; body: string };
    expect(query).toEqual({ compareField: 'code' });
    expect(body.length).toBe(4_096);
    expect(JSON.stringify(diffEntries)).toStartWith(body);
  });

  test('is stored without the values of secrets, whatever the format of its body', async () => {
    const config = { url: 'https://crm.example.org/hook', secret: 's3cr\\"et' };
    const diffEntries = [{ diffType: 'DIFF_TYPE_NEW', right: { code: 'hook', name: 'Hook', config } }];
    await api.request('POST', '/notification-rules/diff/save', diffEntries);
    const form = new FormData();
    const cell = JSON.stringify({ secret: 's3cret' }).replaceAll('"', '""');
    form.append('file', new Blob([`code,name,config\nhook,Hook,"${cell}"\n`]), 'rules.csv');
    await api.request('POST', '/notification-rules/diff/file?save=true&compareField=code', form);
    for (const path of ['diff/save', 'diff/file']) {
      const [entry] = await entries(`POST /api/v2/notification-rules/${path}`);
      expect(entry?.request, path).toContain('***');
      expect(JSON.stringify(entry), path).not.toContain('s3cr');
    }
  });

  test('is stored with the characters that its body has as escapes, the names of secrets among them', async () => {
    const right = String.raw`{"code":"hook","name":"P\u0159e\\u010d \u0022a\u0022 \uD83D\uDE00","config":{"\u0073ecret":"s3cret"}}`;
    await api.request('POST', '/notification-rules/diff/save', `[{"diffType":"DIFF_TYPE_NEW","right":${right}}]`);
    const [entry] = await entries('POST /api/v2/notification-rules/diff/save');
    const { body } = JSON.parse(entry?.request as string) as { body: string };
    expect(body).toContain('"name":"Pře\\\\u010d \\u0022a\\u0022 😀","config":{"secret":"***"}');
  });

  test('of a file that is no text is kept all the same', async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array([0, 1, 2, 255])]), 'all.zip');
    expect((await api.request('POST', '/admin/import', form)).status).toBe(400);
    const [entry] = await entries('POST /api/v2/admin/import');
    expect(JSON.parse(entry?.request as string).body).toContain('all.zip');
  });

  test('that begins is written down before it is done', async () => {
    await api.sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`;
    await api.sql`create trigger refuse before insert on queue_pause for each row execute function refuse()`;
    expect((await api.request('POST', '/admin/queues/job.plan/pause')).status).toBe(500);
    const [entry] = await entries('POST /api/v2/admin/queues/{name}/pause');
    expect(entry).toMatchObject({ resultCode: '500' });
    expect(JSON.parse(entry?.request as string)).toMatchObject({ params: { name: 'job.plan' } });
    await api.sql`drop trigger refuse on queue_pause`;
    // What cannot be written down is not done.
    await api.sql`alter table log add constraint refused check (false) not valid`;
    expect((await api.request('POST', '/admin/queues/job.plan/pause')).status).toBe(500);
    expect([...(await api.sql`select from queue_pause where queue = 'job.plan'`)]).toEqual([]);
    await api.sql`alter table log drop constraint refused`;
  });
});

describe('what is no action of an operator', () => {
  test('leaves no entry: looking at a difference, a dry run, a client’s own job', async () => {
    const file = () => {
      const form = new FormData();
      form.append('file', new Blob(['code,name\na,A\n']), 'types.csv');
      return form;
    };
    await api.request('POST', '/worklog-types/diff/file?compareField=code', file());
    expect(await entries('POST /api/v2/worklog-types/diff/file')).toEqual([]);
    await api.request('POST', '/worklog-types/diff/file?compareField=code&save=true', file());
    expect((await entries('POST /api/v2/worklog-types/diff/file')).length).toBe(1);
    const job = { status: 'NEW', startDate: new Date().toISOString() };
    await api.request('POST', '/jobs', { ...job, jobType: 'BY_HAND' });
    expect(await entries('POST /api/v2/jobs')).toEqual([]);
    await api.request('POST', '/jobs', { ...job, jobType: 'REINDEX', data: { kind: 'Role' } });
    expect((await entries('POST /api/v2/jobs')).length).toBe(1);
  });
});
