import { badRequest, type ServiceError } from '../errors.ts';
import { type ReplyOptions, requestResult } from '../jobs/results.ts';
import type { Caller } from '../kinds/kind.ts';
import { documentSizes } from '../kinds/processing/formatterTemplate.ts';
import type { RenderOutcome, Template } from '../ports/rendering.ts';
import type { Services } from '../ports/services.ts';
import { contextOf } from '../queue/context.ts';
import type { RenderDocument } from '../queue/definitions.ts';
import { countProblems } from '../validation/problems.ts';
import { readFreeObject } from '../validation/readFree.ts';
import { describe, isObject, isStorableText } from '../validation/values.ts';
import { MAX_DATA, tooMuchData } from './items/documentItems.ts';
import { noTemplate, pinTemplates } from './items/pinnedTemplates.ts';
import { checkTemplate } from './templates/checkTemplate.ts';
import { type DocumentFormat, documentFormat, documentFormats } from './templates/formats.ts';
import { MAX_TEMPLATE } from './templates/parseTemplate.ts';
import { placed } from './templates/templateFault.ts';

/** Bytes of one document. */
const MAX_DOCUMENT = 64 * 1024 * 1024;
/** How long a document that its caller has not waited for may still be begun. */
const KEPT_MS = 10 * 60_000;

