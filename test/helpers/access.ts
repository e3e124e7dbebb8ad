import { CredentialRefused } from '../../domain/errors.ts';
import type { Principal } from '../../domain/identity/principal.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { TestApi, TestRecord } from './api.ts';

/** Creates the type of users if it is missing, and a user. */
export async function createUser(api: TestApi, code: string, members: object = {}): Promise<TestRecord> {
  if ((await api.request('GET', '/user-types/by-code/INDIVIDUAL')).status !== 200)
    await api.request('POST', '/user-types', {
      code: 'INDIVIDUAL',
      name: 'Individual',
      type: 'INDIVIDUAL',
      registry: {},
    });
  const answer = await api.request('POST', '/users', { code, type: 'INDIVIDUAL', chars: {}, ...members });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json();
}

interface CreatedKey {
  readonly id: string;
  readonly key: string;
}

export async function createKey(api: TestApi, user: string, members: object = {}): Promise<CreatedKey> {
  const answer = await api.request('POST', '/api-keys', { name: 'test', user, ...members });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json<CreatedKey>();
}

/** Returns the principal of a bearer token, or the reason of its refusal. */
export const identifyBearer = ({ principals }: Services, token: string): Promise<Principal | string> =>
  principals.identify({ type: 'bearer', token }).catch(reasonOf);

/** Returns the principal of a session, or the reason of its refusal. */
export const identifySession = ({ principals }: Services, token: string): Promise<Principal | string> =>
  principals.identify({ type: 'session', token }).catch(reasonOf);

function reasonOf(error: unknown): string {
  if (error instanceof CredentialRefused) return error.reason;
  throw error;
}

/** Returns the token of the session that an answer sets; empty if it sets none. */
export const tokenOf = (headers: Headers): string =>
  headers.getSetCookie().flatMap((cookie) => /^__Host-waybill-session=([^;]*)/.exec(cookie)?.[1] ?? [])[0] ?? '';
