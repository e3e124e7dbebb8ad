import { type JWTPayload, jwtVerify, type ProtectedHeaderParameters } from 'jose';
import { TokenRefused, type TokenVerifier, type VerifiedToken } from '../../domain/ports/identity.ts';
import {
  asymmetric,
  CLOCK_SECONDS,
  checkLength,
  faultOf,
  OidcProvider,
  type OidcProviderOptions,
} from './oidcProvider.ts';

export interface OidcOptions extends OidcProviderOptions {
  readonly audience: string;
  /** The claim that has the code of the user. */
  readonly userClaim: string;
  /** The signature algorithms that are accepted. */
  readonly algorithms: readonly string[];
}

const tokenTypes = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
/** Claims that only ID tokens have. */
const idTokenClaims = ['nonce', 'at_hash', 'c_hash', 's_hash'] as const;

/**
 * Verifies access tokens of an OpenID provider by the keys at its `jwks_uri`. Keys in the header of a token (`jku`,
 * `jwk`, `x5u`) are ignored.
 */
export function makeOidcTokens(options: OidcOptions): TokenVerifier {
  return new OidcTokens(options);
}

class OidcTokens implements TokenVerifier {
  readonly #options: OidcOptions;
  readonly #algorithms: string[];
  readonly #provider: OidcProvider;

  constructor(options: OidcOptions) {
    this.#options = options;
    this.#provider = new OidcProvider(options);
    this.#algorithms = asymmetric(options.algorithms);
  }

  async verify(token: string): Promise<VerifiedToken> {
    checkLength(token);
    const { issuer, audience, userClaim } = this.#options;
    try {
      const { payload, protectedHeader } = await jwtVerify(
        token,
        async (header, jws) => (await this.#provider.connect()).keys(header, jws),
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
      return { userCode, expiresAt: ((payload.exp ?? 0) + CLOCK_SECONDS) * 1_000 };
    } catch (error) {
      throw faultOf(error);
    }
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
