import { userByCode } from '../../db/queries/access/credentialRows.ts';
import { accessUnconfirmed, CredentialRefused } from '../errors.ts';
import {
  type AccessEpoch,
  type ClientCertificates,
  type Principals,
  ProviderUnavailable,
  TokenRefused,
  type TokenVerifier,
} from '../ports/identity.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';
import { isStorableText } from '../validation/values.ts';
import { checkApiKey } from './apiKeys.ts';
import { checkCertificate } from './certificates.ts';
import { CredentialUsage } from './credentialUsage.ts';
import { activeUser, type Credential, type Identified, type Principal, principalOf } from './principal.ts';
import { sha256 } from './secrets.ts';
import { checkSession } from './sessions.ts';

const MAX_ENTRIES = 10_000;
/** Maximum time a principal is used without being read, in ms. */
const MAX_AGE_MS = 5 * 60_000;
/** A longer bearer token is refused before it is read. */
const MAX_TOKEN = 16 * 1024;

interface Entry {
  readonly principal: Principal;
  readonly epoch: number;
  readonly until: number;
}

/**
 * Finds the principals of credentials. A principal is cached by the SHA-256 of its credential, until rights change, or
 * until the credential or its user expires. Refusals are not cached.
 */
export class PrincipalCache implements Principals {
  readonly usage: CredentialUsage;
  readonly #sql: ServiceDependencies['sql'];
  readonly #tokens: TokenVerifier | undefined;
  readonly #certificates: ClientCertificates | undefined;
  readonly #epoch: AccessEpoch;
  readonly #entries = new Map<string, Entry>();

  constructor(
    dependencies: Pick<ServiceDependencies, 'sql' | 'log' | 'tokenVerifier' | 'clientCertificates'>,
    epoch: AccessEpoch,
  ) {
    this.#sql = dependencies.sql;
    this.#tokens = dependencies.tokenVerifier;
    this.#certificates = dependencies.clientCertificates;
    this.#epoch = epoch;
    this.usage = new CredentialUsage(dependencies);
  }

  async identify(credential: Credential): Promise<Principal> {
    const { type, token } = credential;
    if (token.length > MAX_TOKEN) throw new CredentialRefused('the token is too long');
    const epoch = await this.#epoch.confirmed();
    const certificate = type === 'session' ? credential.certificate : undefined;
    const hash = sha256([type, token, ...(certificate === undefined ? [] : [certificate])].join(' ')).toString(
      'base64url',
    );
    const known = this.#entries.get(hash);
    if (known && known.epoch === epoch && Date.now() < known.until) {
      this.usage.used(known.principal);
      return known.principal;
    }
    this.#entries.delete(hash);
    const { principal, until } = await this.#check(credential);
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    this.#entries.set(hash, { principal, epoch, until: Math.min(until, Date.now() + MAX_AGE_MS) });
    this.usage.used(principal);
    return principal;
  }

  #check(credential: Credential): Promise<Identified> {
    const { type, token } = credential;
    if (type === 'session') return this.#checkSession(token, credential.certificate);
    if (type === 'certificate') return this.#checkCertificate(token);
    return token.startsWith('wbk_') ? checkApiKey(this.#sql, token) : this.#checkToken(token);
  }

  async #checkSession(token: string, text: string | undefined): Promise<Identified> {
    const certificate = text === undefined ? undefined : this.#certificates?.verify(text);
    return checkSession(this.#sql, token, certificate);
  }

  async #checkCertificate(text: string): Promise<Identified> {
    if (!this.#certificates) throw new CredentialRefused('CLIENT_CERT_HEADER is not set');
    return checkCertificate(this.#sql, this.#certificates, text);
  }

  async #checkToken(token: string): Promise<Identified> {
    if (!this.#tokens) throw new CredentialRefused('OIDC_ISSUER is not set');
    try {
      const { userCode, expiresAt } = await this.#tokens.verify(token);
      const row = isStorableText(userCode) ? await userByCode(this.#sql, userCode) : undefined;
      if (!row) throw new CredentialRefused('no user has the code of the token');
      const owner = activeUser(row);
      const principal = principalOf(owner, { credential: 'token', expiresAt });
      return { principal, until: Math.min(owner.until, expiresAt) };
    } catch (error) {
      if (error instanceof TokenRefused) throw new CredentialRefused(error.message);
      if (error instanceof ProviderUnavailable) throw accessUnconfirmed(error);
      throw error;
    }
  }
}
