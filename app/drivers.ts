import { X509Certificate } from 'node:crypto';
import { access, constants, readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { type Database, openDatabase } from '../db/client.ts';
import { kindNamed } from '../domain/kinds/index.ts';
import type { BounceMailbox } from '../domain/ports/bounceMailbox.ts';
import type { Component } from '../domain/ports/component.ts';
import type { Directory } from '../domain/ports/directory.ts';
import type { ClientCertificates, DirectoryBind, SignInProvider, TokenVerifier } from '../domain/ports/identity.ts';
import { primaryReads, type Reads } from '../domain/ports/reads.ts';
import type { Browser } from '../domain/ports/rendering.ts';
import type { SearchEngine } from '../domain/ports/search.ts';
import { messageOf, reasonOf } from '../domain/runtime/errorDetails.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';
import { noTracing, type Tracing } from '../domain/runtime/tracing.ts';
import { ReadReplica, type ReadReplicaOptions } from '../drivers/readReplica/readReplica.ts';
import { makePostgresSearch } from '../drivers/search/postgres/postgresEngine.ts';
import type { Config } from './config.ts';

/** Makes the drivers that the configuration asks for. Heavy ones are imported only by a process that uses them. */

export function databaseUrl({ databaseUrl: url }: Config): string {
  if (!url) throw new OperatorError('DATABASE_URL is not set: only `npm start` brings a PostgreSQL of its own.');
  return url;
}

/** @throws OperatorError when the database cannot be reached: the operator can correct that sooner than a retry would */
export async function connectDatabase(config: Config, role: string, max: number): Promise<Database> {
  const url = databaseUrl(config);
  const sql = openDatabase(url, { name: `waybill ${role}`, max });
  try {
    await sql`select 1`;
    return sql;
  } catch (error) {
    await sql.end({ timeout: 0 });
    const { host, pathname } = new URL(url);
    throw new OperatorError(
      `DATABASE_URL names the database ${pathname.slice(1)} on ${host}, which cannot be used: ${reasonOf(error)}.`,
    );
  }
}

/** Returns the read replica; undefined if none is configured. Whether it is available is measured, and no reason to stop. */
export function makeReadReplica(
  { readDatabaseUrl: url, readMaxLagSeconds }: Config,
  options: Omit<ReadReplicaOptions, 'url' | 'maxLagMs'>,
): ReadReplica | undefined {
  return url === undefined ? undefined : new ReadReplica({ ...options, url, maxLagMs: readMaxLagSeconds * 1_000 });
}

export async function makeTracing(
  role: string,
  { otlpEndpoint: endpoint, tracesPercent }: Config,
): Promise<{ tracing: Tracing; components: readonly Component[] }> {
  if (!endpoint) return { tracing: noTracing, components: [] };
  const { makeOtlpTracing } = await import('../drivers/tracing/otlp.ts');
  const { tracing, exporter } = makeOtlpTracing({ endpoint, role, ratio: tracesPercent / 100 });
  return { tracing, components: [exporter] };
}

export async function makeBounceMailbox(config: Config): Promise<BounceMailbox | undefined> {
  const { bounceMailboxUrl: url, bounceMailboxFolder: folder, bounceMailboxSeconds, smtpTimeoutSeconds } = config;
  if (!url) return undefined;
  const { makeImapMailbox } = await import('../drivers/bounces/imapMailbox.ts');
  return makeImapMailbox({ url, folder, pollMs: bounceMailboxSeconds * 1_000, timeoutMs: smtpTimeoutSeconds * 1_000 });
}

export async function makeDirectory(config: Config): Promise<Directory | undefined> {
  const { ldapUrl: url, ldapBaseDn: baseDn, ldapBindDn: bindDn, ldapPassword: password, ldapGroupType } = config;
  if (!url) return undefined;
  if (!baseDn)
    throw new OperatorError('LDAP_URL is set and LDAP_BASE_DN is not. Set LDAP_BASE_DN to the base of the groups.');
  // A directory accepts a name without a password as an anonymous user.
  if (bindDn && !password) throw new OperatorError('LDAP_BIND_DN is set, and LDAP_PASSWORD is not.');
  const { makeLdapDirectory } = await import('../drivers/directory/ldapDirectory.ts');
  return makeLdapDirectory({
    url,
    baseDn,
    ...(bindDn && { bindDn, password }),
    ...(ldapGroupType && { groupType: ldapGroupType }),
    groupFilter: config.ldapGroupFilter,
    attributes: config.ldapAttributes,
    timeoutMs: config.ldapTimeoutSeconds * 1_000,
  });
}

/** Users of the directory sign in with its passwords. */
export async function makeUserBind(config: Config): Promise<DirectoryBind | undefined> {
  const { ldapUrl: url, ldapBindDn: bindDn, ldapPassword: password } = config;
  if (!url) return undefined;
  const { makeDirectoryBind } = await import('../drivers/identity/directoryBind.ts');
  return makeDirectoryBind({
    url,
    baseDn: config.ldapUserBaseDn || config.ldapBaseDn,
    ...(bindDn && { bindDn, password }),
    userAttributes: { LDAP: config.ldapUserAttribute, AD: 'sAMAccountName' },
    timeoutMs: config.ldapTimeoutSeconds * 1_000,
  });
}

export async function makeTokenVerifier(config: Config): Promise<TokenVerifier | undefined> {
  const { oidcIssuer: issuer, oidcAudience: audience, oidcUserClaim: userClaim, oidcAlgorithms: algorithms } = config;
  if (!issuer) return undefined;
  if (!audience)
    throw new OperatorError(
      'OIDC_ISSUER is set and OIDC_AUDIENCE is not. Tokens of any other audience would be accepted.',
    );
  const { makeOidcTokens } = await import('../drivers/identity/oidcTokens.ts');
  return makeOidcTokens({ issuer, audience, userClaim, algorithms });
}

/** Users of the console sign in at the OpenID provider. */
export async function makeSignInProvider(config: Config): Promise<SignInProvider | undefined> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, publicUrl } = config;
  if (!issuer || !clientId) return undefined;
  const { makeOidcSignIn } = await import('../drivers/identity/oidcSignIn.ts');
  return makeOidcSignIn({
    ...{ issuer, clientId, userClaim: config.oidcUserClaim, algorithms: config.oidcAlgorithms },
    ...(clientSecret && { clientSecret }),
    ...(publicUrl !== undefined && { publicUrl }),
  });
}

