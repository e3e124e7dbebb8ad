import type { Transaction } from '../../client.ts';

/** Makes the second of two concurrent creations of an administrator wait for the first. */
export const lockAdministratorCreation = (transaction: Transaction) =>
  transaction`select pg_advisory_xact_lock(8710235)`;

/** Returns the record with the id, otherwise the one with the code. */
export async function rowByIdOrCode(
  transaction: Transaction,
  table: 'app_user' | 'role' | 'access_rule',
  { id = null, code }: { readonly id?: string | null; readonly code: string },
): Promise<{ id: string; doc: string } | undefined> {
  const [row] = await transaction<{ id: string; doc: string }[]>`
    select id, doc from ${transaction(table)} where id = ${id} or code = ${code} order by id = ${id} desc limit 1`;
  return row;
}

/** Returns how many users have a role, and how many groups give it to their members. */
export async function roleHolders(
  transaction: Transaction,
  roleId: string,
): Promise<{ users: number; groups: number }> {
  const [row] = await transaction<{ users: number; groups: number }[]>`
    select (select count(*)::int from user_role where role_id = ${roleId}) as users,
      (select count(*)::int from user_group where associated_user_role_id = ${roleId}) as groups`;
  return row ?? { users: 0, groups: 0 };
}
