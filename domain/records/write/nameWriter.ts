import type { Transaction } from '../../../db/client.ts';
import { nameCaller } from '../../../db/queries/access/auditRows.ts';
import type { Caller, Kind } from '../../kinds/kind.ts';
import { kindsOfRights } from '../../runtime/publishChange.ts';

/** Whether triggers write the changes of a kind to the audit list. */
export const isAudited = ({ name }: Kind): boolean => kindsOfRights.has(name);

/** Names the key and the request of a write in its audit entries, until the end of the transaction. */
export async function nameWriter(transaction: Transaction, kind: Kind, { keyName, requestId }: Caller): Promise<void> {
  if (isAudited(kind)) await nameCaller(transaction, { ...(keyName !== undefined && { keyName }), requestId });
}
