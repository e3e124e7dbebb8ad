import { badRequest } from '../errors.ts';
import { requestResult } from '../jobs/results.ts';
import type { JsonObject } from '../kinds/kind.ts';
import {
  browserMissing,
  documentSizes,
  documentTypes,
  formatterTemplate,
  renderers,
} from '../kinds/processing/formatterTemplate.ts';
import type { Finishing, Template } from '../ports/rendering.ts';
import type { Services } from '../ports/services.ts';
import { submissionOf } from '../queue/context.ts';
import { findRecord, missing } from '../records/findRecord.ts';
import { parseStored } from '../records/storedText.ts';
import { countProblems } from '../validation/problems.ts';
import { readMembers } from '../validation/readMembers.ts';
import { describe, isObject } from '../validation/values.ts';
import { checkFinishing } from './finishing/checkFinishing.ts';
import { finishingMembers } from './finishing/finishingMembers.ts';
import {
  type Generated,
  type GeneratedByTemplate,
  type RenderOptions,
  type RenderPayload,
  readData,
  readReply,
} from './generate.ts';
import { pinOf } from './items/pinnedTemplates.ts';
import { checkTemplate } from './templates/checkTemplate.ts';
import { MAX_TEMPLATE } from './templates/parseTemplate.ts';
import { placed } from './templates/templateFault.ts';

/** Has a worker render unsaved content: the cleaned HTML, or the PDF in base64, with warnings. */
export async function previewTemplate(
  services: Services,
  format: 'html' | 'pdf',
  body: unknown,
  { caller, signal }: RenderOptions,
): Promise<Generated> {
  const payload: RenderPayload = {
    code: 'preview',
    format,
    ...readPreview(services, body),
    ...submissionOf(caller),
    warnings: true,
  };
  // Previews as HTML and names must not wait behind a PDF, which may take seconds.
  const queue = format === 'pdf' ? 'document.render' : 'document.preview';
  return readReply(await requestResult(services, queue, payload, { what: 'The preview', signal }));
}

/** Has a worker render a stored template, of any type, with its `previewData` if the body has no data. */
export async function previewStored(
  services: Services,
  format: 'html' | 'pdf',
  { idOrCode, body }: { readonly idOrCode: string; readonly body: unknown },
  { caller, signal }: RenderOptions,
): Promise<GeneratedByTemplate> {
  const row = await findRecord(services, formatterTemplate, idOrCode);
  if (!row) throw missing(formatterTemplate, 'idOrCode', idOrCode);
  const { code, previewData } = parseStored<{ code: string; previewData?: JsonObject }>(row.doc);
  const problems: string[] = [];
  const { data: own, ...others } = isObject(body) ? body : {};
  if (!isObject(body)) problems.push(`body: must be an object, not ${describe(body)}`);
  for (const name of Object.keys(others)) problems.push(`${name}: unknown member`);
  const data = readData(isAbsent(own) ? (previewData ?? {}) : own, problems, 'data');
  if (problems.length > 0) throw badRequest(`The template cannot be previewed: ${countProblems(problems)}.`, problems);
  const template = pinOf(row);
  const payload: RenderPayload = { code, format, data, template, ...submissionOf(caller), warnings: true };
  const queue = format === 'pdf' ? 'document.render' : 'document.preview';
  const what = `The preview of the template ${describe(code)}`;
  const reply = await requestResult(services, queue, payload, { what, signal });
  return { ...readReply(reply), templateVersion: row.version };
}

/** Reads the body of a preview, or throws a 400 with all its problems. */
function readPreview(
  { hasBrowser = false }: Services,
  body: unknown,
): Pick<RenderPayload, 'content' | 'data' | 'pdf' | keyof Settings> {
  const problems: string[] = [];
  const { data, content, documentType, documentSize, renderer, remoteImages, strict, pdf, ...others } = isObject(body)
    ? body
    : {};
  if (isObject(body)) {
    for (const name of Object.keys(others)) problems.push(`${name}: unknown member`);
    if (isAbsent(data)) problems.push('data: is required');
    problems.push(...contentProblems(content));
    problems.push(...settingProblems({ documentType, documentSize, renderer, remoteImages, strict }, hasBrowser));
  } else problems.push(`body: must be an object, not ${describe(body)}`);
  const json = isAbsent(data) ? '' : readData(data, problems, 'data');
  const finishing = isAbsent(pdf) ? undefined : readFinishing(pdf, problems);
  const text = typeof content === 'string' ? content : '';
  if (problems.length === 0) {
    const problem = checkTemplate('HTML', text);
    if (problem) problems.push(`content: ${placed(problem)}`);
  }
  if (problems.length > 0) throw badRequest(`The template cannot be previewed: ${countProblems(problems)}.`, problems);
  const optional = {
    ...(isType(documentType) && { documentType }),
    ...(isSize(documentSize) && { documentSize }),
    ...(isRenderer(renderer) && { renderer }),
    ...(remoteImages === true && { remoteImages }),
    ...(strict === true && { strict }),
    ...(finishing && { pdf: finishing }),
  };
  return { content: text, data: json, ...optional };
}

/** The members of a template, besides its content, that decide what its draft looks like. */
type Settings = Record<'documentType' | 'documentSize' | 'renderer' | 'remoteImages' | 'strict', unknown>;

function settingProblems(
  { documentType, documentSize, renderer, ...flags }: Readonly<Settings>,
  hasBrowser: boolean,
): string[] {
  const problems: string[] = [];
  if (!isAbsent(documentType) && !isType(documentType))
    problems.push(`documentType: must be one of ${documentTypes.join(', ')}, not ${describe(documentType)}`);
  if (!isAbsent(documentSize) && !isSize(documentSize))
    problems.push(`documentSize: must be one of ${documentSizes.join(', ')}, not ${describe(documentSize)}`);
  if (!isAbsent(renderer) && !isRenderer(renderer))
    problems.push(`renderer: must be one of ${renderers.join(', ')}, not ${describe(renderer)}`);
  if (renderer === 'BROWSER' && !hasBrowser) problems.push(`renderer: ${browserMissing}`);
  for (const [name, value] of Object.entries(flags))
    if (!isAbsent(value) && typeof value !== 'boolean')
      problems.push(`${name}: must be true or false, not ${describe(value)}`);
  return problems;
}

function readFinishing(value: unknown, problems: string[]): Finishing {
  if (!isObject(value)) {
    problems.push(`pdf: must be an object, not ${describe(value)}`);
    return {};
  }
  const finishing: Finishing = readMembers(finishingMembers, value, problems, 'pdf.');
  problems.push(...checkFinishing(finishing));
  return finishing;
}

function contentProblems(content: unknown): string[] {
  if (isAbsent(content)) return ['content: is required'];
  if (typeof content !== 'string') return [`content: must be a string, not ${describe(content)}`];
  if (content.length > MAX_TEMPLATE) return [`content: must have at most ${MAX_TEMPLATE} characters`];
  if (content.includes('\u0000')) return ['content: must not contain the character NUL'];
  return content.isWellFormed() ? [] : ['content: must not contain half of a surrogate pair'];
}

const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;

const isType = (value: unknown): value is Template['documentType'] => documentTypes.some((type) => type === value);

const isSize = (value: unknown): value is Template['documentSize'] => documentSizes.some((size) => size === value);

const isRenderer = (value: unknown): value is NonNullable<Template['renderer']> =>
  renderers.some((renderer) => renderer === value);
