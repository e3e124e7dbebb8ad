import { decodeProtectedHeader, jwtVerify } from 'jose';
import * as client from 'openid-client';
import {
  type LogoutNotice,
  type PendingSignIn,
  type ProviderUser,
  type SignInProvider,
  TokenRefused,
} from '../../domain/ports/identity.ts';
import {
  asymmetric,
  CLOCK_SECONDS,
  checkLength,
  type DiscoveredProvider,
  faultOf,
  isTokenFault,
  OidcProvider,
  type ProviderMetadata,
  TIMEOUT_MS,
} from './oidcProvider.ts';

export interface OidcSignInOptions {
  /** As the provider writes it in `iss`. */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client, which PKCE alone protects. */
  readonly clientSecret?: string;
  /** The claim of the ID token that has the code of the user. */
  readonly userClaim: string;
  /** The signature algorithms that are accepted. */
  readonly algorithms: readonly string[];
  /** URL of the service as browsers know it; the origin of the request if absent. */
  readonly publicUrl?: string;
}

interface Provider extends Pick<DiscoveredProvider, 'keys'> {
  readonly configuration: client.Configuration;
}

/** A logout token is sent at once: an older one is a replay. */
const MAX_LOGOUT_AGE_SECONDS = 120;
const SCOPE = 'openid profile email';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A response that has these faults is no answer of the provider, but of something before it, or of a failed provider. */
const transportFaults = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** Signs users in at an OpenID provider by the authorization code flow with PKCE. */
export function makeOidcSignIn(options: OidcSignInOptions): SignInProvider {
  return new OidcSignIn(options);
}

class OidcSignIn implements SignInProvider {
  readonly name: string;
  readonly publicUrl: string | undefined;
  readonly #options: OidcSignInOptions;
  readonly #algorithms: string[];
  readonly #provider: OidcProvider;
  #configuration: client.Configuration | undefined;

  constructor(options: OidcSignInOptions) {
    this.#options = options;
    this.#algorithms = asymmetric(options.algorithms);
    this.#provider = new OidcProvider(options);
    this.name = new URL(options.issuer).host;
    this.publicUrl = options.publicUrl;
  }

  async begin(redirectUrl: string): Promise<{ readonly url: string; readonly pending: PendingSignIn }> {
    const { configuration } = await this.#connect();
    const pending = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUrl,
      scope: SCOPE,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, pending };
  }

  async complete(callbackUrl: string, { state, nonce, verifier }: PendingSignIn): Promise<ProviderUser> {
    const { configuration } = await this.#connect();
    const { userClaim } = this.#options;
    try {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(callbackUrl), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      const { alg } = decodeProtectedHeader(tokens.id_token ?? '');
      if (alg === undefined || !this.#algorithms.includes(alg))
        throw new TokenRefused(`the ID token is signed by ${String(alg)}, which OIDC_ALGORITHMS does not have`);
      const claims = tokens.claims();
      const userCode = claims?.[userClaim];
      if (claims === undefined || typeof userCode !== 'string' || userCode === '')
        throw new TokenRefused(`the ID token has no claim ${userClaim}`);
      const session = claims['sid'];
      const issuedAt = new Date(claims.iat * 1_000);
      return { userCode, subject: claims.sub, issuedAt, ...(typeof session === 'string' && { session }) };
    } catch (error) {
      throw faultOf(error, isRefusal);
    }
  }

  async endSessionUrl(returnUrl: string): Promise<string | undefined> {
    const { configuration } = await this.#connect();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl }).href;
  }

  async readLogoutToken(token: string): Promise<LogoutNotice> {
    checkLength(token);
    const { keys } = await this.#connect();
    const { issuer, clientId } = this.#options;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        ...{ issuer, audience: clientId, algorithms: this.#algorithms, clockTolerance: CLOCK_SECONDS },
        maxTokenAge: MAX_LOGOUT_AGE_SECONDS,
        requiredClaims: ['iss', 'aud', 'iat', 'jti', 'events'],
      });
      const { iat = 0, sub: subject, sid: session, nonce, events } = payload;
      const type = protectedHeader.typ?.toLowerCase() ?? 'jwt';
      if (type !== 'jwt' && type !== 'logout+jwt') throw new TokenRefused(`the token has the type ${type}`);
      if (!isObject(events) || !isObject(events[LOGOUT_EVENT])) throw new TokenRefused('the token reports no logout');
      if (nonce !== undefined) throw new TokenRefused('the token has the claim nonce, which ID tokens have');
      const issuedAt = new Date(iat * 1_000);
      if (typeof session === 'string') return { session, issuedAt };
      if (subject === undefined) throw new TokenRefused('the token has neither the claim sid nor sub');
      return { subject, issuedAt, before: new Date((iat + CLOCK_SECONDS) * 1_000) };
    } catch (error) {
      throw faultOf(error, isRefusal);
    }
  }

  async #connect(): Promise<Provider> {
    const { metadata, keys } = await this.#provider.connect();
    this.#configuration ??= configurationOf(metadata, this.#options);
    return { configuration: this.#configuration, keys };
  }
}

function configurationOf(
  metadata: ProviderMetadata,
  { clientId, clientSecret }: OidcSignInOptions,
): client.Configuration {
  const configuration = new client.Configuration(
    // Parsed by JSON.parse, so without BigInts.
    metadata as client.ServerMetadata,
    clientId,
    { [client.clockTolerance]: CLOCK_SECONDS },
    // In the body, where any character of a secret is unambiguous.
    clientSecret ? client.ClientSecretPost(clientSecret) : client.None(),
  );
  configuration.timeout = TIMEOUT_MS / 1_000;
  // The signature of an ID token is verified even though it came from the provider itself.
  client.enableNonRepudiationChecks(configuration);
  if (metadata.issuer.startsWith('http:')) allowHttp(configuration);
  return configuration;
}

/** The operator has chosen an issuer without TLS. The library marks the function as deprecated to make it conspicuous. */
const allowHttp = client.allowInsecureRequests;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isRefusal(error: unknown): boolean {
  if (error instanceof client.AuthorizationResponseError) return true;
  if (error instanceof client.ResponseBodyError) return error.status < 500;
  if (error instanceof client.WWWAuthenticateChallengeError) return true;
  if (error instanceof client.ClientError) return error.code !== undefined && !transportFaults.has(error.code);
  return isTokenFault(error);
}
