import type { Database, Transaction } from '../client.ts';
import { LOCK_TIMEOUT, retryDdl } from '../retryDdl.ts';
import { ownerFunctions } from './ownerFunctions.ts';
import { scramVerifier } from './scramVerifier.ts';
import { processNames, type RoleName, tableGrants } from './tableGrants.ts';

interface DatabaseRole {
  readonly name: string;
  /** The role gets this password; undefined leaves its password as it is. */
  readonly password?: string;
}

export type DatabaseRoles = Readonly<Record<RoleName, DatabaseRole>>;

/** The lock of migrations: of two concurrent calls, the second waits for the first. */
const LOCK = 8_710_233;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Creates the roles that are missing, and gives both exactly the privileges of `tableGrants`. Repeated after each
 * migration, because new tables have no privileges. One transaction: processes that run meanwhile never lack a privilege.
 *
 * @param sql       a connection of the owner of the tables, which may create roles if one is missing
 * @param onBlocked called once, when another transaction holds a lock that the change needs
 */
export async function applyRoles(
  sql: Database,
  roles: DatabaseRoles,
  onBlocked: (reason: string) => void = () => {},
): Promise<void> {
  const names = { api: quoted(roles.api.name), worker: quoted(roles.worker.name) };
  const change = () =>
    sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${LOCK})`;
      await transaction`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
      for (const process of processNames) await makeRole(transaction, roles[process]);
      for (const { signature, roles: callers, returns = 'void', body } of ownerFunctions(names.worker)) {
        const name = `public.${signature.replace(/\(.*/, '')}`;
        await transaction.unsafe(`
          create or replace function public.${signature} returns ${returns} language plpgsql security definer
            set search_path = pg_catalog, public, pg_temp as $function$${body}$function$;
          revoke all on function ${name} from public, ${names.api}, ${names.worker};
          grant execute on function ${name} to ${callers.map((caller) => names[caller]).join(', ')}`);
      }
      const server = await serverOf(transaction);
      for (const process of processNames) await transaction.unsafe(grants(process, names[process], server).join(';'));
      await transaction.unsafe(groupRoleGuard(roles.worker.name));
    });
  await retryDdl(change, { onBlocked });
}

async function makeRole(transaction: Transaction, { name, password }: DatabaseRole): Promise<void> {
  const [existing] = await transaction`select from pg_roles where rolname = ${name}`;
  if (!existing) await transaction.unsafe(`create role ${quoted(name)} login`);
  if (password !== undefined)
    await transaction.unsafe(`alter role ${quoted(name)} password ${literal(scramVerifier(password))}`);
}

interface Server {
  /** Whether the server has the privilege MAINTAIN, which ANALYZE after an import needs. */
  readonly maintain: boolean;
}

async function serverOf(sql: Database | Transaction): Promise<Server> {
  const [server] = await sql<Server[]>`select current_setting('server_version_num')::int >= 170000 as maintain`;
  return server ?? { maintain: false };
}

/** Returns the privileges of a process by table, as GRANT lists them. */
const privilegesOf = (process: RoleName, { maintain }: Server): [table: string, privileges: string][] =>
  Object.entries(tableGrants).flatMap(([table, { [process]: privileges }]) =>
    privileges === undefined ? [] : [[table, privileges.replace(/\block or (\w+)/, maintain ? 'maintain' : '$1')]],
  );

function grants(process: RoleName, role: string, server: Server): string[] {
  const { maintain } = server;
  const ofTables = privilegesOf(process, server).map(([table, privileges]) => {
    const isWritten = maintain && /\bdelete\b/.test(privileges);
    return `grant ${privileges}${isWritten ? ', maintain' : ''} on public.${table} to ${role}`;
  });
  const ofIndexes = `select, insert, update, delete${maintain ? ', maintain' : ''}`;
  return [
    ...['public', 'search', 'pgboss', 'drizzle'].flatMap((schema) => [
      `grant usage on schema ${schema} to ${role}`,
      `revoke all on all tables in schema ${schema} from ${role}`,
    ]),
    ...ofTables,
    `grant usage on sequence public.search_index_number to ${role}`,
    ...(process === 'api' ? [`grant execute on function public.begin_erasure, public.erase_texts to ${role}`] : []),
    `grant select on drizzle.__drizzle_migrations to ${role}`,
    // Index tables come and go.
    `grant ${ofIndexes} on all tables in schema search to ${role}`,
    `alter default privileges in schema search grant ${ofIndexes} on tables to ${role}`,
    `grant select, insert, update, delete on all tables in schema pgboss to ${role}`,
    `grant usage on all sequences in schema pgboss to ${role}`,
  ];
}

/**
 * A worker writes groups, for the directory. The role that a group grants to its members is a right: no privilege on
 * columns can except it, because every write names all columns.
 */
const groupRoleGuard = (worker: string): string => `
  create or replace function public.refuse_group_role() returns trigger language plpgsql as $function$
  begin
    raise insufficient_privilege using message = format('%s may not change associated_user_role_id', current_user);
  end $function$;
  create or replace trigger user_group_role_insert before insert on public.user_group for each row
    when (current_user = ${literal(worker)} and new.associated_user_role_id is not null)
    execute function public.refuse_group_role();
  create or replace trigger user_group_role_update before update on public.user_group for each row
    when (current_user = ${literal(worker)} and new.associated_user_role_id is distinct from old.associated_user_role_id)
    execute function public.refuse_group_role()`;

/** Returns what prevents `applyRoles`, as a sentence; undefined if nothing does. */
export async function roleProblem(sql: Database, roles: DatabaseRoles): Promise<string | undefined> {
  if (roles.api.name === roles.worker.name)
    return `The api and the worker need two roles, and both are ${roles.api.name}.`;
  for (const { name } of Object.values(roles)) {
    const [row] = await sql<{ exists: boolean; owns: boolean; mayCreate: boolean; owner: string }[]>`
      select r.oid is not null as exists, coalesce(pg_has_role(r.oid, c.relowner, 'usage'), false) as owns,
        u.rolsuper or u.rolcreaterole as "mayCreate", u.rolname as owner
      from pg_class c join pg_roles u on u.rolname = current_user left join pg_roles r on r.rolname = ${name}
      where c.oid = 'public.log'::regclass`;
    if (row?.owns) return `The role ${name} has the rights of the owner of the tables, so that no privilege limits it.`;
    if (row && !row.exists && !row.mayCreate)
      return `The role ${name} does not exist, and ${row.owner} may not create it: a superuser has to run CREATE ROLE ${quoted(name)} LOGIN.`;
  }
  return undefined;
}

/** Returns the tables on which the role of `sql` lacks a privilege that the process needs. */
export async function tablesWithoutPrivilege(sql: Database, process: RoleName): Promise<string[]> {
  const needed = privilegesOf(process, await serverOf(sql)).flatMap(([table, privileges]) =>
    [...privileges.matchAll(/(\w+)(?: \(([\w, ]+)\))?/g)].flatMap(([, privilege = '', columns]) =>
      (columns?.split(', ') ?? [null]).map((column) => ({ table, privilege, column })),
    ),
  );
  const rows = await sql<{ table: string }[]>`
    select distinct n."table" from unnest(${needed.map(({ table }) => table)}::text[],
      ${needed.map(({ privilege }) => privilege)}::text[], ${needed.map(({ column }) => column)}::text[])
      as n("table", privilege, "column")
    where not case when n."column" is null then has_table_privilege('public.' || n."table", n.privilege)
      else has_column_privilege('public.' || n."table", n."column", n.privilege) end
    order by n."table"`;
  return rows.map(({ table }) => table);
}