interface Asking {
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/** The format of this name or media type. Throws a 400 that lists what there is. */
export function formatOf(given: string): DocumentFormat {
  const format = documentFormat(given);
  if (format) return format;
  const names = documentFormats.map(({ name }) => name).join(', ');
  throw badRequest('There is no such format.', [
    `format: must be one of ${names}, or the media type of one, not ${describe(given)}`,
  ]);
}

/** Has a worker make a document, and answers it as JSON text: a string, base64 unless the format is text. */
export async function generateDocument(
  services: Services,
  code: string,
  format: DocumentFormat,
  body: unknown,
  asking: Asking,
): Promise<string> {
  const { payload, template } = await askFor(services, 'documentTemplateCode', code, format.name, body, asking.caller);
  const what = `The document of the template ${describe(code)}`;
  return requestResult(services, 'document.render', payload, {
    what,
    signal: asking.signal,
    extraMs: KEPT_MS,
    template,
  });
}

/** Has a worker make a name, and answers it as JSON text: one line, without blanks around it. */
export async function generateName(services: Services, code: string, body: unknown, asking: Asking): Promise<string> {
  const { payload, template } = await askFor(services, 'templateCode', code, 'text', body, asking.caller);
  const what = `The name of the template ${describe(code)}`;
  const text = await requestResult(services, 'document.preview', payload, { what, signal: asking.signal, template });
  return JSON.stringify((JSON.parse(text) as string).replaceAll(/[\s\p{Cc}]+/gu, ' ').trim());
}

/** Has a worker render content that need not be saved, and answers it as JSON text: the HTML, cleaned, or base64 of the PDF. */
export async function previewTemplate(
  services: Services,
  format: 'html' | 'pdf',
  body: unknown,
  asking: Asking,
): Promise<string> {
  const problems: string[] = [];
  const { data, content, documentSize, ...others } = isObject(body) ? body : {};
  if (!isObject(body)) problems.push(`body: must be an object, not ${describe(body)}`);
  else {
    for (const name of Object.keys(others)) problems.push(`${name}: unknown member`);
    if (data === undefined || data === null) problems.push('data: is required');
    if (content === undefined || content === null) problems.push('content: is required');
    else if (typeof content !== 'string') problems.push(`content: must be a string, not ${describe(content)}`);
    else if (content.length > MAX_TEMPLATE) problems.push(`content: must have at most ${MAX_TEMPLATE} characters`);
    else if (content.includes('\u0000')) problems.push('content: must not contain the character NUL');
    else if (!content.isWellFormed()) problems.push('content: must not contain half of a surrogate pair');
    if (documentSize !== undefined && documentSize !== null && !isSize(documentSize))
      problems.push(`documentSize: must be one of ${documentSizes.join(', ')}, not ${describe(documentSize)}`);
  }
  const json = data === undefined || data === null ? '' : readData(data, problems, 'data');
  if (problems.length === 0) {
    const problem = checkTemplate('HTML', content as string);
    if (problem) problems.push(`content: ${placed(problem)}`);
  }
  if (problems.length > 0) throw badRequest(`The template cannot be previewed: ${countProblems(problems)}.`, problems);
  const payload: Omit<RenderDocument, 'replyTo' | 'deadline'> = {
    code: 'preview',
    content: content as string,
    format,
    data: json,
    context: contextOf(asking.caller),
    ...(isSize(documentSize) && { documentSize }),
  };
  // A PDF may take seconds, which previews as HTML and names should not wait for.
  const queue = format === 'pdf' ? 'document.render' : 'document.preview';
  return requestResult(services, queue, payload, { what: 'The preview', signal: asking.signal });
}

const isSize = (given: unknown): given is Template['documentSize'] =>
  documentSizes.some((documentSize) => documentSize === given);

/** The formats of this installation as JSON text. */
export const listFormats = (): string =>
  JSON.stringify(documentFormats.map(({ name, mediaType, text }) => ({ name, mediaType, text })));

/** What a worker is asked for. The template is looked up by the statement that asks: a call has one round trip less. */
async function askFor(
  services: Services,
  parameter: string,
  code: string,
  format: string,
  body: unknown,
  caller: Caller,
): Promise<{
  payload: Omit<RenderDocument, 'replyTo' | 'deadline' | 'template'>;
  template: NonNullable<ReplyOptions['template']>;
}> {
  const problems: string[] = [];
  // As text: the queue keeps its payloads as jsonb, which has an order of members of its own.
  const data = readData(body, problems, 'body');
  const refusal = (all: readonly string[]): ServiceError =>
    badRequest(`The document cannot be made: ${countProblems(all)}.`, all);
  const missing = async (): Promise<ServiceError> =>
    refusal([await noTemplate(services.sql, parameter, code), ...problems]);
  if (problems.length > 0 || !isStorableText(code)) {
    const there = (await pinTemplates(services.sql, [code])).has(code);
    throw there ? refusal(problems) : await missing();
  }
  return { payload: { code, format, data, context: contextOf(caller) }, template: { code, missing } };
}

/** The data of a document as JSON text. */
function readData(given: unknown, problems: string[], at: string): string {
  const before = problems.length;
  const data = readFreeObject(given, problems, at);
  const text = problems.length === before ? JSON.stringify(data) : '';
  if (text.length > MAX_DATA) problems.push(tooMuchData(at));
  return text;
}

/** How a format is asked of the renderer: a template of plain text gives that as it is, but for HTML, which is cleaned. */
export function renderedAs({ documentType }: Template, format: string): string {
  return documentType === 'SOURCE' && format !== 'html' && isText(format) ? 'text' : format;
}

/** What the caller is told of a rendering: JSON text, or what was wrong with the template or its data. */
export function outcomeOf(code: string, format: string, outcome: RenderOutcome): string | ServiceError {
  const problem = problemOf(outcome);
  if (problem !== undefined) return badRequest(`The template ${describe(code)} could not be rendered.`, [problem]);
  return contentText((outcome as { content: Uint8Array }).content, isText(format));
}

/** What was wrong, beginning with the member of the template; undefined for a document. */
export function problemOf(outcome: RenderOutcome): string | undefined {
  if ('content' in outcome) {
    if (outcome.content.byteLength <= MAX_DOCUMENT) return undefined;
    return `content: makes a document larger than ${MAX_DOCUMENT / 1024 / 1024} MB`;
  }
  return `content: ${placed(outcome)}`;
}

/** Whether a format of a Rendering answers as text. */
const isText = (format: string): boolean => format === 'text' || (documentFormat(format)?.text ?? false);

/** A document as the JSON string that is answered for it. */
export function contentText(content: Uint8Array, text: boolean): string {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return text ? JSON.stringify(bytes.toString('utf8')) : `"${bytes.toString('base64')}"`;
}
