import type { Sql } from 'postgres';
import { claimIn, withSteps } from './claimStatements.ts';
import type { RemovedJobs } from './removedJobs.ts';

export interface Claiming {
  /** A pool of pg-boss alone. */
  readonly claims: Sql;
  readonly removedJobs: RemovedJobs;
  /** By queue whose steps are claimed with their jobs, the id of the worker. */
  readonly stepClaims: ReadonlyMap<string, string>;
}

/** Also without parameters, which the driver would otherwise send as a script. */
const PREPARED = { prepare: true, simple: false };

/**
 * The database as pg-boss of a process that claims jobs takes it. Statements are prepared: planning those that claim and complete a
 * job takes longer than they run.
 */
export function claimingDatabase({ claims, removedJobs, stepClaims }: Claiming) {
  const prepared = async (text: string, values: unknown[]) => [
    ...(await claims.unsafe(text, values as string[], PREPARED)),
  ];
  const rowsOf = (text: string, values: unknown[]): Promise<unknown[]> => {
    if (values.length === 0 && text.includes(';')) return runScript(claims, text);
    const claim = claimIn(text);
    const workerId = claim && stepClaims.get(claim.queue);
    return claim && workerId !== undefined
      ? prepared(withSteps(claim, values.length), [...values, workerId])
      : prepared(claim?.text ?? text, values);
  };
  return {
    executeSql: async (text: string, parameters: unknown[] = []) => {
      const { values, answer } = removedJobs.withoutThem(text, parameters);
      return { rows: answer ?? (await rowsOf(text, values)) };
    },
  };
}

/** Runs a text of several statements, which may begin and end a transaction, and returns the rows of them all. */
async function runScript(claims: Sql, text: string): Promise<unknown[]> {
  const connection = await claims.reserve();
  try {
    return (await connection.unsafe(text).simple()).flat();
  } catch (error) {
    // It fails with the connection.
    await connection
      .unsafe('rollback')
      .simple()
      .catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}
