import type { Json, JsonObject } from '../../../domain/kinds/kind.ts';
import type { TestAnswer, TestApi, TestRecord } from '../api.ts';
import { expectOk } from './expectations.ts';

export interface Version {
  readonly version: number;
  readonly who: string;
  readonly when: string;
  readonly change: string;
  readonly changes: readonly { path: string; from?: Json; to?: Json }[];
}

/** Requests that store and read UserTypes: of the kinds there are, the one with members of most types. */
export function userTypeRequests(api: TestApi) {
  const ok = (method: string, path: string, body?: JsonObject): Promise<TestRecord> =>
    expectOk(api.request(method, path, body));
  return {
    /** Expects a 200, and returns its body. */
    ok,
    create: (code: string, more: JsonObject = {}): Promise<TestRecord> =>
      ok('POST', '/user-types', { code, name: 'N', type: 'EXTERNAL', registry: {}, ...more }),
    history: (key: string): Promise<Version[]> => expectOk(api.request('GET', `/user-types/${key}/history`)),
  };
}

/** The response to a write that is based on another version than the stored one. */
export const staleVersion = (sent: number, stored: number) => ({
  status: 400,
  errors: [`auditInfo.version: ${sent} was sent, the record is at ${stored}`],
});

export const statusAndErrors = ({ status, errors }: TestAnswer) => ({ status, errors });
