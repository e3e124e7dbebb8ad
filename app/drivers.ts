import { type Database, openDatabase } from '../db/client.ts';
import { kindNamed } from '../domain/kinds/index.ts';
import type { Component } from '../domain/ports/component.ts';
import type { Directory } from '../domain/ports/directory.ts';
import type { SearchEngine } from '../domain/ports/search.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';
import { noTracing, type Tracing } from '../domain/runtime/tracing.ts';
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
    const { code, message } = error as { code?: string; message: string };
    const reason = (message || code || 'no answer').replace(/\.$/, '');
    throw new OperatorError(
      `DATABASE_URL names the database ${pathname.slice(1)} on ${host}, which cannot be used: ${reason}.`,
    );
  }
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

export async function makeSearch(config: Config, sql: Database): Promise<SearchEngine & { close(): Promise<void> }> {
  const { elasticsearchUrl: url, elasticsearchPrefix: prefix, elasticsearchReplicas: replicas } = config;
  if (!url) return Object.assign(makePostgresSearch(sql), { close: async () => {} });
  const { makeElasticsearchSearch } = await import('../drivers/search/elasticsearch/elasticsearchEngine.ts');
  const shards = Object.fromEntries(config.elasticsearchShards);
  for (const name of Object.keys(shards)) {
    if (!kindNamed(name)) throw new OperatorError(`ELASTICSEARCH_SHARDS names ${name}, and there is no such kind.`);
  }
  return makeElasticsearchSearch(sql, { url, prefix, replicas, shards });
}
