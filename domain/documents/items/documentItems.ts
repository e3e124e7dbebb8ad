import { addItems, type NewItem, readBatch } from '../../../db/queries/documents/documentItems.ts';
import { badRequest } from '../../errors.ts';
import type { ResentJob } from '../../jobs/types.ts';
import { free, type Members, string } from '../../kinds/declaration/members.ts';
import type { Json } from '../../kinds/kind.ts';
import type { Services } from '../../ports/services.ts';
import { readMembers } from '../../validation/readMembers.ts';
import { describe, isObject } from '../../validation/values.ts';
import { documentFormat, documentFormats } from '../templates/formats.ts';
import { type PinnedTemplate, pinTemplates } from './pinnedTemplates.ts';

/** Maximum length of the data of one document, in characters of JSON. */
export const MAX_DATA = 8 * 1024 * 1024;

export const tooMuchData = (at: string): string => `${at}: must have at most ${MAX_DATA / 1024 / 1024} MB as JSON`;

/** The members of a GenerateItem: one document of many. */
export const documentItemMembers = {
  documentId: string({ required: true, min: 1, max: 255, description: 'Chosen by the client; need not be unique.' }),
  documentTemplateCode: string({ required: true, min: 1, max: 255, description: 'Code of a FormatterTemplate.' }),
  data: free({ required: true, description: 'Input of the template.' }),
} satisfies Members;

export interface Item {
  readonly documentId: string;
  readonly templateCode: string;
  /** JSON text. */
  readonly data: string;
}

/** Reads an item. Its problems start with `at`, its path in the body. */
export function readItem(value: Json, problems: string[], at: string): Item | undefined {
  if (!isObject(value)) {
    problems.push(`${at}: must be an object, not ${describe(value)}`);
    return undefined;
  }
  const before = problems.length;
  const values = readMembers(documentItemMembers, value, problems, `${at}.`);
  if (problems.length > before) return undefined;
  const { documentId, documentTemplateCode, data } = values;
  const text = JSON.stringify(data);
  if (text.length > MAX_DATA) problems.push(tooMuchData(`${at}.data`));
  return { documentId: String(documentId), templateCode: String(documentTemplateCode), data: text };
}

/** Maximum number of items of one statement, and of the characters of their data. */
const MAX_BATCH = 500;
const MAX_BATCH_LENGTH = 1024 * 1024;

/** Stores the items of a Job in batches. Each template is pinned when its first item is stored. */
export class ItemStore {
  readonly #services: Services;
  readonly #jobId: string;
  readonly #pinned = new Map<string, PinnedTemplate | null>();
  #pending: (Item & { index: number })[] = [];
  #length = 0;
  #count = 0;

  constructor(services: Services, jobId: string) {
    this.#services = services;
    this.#jobId = jobId;
  }

  /** Number of items added. */
  get count(): number {
    return this.#count;
  }

  /** Returns a promise only when the batch is full: it resolves when the batch is stored. */
  add(item: Item): Promise<void> | undefined {
    this.#pending.push({ ...item, index: this.#count++ });
    this.#length += item.data.length;
    return this.#pending.length >= MAX_BATCH || this.#length >= MAX_BATCH_LENGTH ? this.flush() : undefined;
  }

  async flush(): Promise<void> {
    const items = this.#pending;
    this.#pending = [];
    this.#length = 0;
    if (items.length === 0) return;
    const { sql } = this.#services;
    const fresh = [...new Set(items.map(({ templateCode }) => templateCode))].filter((code) => !this.#pinned.has(code));
    if (fresh.length > 0) {
      const found = await pinTemplates(this.#services, fresh);
      for (const code of fresh) this.#pinned.set(code, found.get(code) ?? null);
    }
    const rows = items.map((item): NewItem => ({ ...item, template: this.#pinned.get(item.templateCode) ?? null }));
    await addItems(sql, this.#jobId, rows);
  }
}

/** Throws a 400 if the items of the Job have been deleted, because a resend could then render nothing. */
export async function refuseWithoutItems({ sql }: Pick<Services, 'sql'>, { id, data }: ResentJob): Promise<undefined> {
  if (Array.isArray(data.items) || (await readBatch(sql, id))) return;
  throw badRequest('The documents cannot be rendered again.', ['jobId: the items of the Job have been deleted']);
}

/** Maximum number of items in `data` of a Job. They are part of the record, which is searched and listed. */
const MAX_IN_DATA = 1_000;

/** The problems of `data` of a GENERATE_DOCUMENTS Job that a client creates. */
export function checkDocumentsData(data: unknown): string[] {
  if (!isObject(data)) return ['data: is required, with format and items'];
  const problems: string[] = [];
  const { format, items } = data;
  if (typeof format !== 'string' || !documentFormat(format)) {
    const names = documentFormats.map(({ name }) => name).join(', ');
    problems.push(`data.format: must be one of ${names}, or the media type of one, not ${describe(format)}`);
  }
  if (!Array.isArray(items)) problems.push(`data.items: must be an array of items, not ${describe(items)}`);
  else if (items.length > MAX_IN_DATA)
    problems.push(
      `data.items: must have at most ${MAX_IN_DATA} elements, POST /documents/generate-many/{format} takes more`,
    );
  else items.forEach((item, index) => void readItem(item, problems, `data.items[${index}]`));
  return problems;
}
