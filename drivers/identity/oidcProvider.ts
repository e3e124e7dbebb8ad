import { createRemoteJWKSet, errors } from 'jose';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { ProviderUnavailable, signatureAlgorithms, TokenRefused } from '../../domain/ports/identity.ts';
import { startStopwatch } from '../../domain/runtime/stopwatch.ts';

export interface OidcProviderOptions {
  /** As the provider writes it in `iss`. */
  readonly issuer: string;
  /** Time limit of a response of the provider, in ms. */
  readonly timeoutMs?: number;
  /** Pause after a fetch of the keys before an unknown key causes another, in ms. */
  readonly cooldownMs?: number;
  /** Age in ms from which the metadata are discovered again, while the old ones are used. */
  readonly maxAgeMs?: number;
}

/** The metadata of a provider (OpenID Connect Discovery 1.0). */
export type ProviderMetadata = JsonObject & {
  readonly issuer: string;
  readonly jwks_uri: string;
};

export interface DiscoveredProvider {
  readonly metadata: ProviderMetadata;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

export const TIMEOUT_MS = 5_000;
const COOLDOWN_MS = 10_000;
/** Pause after a failed discovery. */
const RETRY_MS = 1_000;
const MAX_AGE_MS = 3_600_000;
/** Tolerated difference between the clocks of the provider and of this machine. */
export const CLOCK_SECONDS = 5;
const MAX_LENGTH = 16 * 1024;

/**
 * Discovers an OpenID provider when it is first needed, so that an api starts without it. Its keys are cached, and fetched
 * again for an unknown key, at most once in a cooldown. The metadata are discovered again each hour, since a provider may move its
 * endpoints.
 */
export class OidcProvider {
  readonly #options: OidcProviderOptions;
  #discovered: Promise<DiscoveredProvider> | undefined;
  #age: (() => number) | undefined;

  constructor(options: OidcProviderOptions) {
    this.#options = options;
  }

  /**
   * Returns the provider. After a failed discovery, the next call repeats it, at most once in a second.
   *
   * @throws ProviderUnavailable
   */
  connect(): Promise<DiscoveredProvider> {
    this.#discovered ??= this.#discover().catch((error: unknown) => {
      setTimeout(() => {
        this.#discovered = undefined;
      }, RETRY_MS).unref();
      throw faultOf(error);
    });
    if (this.#age && this.#age() >= (this.#options.maxAgeMs ?? MAX_AGE_MS)) this.#renew();
    return this.#discovered;
  }

  /** Discovers the provider again. If that fails, the old metadata are used until their age has been reached once more. */
  #renew(): void {
    this.#age = undefined;
    this.#discover().then(
      (discovered) => {
        this.#discovered = Promise.resolve(discovered);
      },
      () => {
        this.#age = startStopwatch();
      },
    );
  }

  async #discover(): Promise<DiscoveredProvider> {
    const { issuer, timeoutMs = TIMEOUT_MS, cooldownMs = COOLDOWN_MS } = this.#options;
    const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new ProviderUnavailable(`${url} responded with status ${response.status}`);
    const metadata = (await response.json()) as JsonObject;
    const { issuer: named, jwks_uri: keysUrl } = metadata;
    if (named !== issuer) throw new ProviderUnavailable(`${url} names the issuer ${String(named)}, not ${issuer}`);
    if (typeof keysUrl !== 'string') throw new ProviderUnavailable(`${url} has no jwks_uri`);
    const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: timeoutMs, cooldownDuration: cooldownMs });
    this.#age = startStopwatch();
    return { metadata: { ...metadata, issuer, jwks_uri: keysUrl }, keys };
  }
}

/** Returns the algorithms without symmetric and unknown ones. */
export const asymmetric = (algorithms: readonly string[]): string[] =>
  algorithms.filter((name) => signatureAlgorithms.includes(name));

/** @throws TokenRefused if the token is longer than any token of a provider */
export function checkLength(token: string): void {
  if (token.length > MAX_LENGTH) throw new TokenRefused('the token is too long');
}

/** Faults of a token refuse it. Any other error means that the provider did not respond, or not with its keys. */
export function faultOf(error: unknown, isRefusal: (error: unknown) => boolean = isTokenFault): Error {
  if (error instanceof TokenRefused || error instanceof ProviderUnavailable) return error;
  const { message } = error as Error;
  return isRefusal(error)
    ? new TokenRefused(message, { cause: error })
    : new ProviderUnavailable(`The OpenID provider failed: ${message}`, { cause: error });
}

export const isTokenFault = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC';
