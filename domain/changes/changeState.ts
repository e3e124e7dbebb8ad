import type { ChangeRow } from '../../db/queries/changes/changeRows.ts';
import type { JsonObject, Kind } from '../kinds/kind.ts';
import { linksOf } from '../kinds/linkMembers.ts';
import { inDeclaredOrder } from '../kinds/memberOrder.ts';
import { parseStored } from '../records/storedText.ts';

/** The stored texts of a record at one time. */
export interface State {
  readonly doc: string;
  readonly audit: string;
}

/** Returns the record after a change; undefined after a deletion. */
export function stateAfter(kind: Kind, { change, doc, audit, relinkedTo }: ChangeRow): State | undefined {
  if (change === 'DELETED') return undefined;
  return { doc: withLinks(kind, doc, relinkedTo), audit };
}

/** Returns the record before a change; undefined before a creation, or if the history does not have the version. */
export function stateBefore(kind: Kind, row: ChangeRow): State | undefined {
  const { change, doc, audit, linksBefore, relinkedFrom, earlierDoc, earlierAudit } = row;
  if (relinkedFrom !== null) return { doc: withLinks(kind, doc, relinkedFrom), audit };
  if (change === 'CREATED') return undefined;
  // The row of a deletion has the last state.
  if (change === 'DELETED') return { doc, audit };
  return earlierDoc === null || earlierAudit === null
    ? undefined
    : { doc: withLinks(kind, earlierDoc, linksBefore), audit: earlierAudit };
}

/** @param links the link members as JSON text; null leaves those of the record */
function withLinks(kind: Kind, doc: string, links: string | null): string {
  if (links === null) return doc;
  const values = parseStored<JsonObject>(doc);
  for (const { member } of linksOf(kind)) delete values[member];
  return JSON.stringify(inDeclaredOrder(kind, { ...values, ...parseStored<JsonObject>(links) }));
}
