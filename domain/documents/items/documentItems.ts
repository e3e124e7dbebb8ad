import { addItems, type NewItem, readBatch } from '../../../db/queries/documents/documentItems.ts';
import { readJob } from '../../../db/queries/jobs/jobRows.ts';
import { badRequest } from '../../errors.ts';
import { free, type Members, string } from '../../kinds/declaration/members.ts';
import type { Json, JsonObject } from '../../kinds/kind.ts';
import type { Services } from '../../ports/services.ts';
import { readMembers } from '../../validation/readMembers.ts';
import { describe, isObject } from '../../validation/values.ts';
import { documentFormat, documentFormats } from '../templates/formats.ts';
import { type PinnedTemplate, pinTemplates } from './pinnedTemplates.ts';

/** Characters of the data of one document as JSON. */
export const MAX_DATA = 8 * 1024 * 1024;

export const tooMuchData = (at: string): string => `${at}: must have at most ${MAX_DATA / 1024 / 1024} MB as JSON`;

/** One document of many: GenerateItem. */
const itemMembers = {
  documentId: string({ required: true, min: 1, max: 255, description: 'Chosen by the client; need not be unique.' }),
  documentTemplateCode: string({ required: true, min: 1, max: 255 }),
  data: free({ required: true }),
} satisfies Members;

export interface Item {
  readonly documentId: string;
  readonly templateCode: string;
  /** JSON text. */
  readonly data: string;
}

/** Reads an item; problems begin with `at`, its place. */
export function readItem(given: Json, problems: string[], at: string): Item | undefined {
  if (!isObject(given)) {
    problems.push(`${at}: must be an object, not ${describe(given)}`);
    return undefined;
  }
  const before = problems.length;
  const values = readMembers(itemMembers, given, problems, `${at}.`);
  if (problems.length > before) return undefined;
  const { documentId, documentTemplateCode, data } = values as { [Name in keyof typeof itemMembers]: Json };
  const text = JSON.stringify(data);
  if (text.length > MAX_DATA) problems.push(tooMuchData(`${at}.data`));
  return { documentId: documentId as string, templateCode: documentTemplateCode as string, data: text };
}

/** Items that go into one statement, unless their data are large. */
const TOGETHER = 500;
const TOGETHER_LENGTH = 1024 * 1024;

/** Puts the items of a Job aside as they come. Each template is taken as it is when its first item comes. */
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

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  /** Resolves nothing while there is room: await it only when it answers a promise. */
  add(item: Item): Promise<void> | undefined {
    this.#pending.push({ ...item, index: this.#count++ });
    this.#length += item.data.length;
    return this.#pending.length >= TOGETHER || this.#length >= TOGETHER_LENGTH ? this.flush() : undefined;
  }

  async flush(): Promise<void> {
    const items = this.#pending;
    this.#pending = [];
    this.#length = 0;
    if (items.length === 0) return;
    const { sql } = this.#services;
    const fresh = [...new Set(items.map(({ templateCode }) => templateCode))].filter((code) => !this.#pinned.has(code));
    if (fresh.length > 0) {
      const found = await pinTemplates(sql, fresh);
      for (const code of fresh) this.#pinned.set(code, found.get(code) ?? null);
    }
    const rows = items.map((item): NewItem => ({ ...item, template: this.#pinned.get(item.templateCode) ?? null }));
    await addItems(sql, this.#jobId, rows);
  }
}

/** Throws a 400 for a Job whose items are kept no longer: there is nothing that a resend could make. */
export async function refuseWithoutItems({ sql }: Pick<Services, 'sql'>, jobId: string): Promise<void> {
  const [batch, job] = await Promise.all([readBatch(sql, jobId), readJob(sql, jobId)]);
  const { data } = JSON.parse(job?.doc ?? '{}') as { data?: JsonObject };
  if (batch || Array.isArray(data?.items)) return;
  throw badRequest('The documents cannot be made again.', ['jobId: the items of the Job are kept no longer']);
}

/** Items that a Job's own `data` may hold: they are a part of the record, which is searched and listed. */
const MAX_IN_DATA = 1_000;

/** Problems of `data` of a client's own GENERATE_DOCUMENTS. */
export function checkDocumentsData(data: unknown): string[] {
  if (!isObject(data)) return ['data: is required, with format and items'];
  const problems: string[] = [];
  const { format, items } = data as JsonObject;
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
