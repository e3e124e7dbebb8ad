import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type ProtectedHeaderParameters } from 'jose';
import {
  ProviderUnavailable,
  TokenRefused,
  type TokenVerifier,
  type VerifiedToken,
} from '../../domain/ports/identity.ts';

export interface OidcOptions {
  /** As the provider writes it in `iss`. */
  readonly issuer: string;
  readonly audience: string;
  /** The claim that has the code of the user. */
  readonly userClaim: string;
  /** The signature algorithms that are accepted. None of them is symmetric. */
  readonly algorithms: readonly string[];
  /** Time limit of a response of the provider, in ms. */
  readonly timeoutMs?: number;
  /** Pause after a fetch of the keys before an unknown key causes another, in ms. */
  readonly cooldownMs?: number;
}

type Keys = ReturnType<typeof createRemoteJWKSet>;

const TIMEOUT_MS = 5_000;
const COOLDOWN_MS = 10_000;
/** Tolerated difference between the clocks of the provider and of this machine. */
const CLOCK_SECONDS = 5;
const MAX_LENGTH = 16 * 1024;
const symmetric = /^(HS|none$)/i;
const tokenTypes = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
/** Claims that only ID tokens have. */
const idTokenClaims = ['nonce', 'at_hash', 'c_hash', 's_hash'] as const;

/**
 * Verifies access tokens of an OpenID provider by the keys at its `jwks_uri`. Keys in the header of a token (`jku`,
 * `jwk`, `x5u`) are ignored. Keys are cached, and fetched again for an unknown key, at most once in a cooldown.
 */
export function makeOidcTokens(options: OidcOptions): TokenVerifier {
  return new OidcTokens(options);
}

class OidcTokens implements TokenVerifier {
  readonly #options: OidcOptions;
  readonly #algorithms: string[];
  #keys: Promise<Keys> | undefined;

  constructor(options: OidcOptions) {
    this.#options = options;
    this.#algorithms = options.algorithms.filter((name) => !symmetric.test(name));
  }

  async verify(token: string): Promise<VerifiedToken> {
    if (token.length > MAX_LENGTH) throw new TokenRefused('the token is too long');
    const { issuer, audience, userClaim } = this.#options;
    try {
      const { payload, protectedHeader } = await jwtVerify(
        token,
        async (header, jws) => (await this.#fetchKeys())(header, jws),
        {
          algorithms: this.#algorithms,
          issuer,
          audience,
          clockTolerance: CLOCK_SECONDS,
          requiredClaims: ['iss', 'aud', 'exp'],
        },
      );
      checkType(payload, protectedHeader);
      const userCode = payload[userClaim];
      if (typeof userCode !== 'string' || userCode === '')
        throw new TokenRefused(`the token has no claim ${userClaim}`);
      const { exp, sid } = payload;
      return {
        userCode,
        expiresAt: ((exp ?? 0) + CLOCK_SECONDS) * 1_000,
        ...(typeof sid === 'string' && { providerSession: sid }),
      };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** A provider that did not answer is asked once more by the next token after the cooldown. */
  #fetchKeys(): Promise<Keys> {
    this.#keys ??= this.#discover().catch((error: unknown) => {
      setTimeout(() => {
        this.#keys = undefined;
      }, 1_000).unref();
      throw error;
    });
    return this.#keys;
  }

  async #discover(): Promise<Keys> {
    const { issuer, timeoutMs = TIMEOUT_MS, cooldownMs = COOLDOWN_MS } = this.#options;
    const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new ProviderUnavailable(`${url} responded with status ${response.status}`);
    const { issuer: named, jwks_uri: keysUrl } = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (named !== issuer) throw new ProviderUnavailable(`${url} names the issuer ${String(named)}, not ${issuer}`);
    if (typeof keysUrl !== 'string') throw new ProviderUnavailable(`${url} has no jwks_uri`);
    return createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: timeoutMs, cooldownDuration: cooldownMs });
  }
}

/** ID tokens, refresh tokens and logout tokens have the same issuer and keys, and are no access tokens. */
function checkType(payload: JWTPayload, { typ }: ProtectedHeaderParameters): void {
  if (typ !== undefined && !tokenTypes.has(typ.toLowerCase())) throw new TokenRefused(`the token has the type ${typ}`);
  const type = payload['typ'];
  if (type !== undefined && type !== 'Bearer') throw new TokenRefused(`the token has the type ${String(type)}`);
  const claim = idTokenClaims.find((name) => Object.hasOwn(payload, name));
  if (claim !== undefined || Object.hasOwn(payload, 'events'))
    throw new TokenRefused(`the token has the claim ${claim ?? 'events'}, which access tokens do not have`);
}

/** Errors of a token refuse it. Any other error means that the keys could not be fetched. */
function refusalOf(error: unknown): Error {
  if (error instanceof TokenRefused || error instanceof ProviderUnavailable) return error;
  const isOfProvider =
    !(error instanceof errors.JOSEError) ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC';
  const { message } = error as Error;
  if (isOfProvider)
    return new ProviderUnavailable(`The keys of the provider cannot be fetched: ${message}`, { cause: error });
  return new TokenRefused(message, { cause: error });
}
