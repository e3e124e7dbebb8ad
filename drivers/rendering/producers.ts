import type { Document } from 'domhandler';
import type { Finishing, RenderOutcome, Template } from '../../domain/ports/rendering.ts';
import { type PdfProperties, setProperties } from './documentProperties.ts';
import { withoutDamaged } from './office/damagedImages.ts';
import { withMarginBoxes } from './office/marginBoxes.ts';
import { officePages, pageRule } from './office/pageRule.ts';
import type { Pages } from './pageCache.ts';
import { faultOf } from './pdf/boxes/pdfProblem.ts';
import { documentFonts } from './pdf/fonts/documentFonts.ts';
import type { FontSet } from './pdf/fonts/fontSet.ts';
import type { LayoutProblem } from './pdf/layoutProblems.ts';
import { type MadePdf, type PdfOptions, treeToPdf } from './pdf/treeToPdf.ts';
import { cleanTree, type EmailOptions } from './sanitize/clean.ts';
import type { FontFaceRule } from './sanitize/fontFaces.ts';

export interface ProducerOptions {
  readonly size: Template['documentSize'];
  /** The folder of templates, which has their pictures. */
  readonly folder: string;
  readonly pages: Pages;
  /** HTML of further documents, whose pages follow in a PDF. */
  readonly appended?: readonly { readonly html: string; readonly size: Template['documentSize'] }[];
  /** Works on a finished PDF. `pages`: how many the document and each appended one has. */
  readonly finish?: (content: Uint8Array, pages: readonly number[]) => Promise<Uint8Array>;
  /** The templates with their versions, which the properties of the document name. */
  readonly named?: readonly string[] | undefined;
  /** Of a PDF, in place of those that its HTML has. */
  readonly properties?: PdfProperties | undefined;
  /** Whether a PDF has a structure, or also conforms to a standard. */
  readonly accessibility?: Finishing['accessibility'];
  readonly conformance?: Finishing['conformance'];
  /** The document is an e-mail, or is shown as one. */
  readonly email?: EmailOptions | undefined;
  /** Of an office document: whether it has pages, with headers and footers. */
  readonly hasPages?: boolean;
  /** Called with each problem that only the layout shows. */
  readonly report?: (problem: LayoutProblem) => void;
}

/** Makes a document of the HTML that a template has written. Throws TemplateFault where the document is at fault. */
export type Producer = (html: string, options: ProducerOptions) => Promise<RenderOutcome>;

/**
 * The producer of each format of domain/documents/formats.ts, and of `email`. Formats of the office converter have none:
 * `styledPage` makes the HTML that it converts.
 */
export const producers: Readonly<Record<string, Producer>> = {
  async pdf(html, { folder, size, appended = [], finish, report, named, ...others }) {
    const { properties, accessibility, conformance } = others;
    const { document, fonts } = await readPdfPart(html, folder);
    setProperties(document, { properties, named });
    const parts = [];
    for (const part of appended) parts.push({ ...(await readPdfPart(part.html, folder)), size: part.size });
    const options = {
      ...{ size, fonts, appended: parts },
      ...(report && { report }),
      ...(accessibility && { accessibility }),
      ...(conformance && { conformance }),
    };
    const { content, pages } = await pdfOf(document, options);
    return { content: finish ? await finish(content, pages) : content };
  },

  async html(html, { pages, email, named, report }) {
    const page = await pages.page(html, { styled: false, email, named });
    if (email && report) reportClipped(page.styled, report);
    return { content: Buffer.from(email ? page.styled : page.html) };
  },

  async txt(html, { pages, email }) {
    const page = await pages.page(html, { styled: false, running: true, email });
    return { content: Buffer.from(await plainTextOf(email ? page.visible : page.html)) };
  },

  async email(html, { pages, email = { remoteImages: false } }) {
    const page = await pages.page(html, { styled: true, email });
    return { content: Buffer.from(page.styled), plainText: await plainTextOf(page.visible) };
  },
};

export const styledPage: Producer = async (html, { pages, folder, size, named, hasPages, report }) => {
  const page = await pages.page(html, { styled: true, named });
  const setup = officePages(cleanTree(html, { folder }), size);
  const styled = page.styled.replace('</head>', () => `${pageRule(setup)}</head>`);
  const content = hasPages ? withMarginBoxes(styled, setup) : styled;
  return { content: Buffer.from(await withoutDamaged(content, report)) };
};

/** The HTML of an e-mail that Gmail shows; KB. */
const MAX_SHOWN = 102;

/** Reports an e-mail of which Gmail hides the end. Images in it are sent as parts of their own. */
function reportClipped(html: string, report: (problem: LayoutProblem) => void): void {
  const size = Math.ceil(Buffer.byteLength(html.replace(/data:image\/[\w+.-]+;base64,[\w+/=]+/g, '')) / 1024);
  if (size <= MAX_SHOWN) return;
  const problem = `the HTML has ${size} KB: Gmail shows the first ${MAX_SHOWN} KB, and a link to the rest`;
  report({ problem, text: '' });
}

/** Imported on first use: most processes make only PDFs. */
async function plainTextOf(html: string): Promise<string> {
  const plainText = await import('./email/plainText.ts');
  return plainText.plainTextOf(html);
}

async function readPdfPart(html: string, folder: string): Promise<{ document: Document; fonts: FontSet }> {
  const fontFaces: FontFaceRule[] = [];
  const document = cleanTree(html, { folder, fontFaces, isLaidOut: true, inertLinks: true });
  return { document, fonts: await documentFonts(fontFaces, folder) };
}

async function pdfOf(document: Document, options: Omit<PdfOptions, 'image'>): Promise<MadePdf> {
  try {
    // After cleaning, all sources are data URIs, but those of images that are not there.
    const image = async (source: string): Promise<Uint8Array | undefined> =>
      source.startsWith('data:') ? Buffer.from(source.slice(source.indexOf(',') + 1), 'base64') : undefined;
    return await treeToPdf(document, { ...options, image });
  } catch (error) {
    throw faultOf(error);
  }
}
