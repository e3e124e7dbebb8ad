import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { startApiForFile } from '../helpers/api.ts';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { makeCommandLine } from '../helpers/processes/commandLine.ts';

setDefaultTimeout(120_000);

const api = await startApiForFile();
const run = makeCommandLine(makeFolderForFile(), { WAYBILL_URL: api.url });
const stored = async () => (await api.request('GET', '/saved-queries')).json<{ name: string; shared: boolean }[]>();

async function makeJob(jobType: string, startDate: string): Promise<string> {
  const job = { jobType, status: 'NEW', startDate, data: { order: 'ORD-4711' } };
  return (await api.request('POST', '/jobs?immediatelyRefresh=true', job)).json<{ id: string }>().id;
}

const now = new Date().toISOString();
const [first, second] = [await makeJob('BILLING', now), await makeJob('BILL_RUN', now)];
await makeJob('OTHER', now);
await api.request('POST', `/jobs/${second}/cancel?immediatelyRefresh=true`);

describe('saved queries', () => {
  test('are saved, listed, shown, and find what the list of the console finds', async () => {
    expect(await run(['saved-queries', 'create', 'jobs', 'Bills', 'type=BILL&range=1h'])).toMatchObject({
      code: 0,
      out: 'Bills is saved.\n',
    });
    expect((await run(['saved-queries', '--view', 'jobs'])).out).toMatch(
      /^QUERY +VIEW +FILTERS +SHARED\nBills +jobs +type=BILL&range=1h +no\n$/,
    );
    expect((await run(['saved-queries', 'show', 'Bills', '--jq', '.query'])).out).toBe('type=BILL&range=1h\n');
    const found = await run(['saved-queries', 'run', 'Bills', '--jq', '.[].id']);
    expect(found.out.split('\n').filter(Boolean).toSorted()).toEqual([first, second].toSorted());
    await api.request('POST', '/saved-queries', {
      view: 'jobs',
      name: 'Cancelled',
      query: 'status=CANCELLED&text=4711',
    });
    expect((await run(['saved-queries', 'run', 'Cancelled', '--jq', '.[].id'])).out).toBe(`${second}\n`);
    const rows = {
      view: 'records/jobs',
      name: 'Rows',
      query: 'f=[{"column":"jobType","operator":"EQ","value":"BILLING"}]',
    };
    await api.request('POST', '/saved-queries', rows);
    expect((await run(['saved-queries', 'run', 'Rows', '--jq', '.[].id'])).out).toBe(`${first}\n`);
  });

  test('are replaced, shared and deleted after a confirmation', async () => {
    const replaced = await run(['saved-queries', 'create', 'jobs', 'Bills', 'type=BILLING']);
    expect(replaced.code).toBe(2);
    expect(replaced.stderr).toStartWith('Replace your query Bills of jobs (type=BILL&range=1h)? Confirm it with --yes');
    expect((await run(['saved-queries', 'create', 'jobs', 'Bills', 'type=BILLING', '--yes'])).code).toBe(0);
    const unconfirmed = await run(['saved-queries', 'share', 'Bills']);
    expect(unconfirmed.stderr).toStartWith('Share the query Bills of jobs? All users see its name and its filters.');
    expect((await stored())[0]).toMatchObject({ name: 'Bills', shared: false });
    expect((await run(['saved-queries', 'share', 'Bills', '--yes'])).out).toBe('Bills is shared with all users.\n');
    expect((await stored())[0]).toMatchObject({ name: 'Bills', shared: true });
    expect((await run(['saved-queries', 'unshare', 'Bills', '--yes'])).out).toBe('Bills is no longer shared.\n');
    const dry = await run(['saved-queries', 'delete', 'Bills', '--dry-run']);
    expect(dry.stderr).toBe('Delete the query Bills of jobs? Nobody else sees it.\n');
    expect(dry.out).toStartWith('Dry run: nothing was changed. The request would be DELETE /api/v2/saved-queries/');
    expect((await run(['saved-queries', 'delete', 'Bills', '--yes'])).out).toBe('The query Bills is deleted.\n');
    expect((await stored()).map(({ name }) => name)).toEqual(['Cancelled', 'Rows']);
  });

  test('that do not exist, or name what the list does not have, are refused', async () => {
    const missing = await run(['saved-queries', 'run', 'Canceled']);
    expect(missing.code).toBe(3);
    expect(missing.stderr).toBe(
      'There is no saved query "Canceled": waybill saved-queries list shows them. Did you mean Cancelled?\n',
    );
    const member = await run(['saved-queries', 'create', 'jobs', 'Wrong', 'statsu=NEW']);
    expect(member.code).toBe(2);
    expect(member.stderr).toStartWith(
      'The query has "statsu", which the list jobs does not have. It has type, status,',
    );
    expect(member.stderr).toEndWith(' Did you mean status?\n');
    const view = await run(['saved-queries', 'create', 'records/usrs', 'Wrong', 'q=a']);
    expect(view.stderr).toStartWith(
      'The view is "records/usrs" and must be one of jobs, notifications, audit, or records/',
    );
  });

  test('of two lists with one name are chosen by the list or the id', async () => {
    await api.request('POST', '/saved-queries', { view: 'notifications', name: 'Rows', query: 'status=SENT' });
    const both = await run(['saved-queries', 'show', 'Rows']);
    expect(both.code).toBe(2);
    expect(both.stderr).toStartWith('Several queries are named "Rows": ');
    expect((await run(['saved-queries', 'show', 'Rows', '--view', 'notifications', '--jq', '.query'])).out).toBe(
      'status=SENT\n',
    );
    expect((await run(['saved-queries', 'run', 'Rows', '--view', 'notifications'])).stderr).toBe('There are none.\n');
  });

  test('and lists are completed', async () => {
    const complete = async (...words: string[]): Promise<string[]> => {
      const { out } = await run(['complete', '--', ...words]);
      return out
        .split('\n')
        .flatMap((line) => (line === '' || line.startsWith(':') ? [] : [line.split('\t')[0] ?? '']));
    };
    expect(await complete('saved-queries', 'run', 'Canc')).toEqual(['Cancelled']);
    expect(await complete('saved-queries', 'create', 'records/worklog-')).toContain('records/worklog-types');
    expect(await complete('saved-queries', 'list', '--view', 'not')).toEqual(['notifications']);
  });
});
