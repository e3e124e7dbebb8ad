import type { Database } from '../../db/client.ts';
import { userByCode } from '../../db/queries/access/credentialRows.ts';
import { CredentialRefused, notFound, ServiceError } from '../errors.ts';
import type { ClientCertificate, ClientCertificates } from '../ports/identity.ts';
import type { Services } from '../ports/services.ts';
import { isStorableText } from '../validation/values.ts';
import { type ActiveUser, activeUser, type Identified, principalOf } from './principal.ts';
import { beginSignedIn, type SignInClient, writeRefusal } from './signInSteps.ts';
import { beginAttempt } from './throttle.ts';

/** A request names its gateway by a secret in this header. */
const SECRET_HEADER = 'waybill-gateway-secret';

/**
 * Returns the text of the client certificate that the gateway has passed on; undefined if there is none. Proves nothing
 * about the certificate.
 *
 * @throws CredentialRefused if anybody but the gateway has sent the header of certificates
 */
export function passedOnCertificate(
  { clientCertificates }: Pick<Services, 'clientCertificates'>,
  headers: Headers,
): string | undefined {
  if (!clientCertificates) return undefined;
  const text = headers.get(clientCertificates.header);
  const secret = headers.get(SECRET_HEADER);
  const isOfGateway = clientCertificates.isGateway(secret);
  if (secret !== null && !isOfGateway) throw new CredentialRefused('the secret of the gateway is wrong');
  if (text !== null && !isOfGateway)
    throw new CredentialRefused('the client certificate has not come through the gateway');
  return text === null || text === '' ? undefined : text;
}

interface CertificateOwner {
  readonly owner: ActiveUser;
  readonly certificate: ClientCertificate;
}

/** Returns the active user with `authentication` PKI whom a certificate names. @throws CredentialRefused */
async function ownerOf(sql: Database, certificates: ClientCertificates, text: string): Promise<CertificateOwner> {
  const certificate = certificates.verify(text);
  const { userCode } = certificate;
  const row = isStorableText(userCode) ? await userByCode(sql, userCode) : undefined;
  if (!row) throw new CredentialRefused('no user has the code of the certificate');
  const owner = activeUser(row);
  if (owner.authentication !== 'PKI')
    throw new CredentialRefused(`users with authentication ${owner.authentication} have no certificate`, owner);
  return { owner, certificate };
}

/** Returns the principal of a certificate. @throws CredentialRefused */
export async function checkCertificate(
  sql: Database,
  certificates: ClientCertificates,
  text: string,
): Promise<Identified> {
  const { owner, certificate } = await ownerOf(sql, certificates, text);
  const { expiresAt } = certificate;
  const principal = principalOf(owner, { credential: 'certificate', expiresAt });
  return { principal, until: Math.min(owner.until, expiresAt) };
}

/**
 * Begins a session of the user of a certificate, which is valid with this certificate only.
 *
 * @param text  the certificate that the gateway has passed on; absent if there is none
 * @throws ServiceError UNAUTHORIZED; 404 if no gateway passes on certificates
 * @throws TooManyRequests
 */
export async function signInByCertificate(
  services: Services,
  text: string | undefined,
  client: SignInClient,
): Promise<{ readonly token: string; readonly user: Pick<ActiveUser, 'code' | 'name'> }> {
  const { clientCertificates, sql } = services;
  if (!clientCertificates)
    throw notFound('No gateway passes on client certificates.', ['CLIENT_CERT_HEADER: is not set']);
  const attempt = await beginAttempt(services, client.origin.address);
  try {
    if (text === undefined) throw new CredentialRefused('the gateway has passed on no client certificate');
    const { owner, certificate } = await ownerOf(sql, clientCertificates, text);
    const token = await beginSignedIn(services, { ...owner, certificate }, client);
    if (token === undefined) throw new CredentialRefused('the session could not begin');
    await attempt.forget();
    return { token, user: owner };
  } catch (error) {
    if (!(error instanceof CredentialRefused)) throw error;
    const { reason, owner } = error;
    await writeRefusal(services, { reason, ...(owner && { code: owner.code }) }, client);
    throw new ServiceError('UNAUTHORIZED', 'The browser has sent no certificate of a user who can sign in with it.');
  }
}
