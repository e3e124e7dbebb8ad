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

  test.each([
    [
      'jobs',
      'status=NOPE',
      'The status of the query is "NOPE" and must be one of NEW, IN_PROGRESS, COMPLETED, FAILED, CANCELLED, OPEN.',
    ],
    ['jobs', 'status=CANCELED', 'OPEN. Did you mean CANCELLED?'],
    ['jobs', 'range=2d', 'The range of the query is "2d" and must be one of 15m, 1h, 1d, any.'],
    ['jobs', 'sort=nmae', 'The list jobs cannot be searched with the query: filtering.sort[0].column: '],
    ['jobs', 'from=noon', 'The from of the query is "noon" and must be a time'],
    ['notifications', 'status=SNET', 'The status of the query is "SNET" and must be one of PLAN, IN_PROGRESS, SENT'],
    ['audit', 'outcome=500', 'The outcome of the query is "500" and must be one of 200, failed, unknown.'],
    ['records/users', 'q=', 'The query has q without a value: give it a value, or leave it out.'],
    ['records/users', 'f=[1]', 'The f of the query is "[1]" and must be a JSON array of conditions'],
    ['records/users', 'f=[{"column":"status","operator":"EQ","value":"NOPE"}]', 'must be one of ENABLE, '],
    ['records/jobs', 'q=a', 'The list records/jobs cannot be searched with the query: filtering.fulltext: '],
  ])('of the list %s is refused with %s, as its search would be', async (view, query, sentence) => {
    const refused = await run(['saved-queries', 'create', view, 'Refused', query]);
    expect(refused).toMatchObject({ code: 2, out: '', stderr: expect.stringContaining(sentence) });
    expect((await stored()).some(({ name }) => name === 'Refused')).toBe(false);
  });

  test.each([
    ['jobs', 'type=BILL&status=CANCELLED&text=a&range=any&sort=startedAt&dir=DESC'],
    ['jobs', 'status=OPEN&from=2026-01-31T08:00&to=2026-02-01'],
    ['notifications', 'status=SENT&template=T&ownerType=User&owner=1&address=a@example.com&sort=subject'],
    ['audit', 'operation=postUsers&request=a&who=admin&outcome=failed&range=1h'],
    ['records/users', 'q=novak&f=[{"column":"status","operator":"IN","value":"ENABLE"}]&sort=auditInfo.whenEdited'],
    ['records/logs', 'q=a&range=15m'],
  ])('of the list %s is saved and run with %s', async (view, query) => {
    expect(await run(['saved-queries', 'create', view, 'Accepted', query, '--yes'])).toMatchObject({ code: 0 });
    expect(await run(['saved-queries', 'run', 'Accepted', '--view', view])).toMatchObject({ code: 0 });
    expect(await run(['saved-queries', 'delete', 'Accepted', '--view', view, '--yes'])).toMatchObject({ code: 0 });
  });

  test('are created for all users after the confirmation of share', async () => {
    const words = ['saved-queries', 'create', 'jobs', 'Team', 'status=FAILED', '--shared'];
    const refused = await run(words);
    await api.request('POST', '/saved-queries', { view: 'jobs', name: 'Team', query: 'status=FAILED' });
    expect(refused.code).toBe(2);
    expect(refused).toEqual(await run(['saved-queries', 'share', 'Team']));
    expect((await stored()).find(({ name }) => name === 'Team')?.shared).toBe(false);
    expect(await run([...words, '--yes'])).toMatchObject({
      code: 0,
      out: 'Team is saved and shared with all users.\n',
    });
    // Nothing changes: there is nothing to confirm.
    expect((await run(words)).code).toBe(0);
    const replaced = await run(['saved-queries', 'create', 'jobs', 'Team', 'status=NEW', '--shared', '--dry-run']);
    expect(replaced.stderr).toBe(
      'Replace your query Team of jobs (status=FAILED)?\nShare the query Team of jobs? All users see its name and its filters.\n',
    );
    expect((await run(['saved-queries', 'delete', 'Team', '--yes'])).code).toBe(0);
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
