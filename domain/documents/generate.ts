import { readableRows } from '../access/reach.ts';
import { badRequest, type ServiceError } from '../errors.ts';
import { type ReplyOptions, requestResult } from '../jobs/results.ts';
import type { Caller } from '../kinds/kind.ts';
import { formatterTemplate } from '../kinds/processing/formatterTemplate.ts';
import type { RenderOutcome, RenderWarning, Template } from '../ports/rendering.ts';
import type { Services } from '../ports/services.ts';
import { submissionOf } from '../queue/context.ts';
import type { RenderDocument } from '../queue/definitions.ts';
import { countProblems } from '../validation/problems.ts';
import { readFreeObject } from '../validation/readFree.ts';
import { describe, isStorableText } from '../validation/values.ts';
import { MAX_DATA, tooMuchData } from './items/documentItems.ts';
import { appendedVersionsOf, noTemplate, pinTemplates, versionOfTemplate } from './items/pinnedTemplates.ts';
import { pinVersion, type RequestedVersions } from './items/pinVersion.ts';
import { type DocumentFormat, documentFormat, documentFormats } from './templates/formats.ts';
import { placed } from './templates/templateFault.ts';
import { warningTexts } from './warnings/inspectTemplate.ts';

/** Bytes of one document. */
const MAX_DOCUMENT = 64 * 1024 * 1024;
/** ms after the caller's wait in which a worker may still start to render: the document can be fetched later. */
const FETCHABLE_MS = 10 * 60_000;

export interface RenderOptions {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Whether the answer has warnings. */
  readonly warnings?: boolean;
  /** The versions of the template and of those that it appends; the present ones if absent. */
  readonly versions?: RequestedVersions | undefined;
}

/** A document as JSON text: a string. */
export interface Generated {
  readonly text: string;
  /** What it lacks, and what in it cannot be read. */
  readonly warnings: readonly string[];
}

/** A document of a stored template. */
export interface GeneratedByTemplate extends Generated {
  readonly templateVersion: number;
  /** The versions of the appended templates: `<id>:<version>,…`; absent if there are none, or in another format. */
  readonly appendedVersions?: string | undefined;
}

export type RenderPayload = Omit<RenderDocument, 'replyTo' | 'deadline'>;

/** The format of this name or media type. Throws a 400 that lists the formats. */
export function formatOf(text: string): DocumentFormat {
  const format = documentFormat(text);
  if (format) return format;
  const names = documentFormats.map(({ name }) => name).join(', ');
  throw badRequest(`The format ${describe(text)} is unknown.`, [
    `format: must be one of ${names}, or the media type of one, not ${describe(text)}`,
  ]);
}

/** Has a worker render a document: in base64 unless the format is text. */
export async function generateDocument(
  services: Services,
  code: string,
  format: DocumentFormat,
  body: unknown,
  { caller, signal, warnings = false, versions }: RenderOptions,
): Promise<GeneratedByTemplate> {
  const input = { code, format: format.name, body, caller };
  const { payload, template } = await readRequest(services, 'documentTemplateCode', input);
  let pinned = versions && (await pinVersion(services, code, versions));
  const request = { ...payload, ...(pinned !== undefined && { template: pinned }), ...(warnings && { warnings }) };
  const current = { ...template, onPinned: (now: string) => (pinned = now) };
  const what = `The document of the template ${describe(code)}`;
  const waited = { what, signal, extraMs: FETCHABLE_MS, ...(pinned === undefined && { template: current }) };
  const reply = await requestResult(services, 'document.render', request, waited);
  const appendedVersions = format.name === 'pdf' ? appendedVersionsOf(pinned ?? '') : undefined;
  return { ...readReply(reply), templateVersion: versionOfTemplate(pinned ?? ''), appendedVersions };
}

/** Has a worker render a name. Returns it as JSON text: one line, without blanks around it. */
export async function generateName(
  services: Services,
  code: string,
  body: unknown,
  { caller, signal }: RenderOptions,
): Promise<string> {
  const { payload, template } = await readRequest(services, 'templateCode', { code, format: 'text', body, caller });
  const what = `The name of the template ${describe(code)}`;
  const text = await requestResult(services, 'document.preview', payload, { what, signal, template });
  const name: string = JSON.parse(text);
  return JSON.stringify(name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim());
}

