import type { Template } from '../../ports/rendering.ts';
import { syntaxProblem } from '../../validation/scriptSyntax.ts';
import { parseTemplate } from './parseTemplate.ts';
import { TemplateFault, type TemplateProblem } from './templateFault.ts';
import { readTemplateFile, templateFileExists, templatePartials, templatesFolder } from './templateFiles.ts';

/** The first problem that can be told of a template without data; undefined where there is none. Nothing is run by it. */
export function checkTemplate(
  inputType: Template['inputType'],
  content: string,
  folder = templatesFolder,
): TemplateProblem | undefined {
  try {
    if (inputType === 'SCRIPT') return syntaxProblem(content);
    if (inputType === 'HTML') parseTemplate(content, templatePartials(folder));
    else parseTemplate(templateFile(content, folder), templatePartials(folder));
    return undefined;
  } catch (error) {
    if (error instanceof TemplateFault) return error.asProblem;
    throw error;
  }
}

/** The template in a file under `templates/`. */
export function templateFile(name: string, folder = templatesFolder): string {
  const found = name.endsWith('.hbs') && templateFileExists(name, folder) ? readTemplateFile(name, folder) : undefined;
  if (!found) {
    throw new TemplateFault(
      `there is no template ${JSON.stringify(name.slice(0, 200))} under templates/; name one as in documents/invoice.hbs`,
    );
  }
  return new TextDecoder().decode(found);
}
