import type { Database, Transaction } from '../../../db/client.ts';
import { templateAt, templateCodes, templateVersions } from '../../../db/queries/documents/templateRows.ts';
import type { Values } from '../../kinds/kind.ts';
import type { Template } from '../../ports/rendering.ts';
import { describe, isStorableText } from '../../validation/values.ts';

/**
 * A template as it was when a document was asked for, named by `<id> <incarnation> <version>`: work that waits, or is
 * done again by another worker, makes the same document. Such a version never changes, so that it can be kept by its
 * name in memory.
 */
export type PinnedTemplate = string;

/** The templates of these codes as they are now; codes of none are left out. */
export async function pinTemplates(
  sql: Database | Transaction,
  codes: readonly string[],
): Promise<Map<string, PinnedTemplate>> {
  const rows = await templateVersions(sql, codes.filter(isStorableText));
  return new Map(rows.map(({ code, id, incarnation, version }) => [code, `${id} ${incarnation} ${version}`]));
}

/** Names of what there is that a problem lists. */
const LISTED = 100;

/** What is wrong with a code that no template has: lists those that there are. */
export async function noTemplate(sql: Database, parameter: string, code: string): Promise<string> {
  const codes = await templateCodes(sql, LISTED + 1);
  const there =
    codes.length === 0
      ? 'there is none yet'
      : `there are ${codes.slice(0, LISTED).join(', ')}${codes.length > LISTED ? ' and more' : ''}`;
  return `${parameter}: no FormatterTemplate has the code ${describe(code)}; ${there}`;
}

/** Templates that a worker keeps in memory. */
const KEPT = 200;

/** The templates of a worker process by what names them. */
export class PinnedTemplates {
  readonly #sql: Database;
  readonly #kept = new Map<PinnedTemplate, Promise<Template>>();

  constructor(sql: Database) {
    this.#sql = sql;
  }

  get(pinned: PinnedTemplate): Promise<Template> {
    const known = this.#kept.get(pinned);
    if (known) return known;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= KEPT && oldest !== undefined) this.#kept.delete(oldest);
    const read = this.#read(pinned);
    this.#kept.set(pinned, read);
    read.catch(() => this.#kept.delete(pinned));
    return read;
  }

  clear(): void {
    this.#kept.clear();
  }

  async #read(pinned: PinnedTemplate): Promise<Template> {
    const [id = '', incarnation = '', version] = pinned.split(' ');
    const doc = await templateAt(this.#sql, { id, incarnation, version: Number(version) });
    if (doc === undefined) throw new Error(`there is no version ${pinned} of a template`);
    const { code, inputType, documentType, documentSize, content = '' } = JSON.parse(doc) as Values & Template;
    return { key: pinned, code, inputType, documentType, documentSize, content };
  }
}
