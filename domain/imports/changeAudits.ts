import type { Transaction } from '../../db/client.ts';
import { auditsOfChanged } from '../../db/queries/imports/applyChanges.ts';
import { lineOf, stageAudits } from '../../db/queries/imports/diffTables.ts';
import { rawRows } from '../../db/queries/imports/snapshot.ts';
import { auditDocument } from '../filtering/searchDocument.ts';
import type { Audit, Caller, Kind } from '../kinds/kind.ts';
import { firstAudit, nextAudit } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { tableOf } from '../records/table.ts';
import { Spool, SpoolWriter } from '../runtime/spool.ts';
import { inside } from './stagedRecord.ts';

/** The auditInfo of the records that a save writes. That of changed records is staged in waybill_audits. */
export interface ChangeAudits {
  /** ISO 8601. */
  readonly when: string;
  /** The auditInfo of every new record, as JSON text. */
  readonly first: string;
  /** Its members in the search document, without braces. */
  readonly firstSearch: string;
}

/** Stages the next auditInfo of each CHANGE in waybill_changes that really changes its record. */
export async function stageChangeAudits(transaction: Transaction, kind: Kind, caller: Caller): Promise<ChangeAudits> {
  const now = new Date();
  const spool = new Spool();
  try {
    const writer = new SpoolWriter(spool);
    for await (const rows of rawRows(transaction, auditsOfChanged(tableOf(kind)))) {
      for (const row of rows) {
        const { n, audit } = parseStored<{ n: number; audit: Audit }>(row.toString());
        const next = nextAudit(audit, caller, now);
        await writer.add(lineOf([n, next.whenEdited, JSON.stringify(next), inside(auditDocument(next))]));
      }
    }
    await writer.flush();
    await stageAudits(transaction, spool.chunks());
  } finally {
    await spool.close();
  }
  const first = firstAudit(caller, now);
  return { when: now.toISOString(), first: JSON.stringify(first), firstSearch: inside(auditDocument(first)) };
}
