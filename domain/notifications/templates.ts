import type { Database } from '../../db/client.ts';
import { pinnedText } from '../../db/queries/documents/templateRows.ts';
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
  readonly code: string;
  readonly documentType: Template['documentType'] | null;
  readonly pinned: PinnedTemplate;
}

/** Caches FormatterTemplates by code and by id, so that accepting a notification does not query the database for them. */
export type TemplateRefCache = RecordCache<TemplateRef>;

export function makeTemplateRefCache(sql: Database): TemplateRefCache {
  return new RecordCache(async (by, value) => {
    const where = by === 'id' ? sql`where t.id = ${value}` : sql`where t.code = ${value}`;
    const [row] = await sql<Row[]>`
      select t.id, t.code, t.doc::json ->> 'documentType' as "documentType",
        ${sql.unsafe(pinnedText('t', 'formatter_template'))} as pinned
      from formatter_template t ${where}`;
    return row && { ...row, documentType: row.documentType ?? 'PDF' };
  });
}
