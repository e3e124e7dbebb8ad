import type { TestKeycloak } from './keycloak.ts';

/** A realm of a test file, with its users and clients. */
export interface TestRealm {
  readonly issuer: string;
  /** Sends a request to the administration of the realm. */
  admin(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Returns the tokens of a user, whose password is its name. */
  tokensOf(user: string, client?: string): Promise<UserTokens>;
  /** Returns an access token of the service account `crm`. */
  serviceToken(): Promise<string>;
  /** Replaces the keys that sign tokens with RS256, and removes the old ones. */
  rotateKeys(): Promise<void>;
  /** Lets users sign in at a service through the client `console`. */
  addConsole(serviceUrl: string): Promise<void>;
  /** Ends the sessions of a user, which the provider reports to its clients. */
  signOut(user: string): Promise<void>;
}

interface UserTokens {
  readonly accessToken: string;
  readonly idToken: string;
}

/** Access tokens for the service have this audience. */
export const AUDIENCE = 'waybill';
export const CONSOLE_SECRET = 'secret of the console';
const SERVICE_SECRET = 'secret of the service';

const audienceMapper = {
  name: 'audience',
  protocol: 'openid-connect',
  protocolMapper: 'oidc-audience-mapper',
  config: { 'included.custom.audience': AUDIENCE, 'access.token.claim': 'true', 'id.token.claim': 'false' },
};

const clients = [
  {
    clientId: 'cli',
    publicClient: true,
    standardFlowEnabled: false,
    directAccessGrantsEnabled: true,
    protocolMappers: [audienceMapper],
  },
  // Its tokens lack the audience.
  { clientId: 'other', publicClient: true, standardFlowEnabled: false, directAccessGrantsEnabled: true },
  {
    clientId: 'crm',
    secret: SERVICE_SECRET,
    standardFlowEnabled: false,
    serviceAccountsEnabled: true,
    protocolMappers: [audienceMapper],
  },
];

const user = (username: string) => ({
  username,
  enabled: true,
  firstName: username,
  lastName: 'Test',
  email: `${username}@example.org`,
  emailVerified: true,
  credentials: [{ type: 'password', value: username, temporary: false }],
});

/** Makes a realm with the users. Its access tokens live for a minute. */
export async function makeRealm(keycloak: TestKeycloak, users: readonly string[]): Promise<TestRealm> {
  const realm = `test-${crypto.randomUUID()}`;
  await keycloak.admin('POST', '', {
    ...{ realm, enabled: true, sslRequired: 'none', accessTokenLifespan: 60, users: users.map(user), clients },
  });
  const issuer = `${keycloak.url}/realms/${realm}`;
  const admin: TestRealm['admin'] = (method, path, body) => keycloak.admin(method, `/${realm}${path}`, body);
  const grant = async (fields: Record<string, string>): Promise<UserTokens> => {
    const response = await fetch(`${issuer}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    if (!response.ok) throw new Error(`Keycloak grants no token: ${response.status} ${await response.text()}`);
    const tokens = (await response.json()) as { access_token: string; id_token?: string };
    return { accessToken: tokens.access_token, idToken: tokens.id_token ?? '' };
  };
  return {
    issuer,
    admin,
    tokensOf: (username, client = 'cli') =>
      grant({ grant_type: 'password', client_id: client, username, password: username, scope: 'openid' }),
    serviceToken: async () =>
      (await grant({ grant_type: 'client_credentials', client_id: 'crm', client_secret: SERVICE_SECRET })).accessToken,
    async rotateKeys() {
      const providers = '/components?type=org.keycloak.keys.KeyProvider';
      const keys = (await admin('GET', providers)) as {
        id: string;
        name: string;
        providerId: string;
        parentId: string;
      }[];
      const old = keys.filter(({ providerId }) => providerId === 'rsa-generated');
      for (const { providerId, parentId } of old)
        await admin('POST', '/components', {
          ...{ name: crypto.randomUUID(), providerId, parentId, providerType: 'org.keycloak.keys.KeyProvider' },
          config: { priority: ['200'] },
        });
      for (const { id } of old) await admin('DELETE', `/components/${id}`);
    },
    async addConsole(serviceUrl) {
      await admin('POST', '/clients', {
        clientId: 'console',
        secret: CONSOLE_SECRET,
        redirectUris: [`${serviceUrl}/api/v2/session/oidc/callback`],
        attributes: {
          'pkce.code.challenge.method': 'S256',
          'backchannel.logout.url': `${serviceUrl}/api/v2/session/oidc/backchannel-logout`,
          'backchannel.logout.session.required': 'true',
          'post.logout.redirect.uris': `${serviceUrl}/console`,
        },
      });
    },
    async signOut(username) {
      const found = (await admin('GET', `/users?username=${username}&exact=true`)) as { id: string }[];
      for (const { id } of found) await admin('POST', `/users/${id}/logout`);
    },
  };
}
