import { documentProperties, type finishingTexts } from '../../../domain/documents/finishing/checkFinishing.ts';
import { languageProblem } from '../../../domain/documents/finishing/languageTag.ts';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import { readTemplateFile } from '../../../domain/documents/templates/templateFiles.ts';
import type { Finishing } from '../../../domain/ports/rendering.ts';
import { parseJson } from '../../../domain/validation/parseJson.ts';
import type { PdfProperties } from '../documentProperties.ts';
import type { Templates } from '../templates/templates.ts';
import type { ForeignPdf } from './appendPages.ts';
import type { FinishedTexts } from './finishPdf.ts';

export interface TextOptions {
  /** Changes with the template. */
  readonly key: string;
  /** JSON text. */
  readonly data: string;
  readonly epoch: number;
  readonly folder: string;
  /** Number of pages of the document and of each appended template, in the order of `append`. */
  readonly pages: readonly number[];
}

/** Renders the texts of `pdf` and reads its files. Throws TemplateFault. */
export function readFinishing(templates: Templates, finishing: Finishing, options: TextOptions): FinishedTexts {
  const { key, data, epoch } = options;
  const text = (name: TextName): string => textOf(templates, finishing, name, options);
  const [password, ownerPassword] = [text('password'), text('ownerPassword')];
  const isProtected = password !== '' || ownerPassword !== '' || finishing.permissions !== undefined;
  return {
    watermark: text('watermark'),
    ...(isProtected && { protection: { password, ownerPassword, permissions: finishing.permissions } }),
    foreign: foreignOf(finishing, options),
    files: (finishing.attachments ?? []).map((file, index) => {
      const member = `pdf.attachments[${index}].content`;
      const source = { key: `${key} ${member}`, inputType: 'HTML' as const, content: file.content };
      const written = asMember(member, () => templates.run(source, data, { escaped: true, epoch })).trim();
      if (written === '') throw new TemplateFault('writes nothing', { member });
      return { ...file, text: written, member };
    }),
    isArchive: finishing.conformance !== undefined,
    isAccessible: finishing.accessibility === 'PDF/UA-1',
  };
}

/** Renders the properties of a document that the template declares. Throws TemplateFault. */
export function readProperties(
  templates: Templates,
  finishing: Finishing,
  options: Pick<TextOptions, 'key' | 'data' | 'epoch'>,
): PdfProperties {
  const texts = documentProperties.map((name) => [name, textOf(templates, finishing, name, options)] as const);
  const properties: PdfProperties = Object.fromEntries(texts.filter(([, text]) => text !== ''));
  const { language } = properties;
  const problem = language === undefined ? undefined : languageProblem(language);
  if (problem !== undefined) throw new TemplateFault(problem, { member: 'pdf.language' });
  return properties;
}

type TextName = (typeof finishingTexts)[number];

/** Renders one text of `pdf`, as one line. */
function textOf(
  templates: Templates,
  finishing: Finishing,
  name: TextName,
  { key, data, epoch }: Pick<TextOptions, 'key' | 'data' | 'epoch'>,
): string {
  const content = finishing[name] ?? '';
  if (content === '') return '';
  const source = { key: `${key} pdf.${name}`, inputType: 'HTML' as const, content };
  return asMember(`pdf.${name}`, () => templates.run(source, data, { escaped: false, epoch }))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function asMember<T>(member: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    throw new TemplateFault(error.message, { line: error.line, column: error.column, member });
  }
}

function foreignOf({ append = [] }: Finishing, { data, folder, pages }: TextOptions): ForeignPdf[] {
  const [own = 0, ...others] = pages;
  let at = own;
  return append.flatMap(({ file, data: path }, index): ForeignPdf[] => {
    if (file !== undefined) {
      const member = `pdf.append[${index}].file`;
      const bytes = readTemplateFile(file, folder);
      if (!bytes) throw new TemplateFault(`no file under templates/ has the name ${JSON.stringify(file)}`, { member });
      return [{ bytes, at, member }];
    }
    if (path === undefined) {
      at += others.shift() ?? 0;
      return [];
    }
    return pdfsAt(parseJson(data), path, `pdf.append[${index}].data`).map((one) => ({ ...one, at }));
  });
}

/** The PDFs that a member of the data has: a text in base64, or an array of them. */
function pdfsAt(data: unknown, path: string, member: string): Omit<ForeignPdf, 'at'>[] {
  const value = path.split('.').reduce<unknown>((parent, name) => own(parent, name), data);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one, index) => {
    const at = Array.isArray(value) ? `${path}[${index}]` : path;
    if (typeof one !== 'string') throw new TemplateFault(`the data has no PDF in base64 at ${at}`, { member });
    const text = one.replace(/^data:application\/pdf;base64,/, '');
    if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(text))
      throw new TemplateFault(`${at} of the data is not base64`, { member });
    return { bytes: Buffer.from(text, 'base64'), member: `${member} (${at})` };
  });
}

function own(parent: unknown, name: string): unknown {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name)) return undefined;
  return Object.getOwnPropertyDescriptor(parent, name)?.value;
}
