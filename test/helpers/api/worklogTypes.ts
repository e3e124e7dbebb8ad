import type { TestApi, TestRecord } from '../api.ts';
import { expectOk } from './expectations.ts';

/** Stores a WorklogType with these members. */
export const storeWorklogType = (
  api: TestApi,
  members: { code: string } & Record<string, unknown>,
): Promise<TestRecord> => expectOk(api.request('POST', '/worklog-types', { name: 'N', ...members }));
