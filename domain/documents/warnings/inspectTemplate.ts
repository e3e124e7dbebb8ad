import type { Template } from '../../ports/rendering.ts';
import { templateFile } from '../templates/checkTemplate.ts';
import { namedPartials } from '../templates/namedPartials.ts';
import { placed, TemplateFault, type TemplateProblem } from '../templates/templateFault.ts';
import { templateFileExists, templatesFolder } from '../templates/templateFiles.ts';
import { inspectHtml } from './inspectHtml.ts';
import { DYNAMIC, type InspectOptions } from './inspectOptions.ts';
import { isFontData, isFontName } from './sources/fontSources.ts';
import { drawingText, isImageData, isImageFile } from './sources/imageData.ts';
import { remoteImageOf } from './sources/remoteImage.ts';

type Inspected = Pick<Template, 'inputType' | 'documentType' | 'content' | 'remoteImages' | 'renderer' | 'pdf'> &
  Pick<InspectOptions, 'plainFormat'> &
  Partial<Pick<InspectOptions, 'drawsHtml'>>;

/**
 * Returns what documents of a template will lack, as far as its text shows: elements, CSS, images and comments that the
 * renderer does not understand. A script shows nothing.
 */
export function inspectTemplate(
  { inputType, content, ...others }: Inspected,
  folder = templatesFolder,
): TemplateProblem[] {
  if (inputType === 'SCRIPT' || others.documentType === 'SOURCE') return [];
  const text = inputType === 'FILE' ? fileOrNothing(content, folder) : content;
  const isWhole = !writesHtml.test(text);
  const partials = isWhole ? '' : namedPartials(text, folder);
  const hasAllTags = isWhole && !alternatives.test(text);
  return inspectHtml(masked(text), { ...inspectOptions(others, folder), isWhole, partials, hasAllTags });
}

/** The options for what a template has made. */
export function inspectOptions(
  {
    documentType,
    remoteImages = false,
    renderer,
    pdf = {},
    plainFormat,
    drawsHtml,
  }: Omit<Inspected, 'inputType' | 'content'>,
  folder: string,
): InspectOptions {
  const email = documentType === 'EMAIL';
  return {
    reader: email ? 'mail' : renderer === 'BROWSER' ? 'browser' : 'layout',
    ...(plainFormat !== undefined && { plainFormat }),
    drawsHtml: drawsHtml ?? !email,
    isWhole: true,
    partials: '',
    hasAllTags: true,
    tagged: documentType === 'PDF' && pdf.accessibility !== undefined,
    hasImage: (source) =>
      isImageData(source) ||
      isImageFile(source.trim(), folder) ||
      (email && remoteImages && remoteImageOf(source.trim()) !== undefined),
    drawingOf: (source) => drawingText(source, folder),
    whyNotFetched: (source) => {
      if (!email) return 'Waybill fetches nothing';
      if (remoteImageOf(source.trim()) === undefined) return 'only https: addresses without credentials can be remote';
      return 'the template does not have remoteImages: true';
    },
    hasFont: (source) => isFontData(source) || (isFontName(source) && templateFileExists(source.trim(), folder)),
  };
}

/** Warnings as texts, each with its place. */
export const warningTexts = (warnings: readonly (TemplateProblem & { readonly member?: string })[]): string[] =>
  warnings.map((warning) => `${warning.member ?? 'content'}: ${placed(warning)}`);

/** Comments, blocks of texts, and every other `{{…}}`. */
const mustache =
  /\{\{~?!--[\s\S]*?--~?\}\}|\{\{#translations\}\}[\s\S]*?\{\{\/translations\}\}|\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}/g;

/** Partials, and texts of data that are not escaped. */
const writesHtml = /\{\{(?:\{|~?&|~?#?>)/;

/** Blocks that a condition chooses: each of several may end an element that begins before them. */
const alternatives = /\{\{~?\s*(?:else\b|\^|#(?!each\b|with\b))/;

/** Replaces what the data decides, so that all offsets and lines stay. */
function masked(template: string): string {
  return template.replace(mustache, (one) => one.replace(/[^\n]/g, DYNAMIC));
}

function fileOrNothing(name: string, folder: string): string {
  try {
    return templateFile(name, folder);
  } catch (error) {
    if (error instanceof TemplateFault) return '';
    throw error;
  }
}