/** The gateway passes on client certificates. */
export async function makeClientCertificates(config: Config): Promise<ClientCertificates | undefined> {
  const { clientCertHeader: header, clientCertUser: user, clientCertIssuers, gatewaySecret: secret } = config;
  if (!header) return undefined;
  const certificates = await import('../drivers/identity/clientCertificates.ts');
  const issuers = clientCertIssuers ? await readIssuers(clientCertIssuers) : undefined;
  return certificates.makeClientCertificates({ header, secret, user, ...(issuers && { issuers }) });
}

async function readIssuers(file: string): Promise<X509Certificate[]> {
  const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
  try {
    const issuers = ((await readFile(file, 'utf8')).match(pem) ?? []).map((one) => new X509Certificate(one));
    if (issuers.length > 0) return issuers;
  } catch (error) {
    throw new OperatorError(`CLIENT_CERT_ISSUERS names ${file}, which cannot be read: ${messageOf(error)}.`);
  }
  throw new OperatorError(`CLIENT_CERT_ISSUERS names ${file}, which has no certificate in PEM.`);
}

/** What prints PDFs of templates that ask for a browser; undefined if none is configured. */
export async function makeBrowser(config: Config, log: Logger): Promise<(Browser & Component) | undefined> {
  const { chromiumPath: path, gotenbergUrl: url, browserPages: size, browserMemoryMb: maxMb } = config;
  const limitMs = config.browserTimeoutSeconds * 1_000;
  if (path && url !== undefined)
    throw new OperatorError('CHROMIUM_PATH and GOTENBERG_URL are both set. Set only the one that prints PDFs.');
  if (url !== undefined) {
    const { makeGotenberg } = await import('../drivers/rendering/browser/gotenberg.ts');
    return makeGotenberg({ url, size, limitMs });
  }
  if (!path) return undefined;
  await access(path, constants.X_OK).catch((error: unknown) => {
    throw new OperatorError(`CHROMIUM_PATH names ${path}, which cannot be run: ${messageOf(error)}.`);
  });
  const { makeChromium } = await import('../drivers/rendering/browser/chromium.ts');
  return makeChromium({ log, path, size, limitMs, maxMb });
}

export async function makeSearch(
  config: Config,
  sql: Database,
  reads: Reads = primaryReads(sql),
): Promise<SearchEngine & { close(): Promise<void> }> {
  const { elasticsearchUrl: url, elasticsearchPrefix: prefix, elasticsearchReplicas: replicas } = config;
  if (!url) return Object.assign(makePostgresSearch(sql, { reads }), { close: async () => {} });
  const { makeElasticsearchSearch } = await import('../drivers/search/elasticsearch/elasticsearchEngine.ts');
  const shards = Object.fromEntries(config.elasticsearchShards);
  for (const name of Object.keys(shards)) {
    if (!kindNamed(name)) throw new OperatorError(`ELASTICSEARCH_SHARDS names ${name}, and no kind has this name.`);
  }
  return makeElasticsearchSearch(sql, { url, prefix, replicas, shards });
}