/** The formats of this installation as JSON text. */
export const listFormats = (): string =>
  JSON.stringify(documentFormats.map(({ name, mediaType, text }) => ({ name, mediaType, text })));

/**
 * Reads a request for a document or a name; `parameter` names the template's code in problems. The statement that
 * enqueues the job reads the template too, which saves a round trip.
 */
async function readRequest(
  services: Services,
  parameter: string,
  { code, format, body, caller }: { code: string; format: string; body: unknown; caller: Caller },
): Promise<{ payload: RenderPayload; template: NonNullable<ReplyOptions['template']> }> {
  const problems: string[] = [];
  // As text, because jsonb, in which the queue stores payloads, does not preserve the order of members.
  const data = readData(body, problems, 'body');
  const rejection = (all: readonly string[]): ServiceError =>
    badRequest(`The document cannot be made: ${countProblems(all)}.`, all);
  const missing = async (): Promise<ServiceError> =>
    rejection([await noTemplate(services, parameter, code), ...problems]);
  if (problems.length > 0 || !isStorableText(code)) {
    const exists = (await pinTemplates(services, [code])).has(code);
    throw exists ? rejection(problems) : await missing();
  }
  const source = readableRows(services, formatterTemplate);
  return { payload: { code, format, data, ...submissionOf(caller) }, template: { code, source, missing } };
}

/** The data of a document as JSON text. */
export function readData(value: unknown, problems: string[], at: string): string {
  const before = problems.length;
  const data = readFreeObject(value, problems, at);
  const text = problems.length === before ? JSON.stringify(data) : '';
  if (text.length > MAX_DATA) problems.push(tooMuchData(at));
  return text;
}

/** The format that the renderer gets: a template of plain text is rendered as `text`, except as HTML, which is cleaned. */
export function renderedAs({ documentType }: Template, format: string): string {
  return documentType === 'SOURCE' && format !== 'html' && isText(format) ? 'text' : format;
}

/** The reply to the caller of a rendering: JSON text, or the faults of the template or its data. */
export function outcomeOf(code: string, format: string, outcome: RenderOutcome): string | ServiceError {
  const problem = faultOf(outcome);
  if (problem !== undefined || 'problem' in outcome) {
    const more = 'more' in outcome ? (outcome.more ?? []) : [];
    const problems = [problem ?? '', ...more.map((one) => `${one.member ?? 'content'}: ${placed(one)}`)];
    return badRequest(`The template ${describe(code)} could not be rendered.`, problems);
  }
  const text = contentText(outcome.content, isText(format));
  return outcome.warnings ? replyWithWarnings(text, outcome.warnings) : text;
}

/** The reply of a worker that was asked for warnings: a JSON object in place of a string. */
function replyWithWarnings(document: string, warnings: readonly RenderWarning[]): string {
  return `{"warnings":${JSON.stringify(warningTexts(warnings))},"document":${document}}`;
}

/** Reads the reply of a worker. */
export function readReply(reply: string): Generated {
  if (!reply.startsWith('{')) return { text: reply, warnings: [] };
  const start = reply.indexOf('],"document":');
  const warnings: readonly string[] = JSON.parse(reply.slice('{"warnings":'.length, start + 1));
  return { text: reply.slice(start + '],"document":'.length, -1), warnings };
}

/** The problem of a rendering, with the member of the template before it; undefined if there is a document. */
export function faultOf(outcome: RenderOutcome): string | undefined {
  if ('content' in outcome) {
    if (outcome.content.byteLength <= MAX_DOCUMENT) return undefined;
    return `content: makes a document larger than ${MAX_DOCUMENT / 1024 / 1024} MB`;
  }
  return `${outcome.member ?? 'content'}: ${placed(outcome)}`;
}

/** Whether documents of this format, as a Rendering names it, are text. */
const isText = (format: string): boolean => format === 'text' || (documentFormat(format)?.text ?? false);

/** A document as a JSON string: its text, or base64. */
export function contentText(content: Uint8Array, text: boolean): string {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return text ? JSON.stringify(bytes.toString('utf8')) : `"${bytes.toString('base64')}"`;
}
