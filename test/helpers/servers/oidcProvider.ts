import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';

/** An OpenID provider of a test: discovery, keys that can be rotated, and tokens with whatever a test puts into them. */
export interface OidcProvider {
  readonly issuer: string;
  /** Requests of the keys. */
  readonly keyRequests: number;
  /** Signs a valid access token of a user, with these claims and header parameters in place of its own. */
  token(claims?: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** The public key of the newest signing key, as PEM. */
  publicKey(): Promise<string>;
  /** The newest signing key. */
  readonly kid: string;
  /** Replaces the signing key: its predecessors are no longer published. */
  rotate(): Promise<void>;
  /** Publishes the keys at another address, and no longer at the old one. */
  moveKeys(): void;
  /** The provider responds with status 503 until it is called with false. */
  fail(fails: boolean): void;
  /** Makes the token endpoint respond with this to every code. */
  answerCodes(answer: () => Response | Promise<Response>): void;
  /** Codes that the token endpoint has received. */
  readonly codes: readonly string[];
  stop(): Promise<void>;
}

export const audience = 'waybill';

export async function startOidcProvider(): Promise<OidcProvider> {
  let published: JWK[] = [];
  let keyRequests = 0;
  let fails = false;
  let number = 0;
  let keysPath = 'keys';
  let answerCode: () => Response | Promise<Response> = () => new Response('no answer', { status: 500 });
  const codes: string[] = [];
  const makeKey = async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const kid = `key-${++number}`;
    published = [{ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' }];
    return { publicKey, privateKey, kid };
  };
  let current = await makeKey();
  const server: Bun.Server<undefined> = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request): Promise<Response> {
      const { pathname } = new URL(request.url);
      if (fails) return new Response('unavailable', { status: 503 });
      if (pathname === '/realm/.well-known/openid-configuration')
        return Response.json({
          issuer,
          jwks_uri: `${issuer}/${keysPath}`,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          end_session_endpoint: `${issuer}/logout`,
        });
      if (pathname === '/realm/token') {
        codes.push((await request.formData()).get('code') as string);
        return answerCode();
      }
      if (pathname !== `/realm/${keysPath}`) return new Response('not found', { status: 404 });
      keyRequests++;
      return Response.json({ keys: published });
    },
  });
  const issuer: string = `http://127.0.0.1:${server.port}/realm`;
  return {
    issuer,
    get keyRequests() {
      return keyRequests;
    },
    get kid() {
      return current.kid;
    },
    token: (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      const all = {
        iss: issuer,
        aud: audience,
        iat: now,
        exp: now + 300,
        typ: 'Bearer',
        preferred_username: 'novak',
        ...claims,
      };
      return new SignJWT(Object.fromEntries(Object.entries(all).filter(([, claim]) => claim !== null)))
        .setProtectedHeader({ alg: 'RS256', kid: current.kid, typ: 'JWT', ...header })
        .sign(current.privateKey);
    },
    publicKey: () => exportSPKI(current.publicKey),
    async rotate() {
      current = await makeKey();
    },
    moveKeys() {
      keysPath = `keys-${++number}`;
    },
    fail(value) {
      fails = value;
    },
    answerCodes(answer) {
      answerCode = answer;
    },
    codes,
    stop: () => server.stop(true),
  };
}
