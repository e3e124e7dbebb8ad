import type { Credential, Principal } from '../identity/principal.ts';
import type { Component } from './component.ts';

/** Follows the changes of rights of all processes (domain/identity/epoch.ts). */
export interface AccessEpoch extends Component {
  /** Rises with every change of rights. */
  readonly number: number;
  /** Whether a poll of the last five seconds has confirmed the number. */
  readonly confirmedWithin5s: boolean;
  /**
   * Returns the number, after a poll if it has not been confirmed within five seconds.
   *
   * @throws ServiceError SERVICE_UNAVAILABLE if the poll fails
   */
  confirmed(): Promise<number>;
  /** Makes a committed change of this process effective here without waiting for its notification. */
  raise(): void;
}

/** Finds the principals of credentials (domain/identity/principalCache.ts). */
export interface Principals {
  /** Stores the last use of keys and sessions. */
  readonly usage: Component;
  /**
   * Returns the principal of a credential.
   *
   * @throws CredentialRefused 401
   * @throws ServiceError SERVICE_UNAVAILABLE if the rights, or the keys of the provider, cannot be read
   */
  identify(credential: Credential): Promise<Principal>;
}

/** A request that was refused. */
export interface RefusedCall {
  readonly principal: Principal;
  /** Method and path pattern. */
  readonly operation: string;
  readonly origin: { readonly address?: string };
  readonly requestId: string;
}

/** Stores refused requests in the audit list (domain/identity/refusalLog.ts). */
export interface Refusals extends Component {
  /** Ignores errors that are no refusals. */
  add(error: unknown, call: RefusedCall): void;
  /** Stores what was added. */
  flush(): Promise<void>;
}

/**
 * The algorithms by which an OpenID provider may sign. Symmetric ones and `none` are not among them: with them, a client
 * that knows the public key could sign tokens.
 */
export const signatureAlgorithms: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
];

/** A valid access token of the OpenID provider. */
export interface VerifiedToken {
  /** The claim that has the code of the user. */
  readonly userCode: string;
  /** ms since 1970 */
  readonly expiresAt: number;
}

/** The token is no valid access token. The reason is for the log: the caller does not get it. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

/** The keys of the provider cannot be fetched, so that no decision about a token is possible. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** Verifies access tokens of an OpenID provider. */
export interface TokenVerifier {
  /**
   * @throws TokenRefused
   * @throws ProviderUnavailable
   */
  verify(token: string): Promise<VerifiedToken>;
}

/** What the browser of a user stores during the sign-in at the provider. All of it is random. */
export interface PendingSignIn {
  /** Comes back in the callback, and binds it to the browser. */
  readonly state: string;
  /** Comes back in the ID token, and binds it to the browser. */
  readonly nonce: string;
  /** Proves to the provider that the callback belongs to this sign-in (PKCE). */
  readonly verifier: string;
}

/** A user whom the provider has signed in. */
export interface ProviderUser {
  /** The claim that has the code of the user. */
  readonly userCode: string;
  /** The user at the provider (`sub`). */
  readonly subject: string;
  /** The session at the provider (`sid`), if it has sessions. */
  readonly session?: string;
  /** When the provider issued the ID token, by its clock. */
  readonly issuedAt: Date;
}

/** The provider has ended one session, or all sessions of a user that began before a time. */
export type LogoutNotice = (
  | { readonly session: string }
  | {
      readonly subject: string;
      /** `issuedAt`, with the tolerated difference of the clocks. */
      readonly before: Date;
    }
) & {
  /** When the provider issued the logout token, by its clock. */
  readonly issuedAt: Date;
};

/** Signs users in at an OpenID provider. Each function throws ProviderUnavailable if the provider does not respond. */
export interface SignInProvider {
  /** By which users recognize the provider. */
  readonly name: string;
  /** URL of the service as browsers know it; undefined if it is the origin of each request. */
  readonly publicUrl: string | undefined;
  /** Returns where the browser has to go, from where it comes back to `redirectUrl`. */
  begin(redirectUrl: string): Promise<{ readonly url: string; readonly pending: PendingSignIn }>;
  /**
   * Returns the user of a callback.
   *
   * @param callbackUrl  the `redirectUrl` with the query of the callback
   * @throws TokenRefused
   */
  complete(callbackUrl: string, pending: PendingSignIn): Promise<ProviderUser>;
  /** Returns where a browser signs out at the provider; undefined if the provider has no such page. */
  endSessionUrl(returnUrl: string): Promise<string | undefined>;
  /**
   * Verifies a logout token of the provider.
   *
   * @throws TokenRefused
   */
  readLogoutToken(token: string): Promise<LogoutNotice>;
}

/** What a client certificate says. */
export interface ClientCertificate {
  /** The part of the certificate that has the code of the user. */
  readonly userCode: string;
  /** In ms since 1970. */
  readonly expiresAt: number;
  /** SHA-256 of the certificate. */
  readonly fingerprint: Uint8Array;
}

/** Reads the client certificates that a gateway has verified and passes on in a header. */
export interface ClientCertificates {
  /** Name of the header. */
  readonly header: string;
  /** Returns whether a request with this secret comes from the gateway. */
  isGateway(secret: string | null): boolean;
  /** Reads the text of the header. @throws CredentialRefused */
  verify(text: string): ClientCertificate;
}

/** How the directory names users: by `uid`, or by `sAMAccountName`. */
export type DirectoryFlavour = 'LDAP' | 'AD';

/** Checks passwords in a directory. */
export interface DirectoryBind {
  /**
   * Returns whether the directory accepts the password of the user. An empty password is never sent: a directory would
   * accept it as an anonymous bind.
   *
   * @throws DirectoryUnavailable
   */
  bind(flavour: DirectoryFlavour, userCode: string, password: string): Promise<boolean>;
}
