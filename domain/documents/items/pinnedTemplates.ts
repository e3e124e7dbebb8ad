import type { Database } from '../../../db/client.ts';
import { pinnedVersions, templateAt, templateCodes } from '../../../db/queries/documents/templateRows.ts';
import { type ReadScope, readableRows } from '../../access/reach.ts';
import type { Values } from '../../kinds/kind.ts';
import { formatterTemplate } from '../../kinds/processing/formatterTemplate.ts';
import type { Template } from '../../ports/rendering.ts';
import { parseStored } from '../../records/storedText.ts';
import { describe, isStorableText } from '../../validation/values.ts';

/**
 * Names a version of a template, and behind it those of the templates that it appends: `<id> <incarnation> <version>` of
 * each. The versions are pinned when the request is accepted, so that a deferred or repeated rendering makes the same
 * document. A version never changes, so caches need no eviction.
 */
export type PinnedTemplate = string;

interface VersionRow {
  readonly id: string;
  readonly incarnation: bigint;
  readonly version: number;
}

export const pinOf = ({ id, incarnation, version }: VersionRow): PinnedTemplate => `${id} ${incarnation} ${version}`;

/** Returns the pinned template without those that it appends, then each of those. */
function partsOf(pinned: PinnedTemplate): readonly PinnedTemplate[] {
  const words = pinned.split(' ');
  return Array.from({ length: Math.ceil(words.length / 3) }, (_, at) => words.slice(at * 3, at * 3 + 3).join(' '));
}

/** The pinned versions of the templates that a pinned template appends, in their order. */
export const appendedPins = (pinned: PinnedTemplate): readonly PinnedTemplate[] => partsOf(pinned).slice(1);

export const versionOfTemplate = (pinned: PinnedTemplate): number => Number(pinned.split(' ')[2]);

export const idOfTemplate = (pinned: PinnedTemplate): string => pinned.slice(0, pinned.indexOf(' '));

/** Names the versions of the appended templates for clients: `<id>:<version>,…`; undefined if there are none. */
export function appendedVersionsOf(pinned: PinnedTemplate): string | undefined {
  const parts = appendedPins(pinned).map((part) => `${idOfTemplate(part)}:${versionOfTemplate(part)}`);
  return parts.length === 0 ? undefined : parts.join(',');
}

/** Returns the current versions of templates by code. A code without a template that the caller may read is left out. */
export async function pinTemplates(scope: ReadScope, codes: readonly string[]): Promise<Map<string, PinnedTemplate>> {
  const rows = await pinnedVersions(scope.sql, readableRows(scope, formatterTemplate), codes.filter(isStorableText));
  return new Map(rows.map(({ code, pinned }) => [code, pinned]));
}

/** Maximum number of codes that a problem lists. */
const LISTED = 10;

/** The problem of a code that no template has; lists at most LISTED of the codes that the caller may read. */
export async function noTemplate(scope: ReadScope, parameter: string, code: string): Promise<string> {
  const codes = await templateCodes(scope.sql, readableRows(scope, formatterTemplate), LISTED + 1);
  const existing =
    codes.length === 0
      ? 'none exists yet'
      : `the codes are ${codes.slice(0, LISTED).join(', ')}${codes.length > LISTED ? ' and more' : ''}`;
  return `${parameter}: no FormatterTemplate has the code ${describe(code)}; ${existing}`;
}

/** Maximum number of templates in the cache of a worker. */
const MAX_CACHED = 200;

/** Caches the pinned templates of a worker process. */
export class PinnedTemplates {
  readonly #sql: Database;
  readonly #cache = new Map<PinnedTemplate, Promise<Template>>();

  constructor(sql: Database) {
    this.#sql = sql;
  }

  /** Returns the template itself, without those that it appends. */
  get(pinnedWithOthers: PinnedTemplate): Promise<Template> {
    const [pinned = ''] = partsOf(pinnedWithOthers);
    const known = this.#cache.get(pinned);
    if (known) return known;
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
    const read = this.#read(pinned);
    this.#cache.set(pinned, read);
    read.catch(() => this.#cache.delete(pinned));
    return read;
  }

  clear(): void {
    this.#cache.clear();
  }

  async #read(pinned: PinnedTemplate): Promise<Template> {
    const [id = '', incarnation = '', version] = pinned.split(' ');
    const doc = await templateAt(this.#sql, { id, incarnation, version: Number(version) });
    if (doc === undefined) throw new Error(`no template has the version ${pinned}`);
    const {
      code,
      inputType,
      documentType,
      documentSize,
      content = '',
      ...others
    } = parseStored<Values & Template>(doc);
    const { strict, remoteImages, renderer, pdf } = others;
    const template = {
      key: pinned,
      version: versionOfTemplate(pinned),
      code,
      inputType,
      documentType,
      documentSize,
      content,
    };
    const flags = { ...(strict && { strict }), ...(remoteImages && { remoteImages }) };
    return { ...template, ...flags, ...(renderer && { renderer }), ...(pdf && { pdf }) };
  }
}
