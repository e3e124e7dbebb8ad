import { timingSafeEqual, X509Certificate } from 'node:crypto';
import { CredentialRefused } from '../../domain/errors.ts';
import type { ClientCertificate, ClientCertificates } from '../../domain/ports/identity.ts';

export interface ClientCertificateOptions {
  /** Name of the header in which the gateway passes on the certificate. */
  readonly header: string;
  /** Only the gateway knows it, and sends it in every request. */
  readonly secret: string;
  /** The part of a certificate that has the code of the user: common name, e-mail address, or distinguished name. */
  readonly user: 'cn' | 'email' | 'dn';
  /** The authorities, one of which must have issued a certificate; any if absent, as the gateway verifies them. */
  readonly issuers?: readonly X509Certificate[];
}

const MAX_LENGTH = 16 * 1024;
/** The extended key usage of clients of TLS (RFC 5280). */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

/** `:MIIC…:`, a byte sequence of RFC 9440; a certificate in PEM; or its DER in base64. */
const formats = [
  /^:([A-Za-z\d+/]+={0,2}):$/,
  /^-----BEGIN CERTIFICATE-----\s([A-Za-z\d+/=\s]+)-----END CERTIFICATE-----\s*$/,
  /^([A-Za-z\d+/]+={0,2})$/,
];

/** Reads the certificates that a gateway has verified. Two certificates in one header, and chains, are refused. */
export function makeClientCertificates({
  header,
  secret,
  user,
  issuers,
}: ClientCertificateOptions): ClientCertificates {
  const expected = sha256(secret);
  return {
    header,
    isGateway: (sent) => sent !== null && timingSafeEqual(sha256(sent), expected),
    verify(text): ClientCertificate {
      const certificate = read(text);
      const now = Date.now();
      const expiresAt = certificate.validToDate.getTime();
      if (!isValidAt(certificate, now)) throw new CredentialRefused('the certificate has expired or is not valid yet');
      if (certificate.ca) throw new CredentialRefused('the certificate is one of an authority');
      // Bun names the extended key usages; without the extension, a certificate is for every use.
      const usages = certificate.keyUsage as readonly string[] | undefined;
      if (usages && !usages.includes(CLIENT_AUTH))
        throw new CredentialRefused('the certificate is not for clients of TLS');
      if (issuers && !issuers.some((issuer) => isValidAt(issuer, now) && hasIssued(issuer, certificate)))
        throw new CredentialRefused('the certificate is of none of the authorities in CLIENT_CERT_ISSUERS');
      const userCode = nameIn[user](certificate);
      if (userCode === undefined)
        throw new CredentialRefused(`the certificate does not have exactly one ${labels[user]}`);
      return { userCode, expiresAt, fingerprint: sha256(certificate.raw) };
    },
  };
}

function read(text: string): X509Certificate {
  const malformed = new CredentialRefused('the header of the client certificate is malformed');
  if (text.length > MAX_LENGTH) throw malformed;
  try {
    const decoded = text.includes('%') ? decodeURIComponent(text) : text;
    const base64 = formats.map((format) => format.exec(decoded)?.[1]).find((match) => match !== undefined);
    const der = Buffer.from(base64 ?? '', 'base64');
    const certificate = new X509Certificate(der);
    // Bytes after the certificate are ignored by the parser.
    if (certificate.raw.length === der.length) return certificate;
  } catch {
    throw malformed;
  }
  throw malformed;
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: number): boolean =>
  validFromDate.getTime() <= now && now < validToDate.getTime();

const hasIssued = (issuer: X509Certificate, certificate: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

const labels = { cn: 'common name', email: 'e-mail address', dn: 'distinguished name' } as const;

const nameIn = {
  // A subject with several common names has an array of them.
  cn(certificate) {
    const name: unknown = certificate.toLegacyObject().subject.CN;
    return typeof name === 'string' && name !== '' ? name : undefined;
  },
  // A name with commas or control characters is quoted, and never an address of a user.
  email({ subjectAltName }) {
    const addresses = (subjectAltName?.split(', ') ?? []).filter((name) => name.startsWith('email:'));
    const [address = ''] = addresses.map((name) => name.slice('email:'.length));
    return addresses.length === 1 && address !== '' && !address.startsWith('"') ? address : undefined;
  },
  // RFC 4514 begins with the last part. The parts have its escapes.
  dn: ({ subject }) =>
    subject
      ? subject
          .split('\n')
          .reverse()
          .map((part) => part.replaceAll(' + ', '+'))
          .join(',')
      : undefined,
} as const satisfies Record<string, (certificate: X509Certificate) => string | undefined>;

const sha256 = (value: string | Uint8Array): Buffer => new Bun.CryptoHasher('sha256').update(value).digest();
