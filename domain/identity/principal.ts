import type { CredentialUser } from '../../db/queries/access/credentialRows.ts';
import type { KeyScope } from '../access/access.ts';
import { CredentialRefused } from '../errors.ts';
import type { Caller, JsonObject } from '../kinds/kind.ts';

/** Who sends a request, and by which credential. */
export interface Principal {
  /** Empty while authentication is off. */
  readonly userId: string;
  readonly code: string;
  readonly name: string;
  /** How the user signs in; absent while authentication is off. */
  readonly authentication?: string;
  /** `none` while authentication is off. */
  readonly credential: 'token' | 'key' | 'session' | 'certificate' | 'none';
  readonly keyId?: string;
  readonly keyName?: string;
  readonly sessionId?: string;
  /** The key narrows the rights of its user to these; all rights of the user if absent. */
  readonly scopes?: readonly KeyScope[];
  /** Id of the key, if it has a limit (domain/access/grants/keyLimit.ts). */
  readonly limitedBy?: string;
  /** When the credential ends, in ms since 1970. */
  readonly expiresAt?: number;
}

/** The principal while authentication is off. */
export const anonymousPrincipal: Principal = { userId: '', code: 'anonymous', name: 'anonymous', credential: 'none' };

/** Returns the members of a Caller that say who it is, and whose rights apply to work that it starts. */
export const signatureOf = ({
  userId,
  code,
  credential,
  scopes,
  limitedBy,
  keyName,
}: Principal): Pick<Caller, 'user' | 'holder' | 'keyName'> => ({
  user: code,
  ...(keyName !== undefined && { keyName }),
  ...(credential !== 'none' && { holder: { userId, ...(scopes && { scopes }), ...(limitedBy && { limitedBy }) } }),
});

/** A principal, and until when it holds unless rights change; ms since 1970. */
export interface Identified {
  readonly principal: Principal;
  readonly until: number;
}

/** A credential of a request. */
export type Credential =
  | { readonly type: 'bearer'; readonly token: string }
  | { readonly type: 'certificate'; readonly token: string }
  /** `certificate` is the client certificate that came with the session. */
  | { readonly type: 'session'; readonly token: string; readonly certificate?: string };

export interface ActiveUser extends Pick<Principal, 'userId' | 'code' | 'name'> {
  readonly authentication: string;
  /** End of the validity of the user, in ms since 1970. */
  readonly until: number;
}

/**
 * Returns the user of a credential.
 *
 * @param keyName of the credential, if it is an API key
 * @throws CredentialRefused if the user is disabled, not yet valid or expired
 */
export function activeUser({ userId, doc }: CredentialUser, keyName?: string): ActiveUser {
  const { code, name, status, validFrom, validTo, authentication } = JSON.parse(doc) as JsonObject;
  const user = { userId, code: String(code), name: String(name ?? code), authentication: String(authentication) };
  const now = Date.now();
  const until = typeof validTo === 'string' ? Date.parse(validTo) : Number.POSITIVE_INFINITY;
  const refused = (reason: string) => new CredentialRefused(reason, { code: user.code, keyName });
  if (status !== 'ENABLE') throw refused('the user is disabled');
  if (typeof validFrom === 'string' && now < Date.parse(validFrom)) throw refused('the user is not valid yet');
  if (now >= until) throw refused('the user is no longer valid');
  return { ...user, until };
}

export const principalOf = (
  { userId, code, name, authentication }: ActiveUser,
  more: Omit<Principal, 'userId' | 'code' | 'name' | 'authentication'>,
): Principal => ({ userId, code, name, authentication, ...more });
