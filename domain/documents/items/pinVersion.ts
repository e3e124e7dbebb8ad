import { incarnationOfVersion } from '../../../db/queries/documents/templateRows.ts';
import { badRequest, ServiceError } from '../../errors.ts';
import { formatterTemplate } from '../../kinds/processing/formatterTemplate.ts';
import type { Template } from '../../ports/rendering.ts';
import type { Services } from '../../ports/services.ts';
import { findByCode } from '../../records/findRecord.ts';
import { stateOfVersion } from '../../records/history.ts';
import { parseStored } from '../../records/storedText.ts';
import { countProblems } from '../../validation/problems.ts';
import { describe, isUuid } from '../../validation/values.ts';
import { noTemplate, type PinnedTemplate, pinOf, pinTemplates } from './pinnedTemplates.ts';

/** The versions of a document that is made again, as clients send them. */
export interface RequestedVersions {
  readonly templateVersion: string;
  /** Those of the appended templates: `<id>:<version>,…`. The present ones if absent. */
  readonly appendedVersions?: string | undefined;
}

/** Maximum number of appended templates. */
const MAX_APPENDED = 50;

/**
 * Returns a version of the template with this code, with versions of the templates that it appends. Throws a 400 if the
 * caller may not read one of them, or there is none.
 */
export async function pinVersion(
  services: Services,
  code: string,
  { templateVersion: version, appendedVersions }: RequestedVersions,
): Promise<PinnedTemplate> {
  const found = await findByCode(services, formatterTemplate, code);
  if (!found) throw refusal([await noTemplate(services, 'documentTemplateCode', code)]);
  const pinned = await readVersion(services, found.id, version);
  if (!pinned) {
    const problem = `the template ${describe(code)} has no version ${describe(version)}; its present one is ${found.version}`;
    throw refusal([`templateVersion: ${problem}`]);
  }
  const codes = new Set((pinned.pdf?.append ?? []).flatMap(({ template }) => template ?? []));
  if (appendedVersions === undefined) {
    const current = codes.size === 0 ? new Map<string, string>() : await pinTemplates(services, [...codes]);
    return [pinned.pin, ...[...codes].flatMap((one) => current.get(one) ?? [])].join(' ');
  }
  return [pinned.pin, ...(await pinAppended(services, appendedVersions, codes))].join(' ');
}

async function pinAppended(
  services: Services,
  appendedVersions: string,
  codes: ReadonlySet<string>,
): Promise<PinnedTemplate[]> {
  const problems: string[] = [];
  const pins = new Map<string, PinnedTemplate>();
  const parts = appendedVersions.split(',');
  if (parts.length > MAX_APPENDED) throw refusal([`appendedVersions: must have at most ${MAX_APPENDED} elements`]);
  for (const part of parts) {
    const [id = '', version = ''] = part.trim().split(':');
    const pinned = isUuid(id) ? await readVersion(services, id, version) : undefined;
    if (!pinned) problems.push(`appendedVersions: no FormatterTemplate has the id and version ${describe(part)}`);
    else if (codes.has(pinned.code)) pins.set(pinned.code, pinned.pin);
    else problems.push(`appendedVersions: the template does not append ${describe(pinned.code)} of ${describe(part)}`);
  }
  for (const code of problems.length === 0 ? codes : [])
    if (!pins.has(code))
      problems.push(`appendedVersions: lacks the version of the appended template ${describe(code)}`);
  if (problems.length > 0) throw refusal(problems);
  return [...pins.values()];
}

interface VersionOfTemplate extends Pick<Template, 'code' | 'pdf'> {
  readonly pin: PinnedTemplate;
}

/** Returns a version of a template; undefined if the caller may not read it, or there is none. */
async function readVersion(services: Services, id: string, version: string): Promise<VersionOfTemplate | undefined> {
  if (!/^[1-9]\d{0,8}$/.test(version)) return undefined;
  try {
    const { state } = await stateOfVersion(services, formatterTemplate, id, version);
    const incarnation = await incarnationOfVersion(services.sql, id, Number(version));
    if (incarnation === undefined) return undefined;
    const { code, pdf } = parseStored<Pick<Template, 'code' | 'pdf'>>(state.doc);
    return { code, ...(pdf && { pdf }), pin: pinOf({ id, incarnation, version: Number(version) }) };
  } catch (error) {
    if (error instanceof ServiceError && error.status === 'NOT_FOUND') return undefined;
    throw error;
  }
}

const refusal = (problems: readonly string[]): ServiceError =>
  badRequest(`The document cannot be made: ${countProblems(problems)}.`, problems);
