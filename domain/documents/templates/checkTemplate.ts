import type { Template } from '../../ports/rendering.ts';
import { syntaxProblem } from '../../validation/scriptSyntax.ts';
import { parseTemplate } from './parseTemplate.ts';
import { TemplateFault, type TemplateProblem } from './templateFault.ts';
import { readTemplateFile, templateFileExists, templatePartials, templatesFolder } from './templateFiles.ts';

/** Returns the first problem of a template that shows without data, or undefined. Runs nothing of the template. */
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

/** The text of a template file under `templates/`. Throws TemplateFault if it does not exist. */
export function templateFile(name: string, folder = templatesFolder): string {
  const found = name.endsWith('.hbs') && templateFileExists(name, folder) ? readTemplateFile(name, folder) : undefined;
  if (!found) {
    throw new TemplateFault(
      `no template under templates/ has the name ${JSON.stringify(name.slice(0, 200))}; name one as in documents/invoice.hbs`,
    );
  }
  return new TextDecoder().decode(found);
}
