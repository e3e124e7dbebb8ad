import { badRequest } from '../errors.ts';
import { formatterTemplate } from '../kinds/processing/formatterTemplate.ts';
import type { Template } from '../ports/rendering.ts';
import type { Services } from '../ports/services.ts';
import { findRecord, missing } from '../records/findRecord.ts';
import { parseStored } from '../records/storedText.ts';
import { templateFile } from './templates/checkTemplate.ts';
import { TemplateFault } from './templates/templateFault.ts';

/**
 * Returns the text of a stored template that the caller may read: of one of the `inputType` FILE, the text of its file as it
 * is now, otherwise its `content`. Throws a 400 if the file does not exist any more.
 */
export async function templateText(services: Services, idOrCode: string): Promise<string> {
  const row = await findRecord(services, formatterTemplate, idOrCode);
  if (!row) throw missing(formatterTemplate, 'idOrCode', idOrCode);
  const { inputType, content = '' } = parseStored<Partial<Template>>(row.doc);
  if (inputType !== 'FILE') return content;
  try {
    return templateFile(content);
  } catch (error) {
    if (error instanceof TemplateFault) {
      throw badRequest('The template has no text.', [`content: ${error.asProblem.problem}`]);
    }
    throw error;
  }
}
