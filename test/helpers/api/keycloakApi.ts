import { describe } from 'bun:test';
import { makeOidcSignIn } from '../../../drivers/identity/oidcSignIn.ts';
import { makeOidcTokens } from '../../../drivers/identity/oidcTokens.ts';
import { stopAfterFile } from '../bootstrap.ts';
import { keycloakMissing, startKeycloak, type TestKeycloak } from '../servers/keycloak.ts';
import { AUDIENCE, CONSOLE_SECRET, makeRealm, type TestRealm } from '../servers/keycloakRealm.ts';
import { type AuthenticatedApi, startAuthenticatedApiForFile } from './callers.ts';

const missing = keycloakMissing();

/** Tests with a real Keycloak; skipped, with the reason in their name, where it is not available. */
export const describeKeycloak = (name: string, tests: () => void): void =>
  describe.skipIf(missing !== undefined)(`${name}${missing ? ` (${missing})` : ''}`, tests);

export interface KeycloakApi {
  readonly keycloak: TestKeycloak;
  readonly realm: TestRealm;
  readonly api: AuthenticatedApi;
  /** The origin of the api under which browsers open it. */
  readonly origin: string;
}

/** Starts a Keycloak with a realm of these users, and an api that accepts them, for a test file. */
export async function startApiWithKeycloakForFile(users: readonly string[]): Promise<KeycloakApi> {
  // Without Keycloak every test is skipped, and none reads these members.
  if (missing !== undefined) return {} as KeycloakApi;
  const keycloak = await startKeycloak();
  stopAfterFile(() => keycloak.stop());
  const realm = await makeRealm(keycloak, users);
  const { issuer } = realm;
  const common = { issuer, userClaim: 'preferred_username', algorithms: ['RS256', 'ES256'] };
  const api = await startAuthenticatedApiForFile({
    tokenVerifier: makeOidcTokens({ ...common, audience: AUDIENCE, cooldownMs: 0 }),
    signInProvider: makeOidcSignIn({ ...common, clientId: 'console', clientSecret: CONSOLE_SECRET }),
  });
  const origin = api.url.replace('127.0.0.1', 'localhost');
  await realm.addConsole(origin);
  return { keycloak, realm, api, origin };
}
