import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A key and its certificate, both as files in PEM. */
export interface IssuedCertificate {
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly pem: string;
  /** As a byte sequence of RFC 9440. */
  readonly header: string;
}

export interface CertificateAuthority {
  readonly certificateFile: string;
  /**
   * Issues a certificate.
   *
   * @param subject `/O=Acme/CN=novak`
   * @param options `extensions`: lines of a section of openssl.cnf; `days`: its end from now on, or in the past
   */
  issue(subject: string, options?: { readonly extensions?: string; readonly days?: number }): IssuedCertificate;
  /** Revokes certificates. @returns the file of the revocation list */
  revoke(...certificates: readonly IssuedCertificate[]): string;
}

/** The extensions of a certificate for clients of TLS. */
export const clientExtensions = 'basicConstraints=CA:FALSE\nextendedKeyUsage=clientAuth';

/** Makes a certificate authority with its files in a folder. */
export function makeCertificateAuthority(folder: string): CertificateAuthority {
  mkdirSync(folder, { recursive: true });
  const file = (name: string) => join(folder, name);
  const openssl = (...parameters: string[]): void => {
    const { exitCode, stderr } = Bun.spawnSync(['openssl', ...parameters], { cwd: folder });
    if (exitCode !== 0) throw new Error(`openssl ${parameters.join(' ')}: ${stderr}`);
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-utf8'];
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Test CA', '-days', '30');
  writeFileSync(file('index.txt'), '');
  const names = ['countryName', 'organizationName', 'commonName'];
  const policy = names.map((name) => `${name}=optional`).join('\n');
  let count = 0;

  const settings = (extensions: string): string => {
    const name = `ca${count}.cnf`;
    const section = `database=index.txt\nrand_serial=yes\nnew_certs_dir=.\ndefault_md=sha256\ndefault_crl_days=30`;
    writeFileSync(
      file(name),
      `[ca]\ndefault_ca=own\n[own]\n${section}\npolicy=names\nunique_subject=no\n[names]\n${policy}\n[issued]\n${extensions}\n`,
    );
    return name;
  };
  const own = ['-cert', 'ca.pem', '-keyfile', 'ca.key', '-batch', '-notext', '-utf8'];

  return {
    certificateFile: file('ca.pem'),
    issue(subject, { extensions = clientExtensions, days = 1 } = {}) {
      const name = `issued${++count}`;
      openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject);
      const period = ['-startdate', time(Math.min(days, 0) - 1), '-enddate', time(days)];
      const request = ['-in', `${name}.csr`, '-out', `${name}.pem`, '-extensions', 'issued', ...period];
      openssl('ca', '-config', settings(extensions), ...own, ...request);
      const pem = readFileSync(file(`${name}.pem`), 'utf8');
      const base64 = pem.replace(/-----[^-]+-----|\s/g, '');
      return { certificateFile: file(`${name}.pem`), keyFile: file(`${name}.key`), pem, header: `:${base64}:` };
    },
    revoke(...certificates) {
      const keys = ['-config', settings(''), '-cert', 'ca.pem', '-keyfile', 'ca.key'];
      for (const { certificateFile } of certificates) openssl('ca', ...keys, '-revoke', certificateFile);
      openssl('ca', ...keys, '-gencrl', '-out', 'ca.crl');
      return file('ca.crl');
    },
  };
}

/** A time as `YYYYMMDDHHMMSSZ`. */
const time = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().replace(/[-:T]|\.\d+/g, '');

/**
 * Makes a key and a certificate that it has signed itself, as PEM.
 *
 * @param name the common name of both
 */
export function selfSigned(name: string): { readonly key: string; readonly certificate: string } {
  const made = Bun.spawnSync([
    ...['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`],
    ...['-keyout', '-', '-out', '-'],
  ]);
  if (made.exitCode !== 0) throw new Error(String(made.stderr));
  const text = String(made.stdout);
  const block = (label: string) =>
    new RegExp(`-----BEGIN ${label}-----[^]*?-----END ${label}-----\n`).exec(text)?.[0] ?? '';
  return { key: block('PRIVATE KEY'), certificate: block('CERTIFICATE') };
}
