import { expect } from 'bun:test';
import type { TestAnswer, TestApi, TestBody, TestRecord } from '../api.ts';
import { expectOk } from './expectations.ts';

/** Stores a WorklogType and a UserType with the code `there`, to which bad requests point. */
export async function storeExistingTypes(
  api: TestApi,
): Promise<{ readonly worklogType: TestRecord; readonly userType: TestRecord }> {
  const names = { code: 'there', name: 'There' };
  return {
    worklogType: await expectOk(
      api.request('POST', '/worklog-types', { ...names, localizationData: { cs: { name: 'Tam' } } }),
    ),
    userType: await expectOk(
      api.request('POST', '/user-types', { ...names, type: 'EXTERNAL', registry: {}, config: {} }),
    ),
  };
}

/** Requests with bad input, and the expectation that each is rejected by a 400 and changes nothing. */
export function badInputRequests(api: TestApi) {
  async function rejected(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
    const [before, waiting] = [await state(api), await outboxIds(api)];
    const answer = await send();
    expect(answer.status, answer.text.slice(0, 500)).toBe(400);
    expect(await state(api)).toEqual(before);
    expect(waiting).toEqual(expect.arrayContaining(await outboxIds(api)));
    return answer;
  }

  return {
    post: (path: string, body: TestBody, headers?: Record<string, string>) => () =>
      api.request('POST', path, body, headers),

    search: (filtering: string | undefined): Promise<TestAnswer> =>
      api.request(
        'GET',
        `/worklog-types/search/page${filtering === undefined ? '' : `?filtering=${encodeURIComponent(filtering)}`}`,
      ),

    /** Expects exactly these problems, in this order. */
    async expectRejected(
      send: () => Promise<TestAnswer>,
      problems: readonly (string | RegExp)[],
      { message }: { message?: string } = {},
    ): Promise<TestAnswer> {
      const answer = await rejected(send);
      const body = answer.json<{ status: string; message: string; errors: string[] }>();
      expect(body.status).toBe('BAD_REQUEST');
      if (message !== undefined) expect(body.message).toBe(message);
      for (const [index, problem] of problems.entries()) {
        if (typeof problem === 'string') expect(body.errors[index]).toBe(problem);
        else expect(body.errors[index]).toMatch(problem);
      }
      expect(body.errors).toHaveLength(problems.length);
      return answer;
    },

    /** Expects at least one problem, of any text. */
    async expectAnyRejection(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
      const answer = await rejected(send);
      expect(answer.errors.length).toBeGreaterThan(0);
      expect(answer.text.length).toBeLessThan(50_000);
      return answer;
    },
  };
}

/** Everything that a write of these tests can change. */
async function state(api: TestApi): Promise<unknown> {
  const [row] = await api.sql`
    select (select md5(string_agg(r::text, '' order by id)) from worklog_type r) as worklog_types,
      (select md5(string_agg(r::text, '' order by id)) from user_type r) as user_types,
      (select md5(string_agg(r::text, '' order by id)) from user_group_type r) as user_group_types,
      (select count(*)::int from history) as history`;
  return row;
}

/**
 * The outbox without its Logs, which rejected operations of operators add. Rows may disappear meanwhile: a write that
 * indexed its record itself deletes its row after its response.
 */
async function outboxIds(api: TestApi): Promise<string[]> {
  const rows = await api.sql<{ id: string }[]>`select id from outbox where data not like '{"kind":"Log"%'`;
  return rows.map(({ id }) => id);
}
