import type { AppendedPart, Finishing } from '../../ports/rendering.ts';
import { checkTemplate } from '../templates/checkTemplate.ts';
import { placed } from '../templates/templateFault.ts';
import { templateFileExists } from '../templates/templateFiles.ts';

/** Members of `pdf` that are templates of texts. */
export const finishingTexts = ['watermark', 'password', 'ownerPassword'] as const;

/** Maximum number of entries of `append`. */
const MAX_APPENDED = 50;

/** Returns the problems of `pdf` of a template that show without data. Invalid members are absent. */
export function checkFinishing(finishing: Finishing, folder?: string): string[] {
  const problems: string[] = [];
  for (const name of finishingTexts) {
    const problem = checkTemplate('HTML', finishing[name] ?? '', folder);
    if (problem) problems.push(`pdf.${name}: ${placed(problem)}`);
  }
  const { append = [] } = finishing;
  if (append.length > MAX_APPENDED) problems.push(`pdf.append: must have at most ${MAX_APPENDED} entries`);
  append.forEach((part, index) => void problems.push(...partProblems(part, `pdf.append[${index}]`, folder)));
  return problems;
}

function partProblems(part: AppendedPart, at: string, folder: string | undefined): string[] {
  const { template, file, data } = part;
  if ([template, file, data].filter((one) => one !== undefined).length !== 1)
    return [`${at}: must have exactly one of template, file and data`];
  if (file === undefined || isPdfFile(file, folder)) return [];
  return [
    `${at}.file: no PDF of at most 5 MB under templates/ has the name ${JSON.stringify(file)}; name one as in documents/terms.pdf`,
  ];
}

const isPdfFile = (file: string, folder?: string): boolean =>
  file.toLowerCase().endsWith('.pdf') && templateFileExists(file, folder);
