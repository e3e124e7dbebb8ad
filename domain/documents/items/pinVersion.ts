import { incarnationOfVersion } from '../../../db/queries/documents/templateRows.ts';
import { badRequest, ServiceError } from '../../errors.ts';
import { formatterTemplate } from '../../kinds/processing/formatterTemplate.ts';
import type { Services } from '../../ports/services.ts';
import { findByCode } from '../../records/findRecord.ts';
import { stateOfVersion } from '../../records/history.ts';
import { describe } from '../../validation/values.ts';
import { noTemplate, type PinnedTemplate, pinOf } from './pinnedTemplates.ts';

/** Returns a version of the template with this code. Throws a 400 if the caller may not read it, or there is none. */
export async function pinVersion(services: Services, code: string, version: string): Promise<PinnedTemplate> {
  const found = await findByCode(services, formatterTemplate, code);
  const problems = found ? [] : [await noTemplate(services, 'documentTemplateCode', code)];
  const pinned = found && /^[1-9]\d{0,8}$/.test(version) && (await pinReadable(services, found.id, version));
  if (pinned) return pinned;
  if (found) problems.push(`templateVersion: the template ${describe(code)} has no version ${describe(version)}`);
  throw badRequest('The document cannot be made: 1 problem.', problems);
}

async function pinReadable(services: Services, id: string, version: string): Promise<PinnedTemplate | undefined> {
  try {
    await stateOfVersion(services, formatterTemplate, id, version);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 'NOT_FOUND') return undefined;
    throw error;
  }
  const incarnation = await incarnationOfVersion(services.sql, id, Number(version));
  return incarnation === undefined ? undefined : pinOf({ id, incarnation, version: Number(version) });
}
