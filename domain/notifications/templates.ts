import type { Database } from '../../db/client.ts';
import type { PinnedTemplate } from '../documents/items/pinnedTemplates.ts';
import type { Template } from '../ports/rendering.ts';

import { RecordCache } from '../runtime/recordCache.ts';

/** A pinned FormatterTemplate: all recipients of a notification get the same version. */
export interface TemplateRef {
  readonly id: string;
  readonly code: string;
  readonly documentType: Template['documentType'];
  readonly pinned: PinnedTemplate;
}

interface Row {
  readonly id: string;
  readonly version: number;
  readonly incarnation: bigint;
  readonly code: string;
  readonly documentType: Template['documentType'] | null;
}

/** Caches FormatterTemplates by code and by id, so that accepting a notification does not query the database for them. */
export type TemplateRefCache = RecordCache<TemplateRef>;

export function makeTemplateRefCache(sql: Database): TemplateRefCache {
  return new RecordCache(async (by, value) => {
    const where = by === 'id' ? sql`where id = ${value}` : sql`where code = ${value}`;
    const [row] = await sql<Row[]>`
      select id, version, incarnation, code, doc::json ->> 'documentType' as "documentType" from formatter_template ${where}`;
    if (!row) return undefined;
    const { id, incarnation, version, code, documentType } = row;
    return { id, code, documentType: documentType ?? 'PDF', pinned: `${id} ${incarnation} ${version}` };
  });
}
