import type { Transaction } from '../../../db/client.ts';
import { nameCaller, nameHolder } from '../../../db/queries/access/auditRows.ts';
import type { Caller, Kind } from '../../kinds/kind.ts';
import { kindsOfRights } from '../../runtime/publishChange.ts';

/** Whether triggers write the changes of a kind to the audit list. */
export const isAudited = ({ name }: Kind): boolean => kindsOfRights.has(name);

/** Whether triggers store who writes a record of the kind. */
export const needsWriter = (kind: Kind): boolean => isAudited(kind) || kind.actsForWriter === true;

/** Names the writer for the triggers of the kind, until the end of the transaction. */
export async function nameWriter(
  transaction: Transaction,
  kind: Kind,
  { keyName, requestId, holder }: Caller,
): Promise<void> {
  if (isAudited(kind)) await nameCaller(transaction, { ...(keyName !== undefined && { keyName }), requestId });
  if (kind.actsForWriter) await nameHolder(transaction, { ...holder });
}
