import type { Database } from '../db/client.ts';
import { classify } from '../db/errors.ts';
import { tablesAreCurrent } from '../db/migrations/migrate.ts';
import { applyRoles, roleProblem, tablesWithoutPrivilege } from '../db/roles/applyRoles.ts';
import type { RoleName } from '../db/roles/tableGrants.ts';
import { messageOf } from '../domain/runtime/errorDetails.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';
import type { Config } from './config.ts';

/** Grants the roles of api and worker what they need, if the configuration names them. A step of `migrate`. */
export async function grantRoles(sql: Database, config: Config, onBlocked: (reason: string) => void): Promise<void> {
  const { databaseApiRole: api, databaseWorkerRole: worker } = config;
  if (!api && !worker) return;
  if (!api || !worker) {
    const [set, unset] = api ? ['API', 'WORKER'] : ['WORKER', 'API'];
    throw new OperatorError(`DATABASE_${set}_ROLE is set, and DATABASE_${unset}_ROLE is not. Set both or neither.`);
  }
  const { databaseApiPassword, databaseWorkerPassword } = config;
  const roles = {
    api: { name: api, ...(databaseApiPassword && { password: databaseApiPassword }) },
    worker: { name: worker, ...(databaseWorkerPassword && { password: databaseWorkerPassword }) },
  };
  const problem = await roleProblem(sql, roles);
  if (problem !== undefined) throw new OperatorError(problem);
  await applyRoles(sql, roles, onBlocked);
}

/**
 * Runs what needs more privileges than a process: those of the owner of the tables, or of an api.
 *
 * @throws OperatorError that names the `needed` role if the role that connects lacks a privilege
 */
export async function requirePrivileges<T>(needed: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (classify(error) !== 'insufficientPrivilege') throw error;
    throw new OperatorError(
      `The role in DATABASE_URL lacks privileges (${messageOf(error)}): set DATABASE_URL to that of ${needed}.`,
    );
  }
}

/** @throws OperatorError if migrations are missing, or privileges of the role that connects */
export async function checkDatabase(sql: Database, process: RoleName): Promise<void> {
  const lacking = await lackingPrivileges(sql, process);
  if (lacking.length === 0) return;
  const [row] = await sql<{ user: string }[]>`select current_user as user`;
  throw new OperatorError(
    `The role ${row?.user} lacks privileges on ${lacking.join(', ')}: run \`npm run migrate\` as the owner of the tables, with DATABASE_${process.toUpperCase()}_ROLE=${row?.user}.`,
  );
}

async function lackingPrivileges(sql: Database, process: RoleName): Promise<string[]> {
  try {
    if (!(await tablesAreCurrent(sql)))
      throw new OperatorError('The database lacks migrations that this version needs: run `npm run migrate` first.');
    return await tablesWithoutPrivilege(sql, process);
  } catch (error) {
    if (classify(error) === 'insufficientPrivilege') return ['the tables'];
    throw error;
  }
}
