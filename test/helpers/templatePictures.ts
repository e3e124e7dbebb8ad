import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { previewDataOf, previewLanguages, shippedTemplates } from '../../domain/documents/shippedTemplates.ts';
import { templatesFolder } from '../../domain/documents/templates/templateFiles.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import type { RenderOutcome, Template } from '../../domain/ports/rendering.ts';
import { outputOf } from '../../drivers/rendering/output.ts';
import { Pages } from '../../drivers/rendering/pageCache.ts';
import { Templates } from '../../drivers/rendering/templates/templates.ts';
import { poppler } from './pdf.ts';

/** A page of a shipped template that has a reference picture. */
export interface TemplatePicture {
  /** `invoice.cs`, `invoice.en.page3`. */
  readonly name: string;
  readonly file: string;
  readonly data: JsonObject;
  readonly size: Template['documentSize'];
  readonly page: number;
}

export const referencesFolder = join(import.meta.dir, '..', 'drivers', 'rendering', 'references');
/** Dots per inch. Shows every change of the layout, in small files. */
export const REFERENCE_DPI = 45;

const templates = new Templates(templatesFolder);

/** An invoice of three pages, with repeated items. */
export function longInvoice(language: (typeof previewLanguages)[number]): JsonObject {
  const data = previewDataOf('documents/invoice', language);
  const items = data['items'] as JsonObject[];
  return { ...data, items: Array.from({ length: 57 }, (_, i) => items[i % items.length] as JsonObject) };
}

export const templatePictures: readonly TemplatePicture[] = [
  ...shippedTemplates
    .filter(({ documentType }) => documentType !== 'SOURCE')
    .flatMap(({ file, documentType }) =>
      previewLanguages.map((language): TemplatePicture => {
        const name = `${file.slice(file.indexOf('/') + 1)}.${language}`;
        // An e-mail is one page of any length.
        const size = documentType === 'EMAIL' ? 'AUTO' : 'A4';
        return { name, file, data: previewDataOf(file, language), size, page: 1 };
      }),
    ),
  ...[2, 3].map(
    (page): TemplatePicture => ({
      name: `invoice.cs.page${page}`,
      file: 'documents/invoice',
      data: longInvoice('cs'),
      size: 'A4',
      page,
    }),
  ),
];

/** Returns the output of a template, before the layout. */
export function writtenBy(file: string, data: JsonObject, { escaped }: { escaped: boolean }): string {
  const source = { key: file, inputType: 'FILE', content: `${file}.hbs` } as const;
  return templates.run(source, JSON.stringify(data), { escaped, epoch: 0 });
}

/** Renders a document as the render processes do. */
export async function documentOf(
  file: string,
  data: JsonObject,
  format: string,
  size: Template['documentSize'] = 'A4',
): Promise<Extract<RenderOutcome, { content: Uint8Array }>> {
  const outcome = await outputOf(writtenBy(file, data, { escaped: true }), {
    format,
    size,
    folder: templatesFolder,
    pages: new Pages(templatesFolder),
  });
  if ('problem' in outcome) throw new Error(`${file}: ${outcome.problem}`);
  return outcome;
}

/** Returns a page of a PDF as a PNG. */
export function pagePicture(pdf: Uint8Array, page: number, dpi: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-picture-'));
  try {
    poppler(pdf, 'pdftoppm', '-png', '-r', `${dpi}`, '-f', `${page}`, '-singlefile', '{}', join(folder, 'page'));
    return readFileSync(join(folder, 'page.png'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Styles of a page whose content begins at its corner. */
export const bare = '<style>@page { margin: 0 } body { margin: 0 }</style>';

/** Returns a page with one pixel for each pt. */
export const picturedPage = (pdf: Uint8Array, page = 1): PNG => PNG.sync.read(pagePicture(pdf, page, 72));

/** Returns the colour of a page at a position; pt. */
export function colourAt({ data, width }: PNG, x: number, y: number): string {
  const at = (Math.round(y) * width + Math.round(x)) * 4;
  return `#${data.subarray(at, at + 3).toString('hex')}`;
}
