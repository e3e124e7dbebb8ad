import type { AppendedPart, EmbeddedFile, Finishing } from '../../ports/rendering.ts';
import { checkTemplate } from '../templates/checkTemplate.ts';
import { placed } from '../templates/templateFault.ts';
import { templateFileExists } from '../templates/templateFiles.ts';
import { languageProblem } from './languageTag.ts';

/** Members of `pdf` that are properties of the document. */
export const documentProperties = ['title', 'author', 'subject', 'keywords', 'language'] as const;
/** Members of `pdf` that are templates of texts. */
export const finishingTexts = ['watermark', 'password', 'ownerPassword', ...documentProperties] as const;

/** Returns the problems of `pdf` of a template that show without data. Invalid members are absent. */
export function checkFinishing(finishing: Finishing, folder?: string): string[] {
  const problems: string[] = [];
  for (const name of finishingTexts) {
    const problem = checkTemplate('HTML', finishing[name] ?? '', folder);
    if (problem) problems.push(`pdf.${name}: ${placed(problem)}`);
  }
  const { append = [], attachments = [], language = '' } = finishing;
  const problem = language.includes('{{') || language.trim() === '' ? undefined : languageProblem(language);
  if (problem !== undefined) problems.push(`pdf.language: ${problem}`);
  append.forEach((part, index) => void problems.push(...partProblems(part, `pdf.append[${index}]`, folder)));
  attachments.forEach((one, index) => void problems.push(...attachmentProblems(one, `pdf.attachments[${index}]`)));
  if (new Set(attachments.map(({ name }) => name)).size < attachments.length)
    problems.push('pdf.attachments: must have different names');
  return [...problems, ...contradictions(finishing), ...accessibilityProblems(finishing)];
}

function attachmentProblems(
  { name = '', content = '', mediaType = 'text/xml' }: Partial<EmbeddedFile>,
  at: string,
): string[] {
  const problems: string[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a file name must not contain them
  if (/[\u0000-\u001f\u007f/\\:*?"<>|]/.test(name))
    problems.push(`${at}.name: must be the name of a file, without a path`);
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(mediaType)) problems.push(`${at}.mediaType: must be a media type, such as text/xml`);
  const problem = checkTemplate('HTML', content);
  if (problem) problems.push(`${at}.content: ${placed(problem)}`);
  return problems;
}

/** PDF/A forbids encryption, and what others wrote need not conform to it. */
function contradictions({ conformance, append = [], attachments = [], ...others }: Finishing): string[] {
  if (conformance === undefined) {
    return attachments.some(({ name }) => isFacturX(name)) ? ['pdf.conformance: must be PDF/A-3B for a Factur-X'] : [];
  }
  const problems: string[] = [];
  if (others.password || others.ownerPassword || others.permissions)
    problems.push('pdf.conformance: PDF/A is not encrypted; remove password, ownerPassword and permissions');
  if (append.some(({ template }) => template === undefined))
    problems.push('pdf.conformance: an appended file may not conform to PDF/A; append templates only');
  return problems;
}

/** What others wrote need not have a structure. */
function accessibilityProblems({ accessibility, append = [] }: Finishing): string[] {
  return accessibility === 'PDF/UA-1' && append.some(({ template }) => template === undefined)
    ? ['pdf.accessibility: an appended file may not conform to PDF/UA; append templates only']
    : [];
}

/** The names that Factur-X, ZUGFeRD and XRechnung prescribe. */
export const isFacturX = (name: string): boolean => name === 'factur-x.xml' || name === 'xrechnung.xml';

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
