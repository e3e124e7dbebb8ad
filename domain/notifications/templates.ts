import type { PinnedTemplate } from '../documents/pinnedTemplates.ts';
import type { Template } from '../ports/rendering.ts';
import type { Services } from '../ports/services.ts';
import { RecordCache } from '../runtime/recordCache.ts';

/** A FormatterTemplate as a notification names it: pinned, so that all of its recipients are told the same. */
export interface TemplateRef {
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

const caches = new WeakMap<Services, RecordCache<TemplateRef>>();

/** The FormatterTemplates of this process: accepting a notification looks none up. */
export function templateRefsOf(services: Services): RecordCache<TemplateRef> {
  let cache = caches.get(services);
  if (!cache) {
    const { sql } = services;
    cache = new RecordCache(async (by, value) => {
      const where = by === 'id' ? sql`where id = ${value}` : sql`where code = ${value}`;
      const [row] = await sql<Row[]>`
        select id, version, incarnation, code, doc::json ->> 'documentType' as "documentType" from formatter_template ${where}`;
      if (!row) return undefined;
      const { id, incarnation, version, code, documentType } = row;
      return { code, documentType: documentType ?? 'PDF', pinned: `${id} ${incarnation} ${version}` };
    });
    caches.set(services, cache);
  }
  return cache;
}
