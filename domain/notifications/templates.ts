import type { Platform, Template } from '../ports.ts';
import { RecordCache } from '../recordCache.ts';

/** A FormatterTemplate as delivering sees it. */
export type FormatterTemplateRef = Template & { readonly id: string; readonly name?: string };

interface Row {
  readonly id: string;
  readonly version: number;
  readonly incarnation: bigint;
  readonly doc: string;
}

const caches = new WeakMap<Platform, RecordCache<FormatterTemplateRef>>();

/** The FormatterTemplates of this process, as they are now or were a moment ago. */
export function formatterTemplatesOf(platform: Platform): RecordCache<FormatterTemplateRef> {
  let cache = caches.get(platform);
  if (!cache) {
    const { sql } = platform;
    cache = new RecordCache(async (by, value) => {
      const where = by === 'id' ? sql`where id = ${value}` : sql`where code = ${value}`;
      const [row] = await sql<Row[]>`select id, version, incarnation, doc from formatter_template ${where}`;
      if (!row) return undefined;
      const { content = '', ...values } = JSON.parse(row.doc) as FormatterTemplateRef;
      return { ...values, content, key: `${row.id} ${row.incarnation} ${row.version}` };
    });
    caches.set(platform, cache);
  }
  return cache;
}
