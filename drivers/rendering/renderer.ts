import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { documentFormat } from '../../domain/documents/templates/formats.ts';
import { MAX_TEMPLATE } from '../../domain/documents/templates/parseTemplate.ts';
import { templatesFolder } from '../../domain/documents/templates/templateFiles.ts';
import type { Component } from '../../domain/ports/component.ts';
import {
  type Browser,
  ConversionRefused,
  type Office,
  type Renderer,
  type Rendering,
  type RenderOutcome,
} from '../../domain/ports/rendering.ts';
import type { Sandbox } from '../../domain/ports/sandbox.ts';
import { needsBrowser, outcomeOf, printDocument } from './printDocument.ts';
import { RenderPool } from './renderPool.ts';
import { type AppendedWork, type RenderWork, type TemplateSource, UNUSABLE_FONTS } from './renderWork.ts';

/** Default time limit of a template, also of one that is a script. */
const TEMPLATE_MS = 5_000;
/** Default time limit of the layout: a table of a hundred pages takes some ten seconds. */
const LAYOUT_MS = 50_000;
/** Default memory limit of a process: enough for a document of some hundred pages. */
const MAX_RSS_MB = 1_200;
/** Maximum length of a document's data as JSON, in characters. */
const MAX_DATA = 32 * 1024 * 1024;
/** Documents with more data than this are rendered alone. */
const MAX_BATCHED_DATA = 20_000;
/** Prefix of a template that is a script: it names the data as in other templates. */
const SCRIPT_PREFIX = 'const data = input; ';

type Problem = Extract<RenderOutcome, { problem: string }>;

export interface RendererOptions {
  readonly log: Logger;
  /** Runs templates that are scripts. */
  readonly sandbox: Sandbox;
  /** Absent: formats that need it are not offered. */
  readonly office?: Office;
  /** Absent: templates that ask for a browser make no PDF. */
  readonly browser?: Browser;
  readonly templatesDir?: string;
  /** Maximum number of processes, which is the number of documents at a time. */
  readonly size?: number;
  readonly templateMs?: number;
  readonly layoutMs?: number;
  readonly maxRssMb?: number;
}

/** Makes documents of templates. Formats of the office converter are made of the HTML that a render process returns. */
export function makeRenderer(options: RendererOptions): Renderer & Component {
  return new DocumentRenderer(options);
}

class DocumentRenderer implements Renderer, Component {
  readonly size: number;
  readonly #options: RendererOptions;
  readonly #pool: RenderPool;
  readonly #templateMs: number;
  /** One object for each template, so that a message with several works has its text once. */
  readonly #sources = new WeakMap<Rendering['template'], TemplateSource>();
  #epoch = 0;
  #isStopped = false;

  constructor(options: RendererOptions) {
    const { log, templatesDir = templatesFolder, templateMs = TEMPLATE_MS, layoutMs = LAYOUT_MS } = options;
    const { maxRssMb = MAX_RSS_MB } = options;
    this.size = options.size ?? Math.max(2, availableParallelism());
    this.#options = options;
    this.#templateMs = templateMs;
    this.#pool = new RenderPool({ log, templatesDir, size: this.size, maxRssMb, templateMs, layoutMs });
  }

  async start(): Promise<void> {
    await this.#pool.start();
    const { templatesDir = templatesFolder } = this.#options;
    // A process reads them before there are documents.
    if (existsSync(join(templatesDir, 'fonts'))) void this.#logUnusableFonts();
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#pool.stop();
  }

  async #logUnusableFonts(): Promise<void> {
    const { log } = this.#options;
    try {
      const work = { source: { html: '' }, data: '{}', format: UNUSABLE_FONTS, size: 'A4', epoch: 0 } as const;
      const answer = outcomeOf(await this.#pool.run(work));
      const unusable: readonly { name: string; problem: string }[] =
        'problem' in answer ? [] : JSON.parse(Buffer.from(answer.content).toString());
      for (const { name: font, problem } of unusable)
        log.warn({ font, problem }, 'a font of templates/ cannot be used');
    } catch (err) {
      if (!this.#isStopped) log.warn({ err }, 'the fonts of templates/ could not be read');
    }
  }

  evict(): void {
    this.#epoch++;
  }

  async render(rendering: Rendering, signal?: AbortSignal): Promise<RenderOutcome> {
    const { template, data, format } = rendering;
    if (data.length > MAX_DATA) return { problem: `the data has more than ${MAX_DATA / 1024 / 1024} MB` };
    const office = documentFormat(format)?.office ? this.#options.office : undefined;
    if (documentFormat(format)?.office && !office)
      throw new Error(`the format ${format} is not offered by this worker`);
    const source = await this.#sourceOf(rendering, signal);
    if ('problem' in source) return source;
    const warns = rendering.warnings || template.strict;
    const { documentSize: size, documentType } = template;
    const finishing = format === 'pdf' && (await this.#finishingOf(rendering, signal));
    if (finishing && 'problem' in finishing) return finishing;
    const named = namesOf(rendering);
    const shared = { data, format, size, epoch: this.#epoch };
    const work: RenderWork = {
      source,
      ...shared,
      ...(named.length > 0 && { templates: named }),
      ...(isEmail(template, format) && { email: { remoteImages: template.remoteImages === true } }),
      ...(warns && { warningsFor: documentType }),
      ...(template.renderer === 'BROWSER' && { byBrowser: true as const }),
      ...finishing,
    };
    const answer = await this.#answerTo(work, signal);
    if ('problem' in answer) return answer;
    const { warnings = [] } = answer;
    if (template.strict && warnings[0]) return { ...warnings[0], more: warnings.slice(1) };
    if (!office) return answer;
    const html = new TextDecoder().decode(answer.content);
    const converted = await outcomeOfOffice(() =>
      office.convert(html, format, { signal, isAwaited: rendering.isAwaited }),
    );
    return 'problem' in converted ? converted : { ...converted, ...(warns && { warnings }) };
  }

  async #answerTo(work: RenderWork, signal: AbortSignal | undefined): Promise<RenderOutcome> {
    const { browser } = this.#options;
    if (needsBrowser(work)) return printDocument(work, { browser, run: (one) => this.#pool.run(one, signal), signal });
    const isBatched = signal === undefined && isQuick(work.format) && work.data.length <= MAX_BATCHED_DATA;
    return outcomeOf(await (isBatched ? this.#pool.runBatched(work) : this.#pool.run(work, signal)));
  }

  /** Returns what happens to a PDF after its layout, with the sources of the templates that follow. */
  async #finishingOf(
    { template, data, appended }: Rendering,
    signal?: AbortSignal,
  ): Promise<Pick<RenderWork, 'finishing' | 'appended'> | Problem> {
    const { key, pdf } = template;
    if (!pdf) return {};
    const parts: AppendedWork[] = [];
    for (const [index, { template: code }] of (pdf.append ?? []).entries()) {
      if (code === undefined) continue;
      const other = appended?.get(code);
      const member = `pdf.append[${index}].template`;
      if (!other) return { member, problem: `no FormatterTemplate has the code ${JSON.stringify(code)}` };
      const source = await this.#sourceOf({ template: other, data }, signal);
      if ('problem' in source) return { ...source, member };
      const byBrowser = other.renderer === 'BROWSER' && { byBrowser: true as const };
      parts.push({ source, size: other.documentSize, ...byBrowser });
    }
    return { finishing: { key, ...pdf }, ...(parts.length > 0 && { appended: parts }) };
  }

  async #sourceOf(
    { template, data }: Pick<Rendering, 'template' | 'data'>,
    signal?: AbortSignal,
  ): Promise<RenderWork['source'] | Problem> {
    const { inputType, content, key } = template;
    if (content.length > MAX_TEMPLATE) return { problem: `a template has at most ${MAX_TEMPLATE} characters` };
    if (inputType === 'SCRIPT') return this.#runScript(template, data, signal);
    const known = this.#sources.get(template) ?? { inputType, content, key };
    this.#sources.set(template, known);
    return known;
  }

  async #runScript(
    { code, content }: Rendering['template'],
    data: string,
    signal: AbortSignal | undefined,
  ): Promise<{ html: string } | Problem> {
    const { sandbox, log } = this.#options;
    // On the first line of the script, so that its lines keep their numbers.
    const source = `${SCRIPT_PREFIX}${content}`;
    const outcome = await sandbox.run({ source, input: data, timeoutMs: this.#templateMs }, signal);
    for (const line of outcome.lines) log.info({ template: code, line }, 'console.log of a template');
    if ('problem' in outcome) {
      const { problem, line, column = 1 } = outcome;
      if (line === undefined) return { problem };
      return { problem, line, column: line === 1 ? Math.max(1, column - SCRIPT_PREFIX.length) : column };
    }
    if (outcome.returned !== 'string') return { problem: `returned ${outcome.returned}, and has to return text` };
    return { html: String(JSON.parse(outcome.json)) };
  }
}

/**
 * Names the stored templates of a document with their versions: its own, then those that a PDF appends. Messages name none,
 * because their recipients do not make them again.
 */
function namesOf({ template, format, appended }: Rendering): string[] {
  if (format === 'email' || format === 'text') return [];
  return [template, ...(appended?.values() ?? [])].flatMap(({ code, version }) =>
    version === undefined ? [] : [`${code}, version ${version}`],
  );
}

/** Whether the document is that of an e-mail: a message, or the HTML or the text of its template. */
const isEmail = ({ documentType }: Rendering['template'], format: string): boolean =>
  format === 'email' || (documentType === 'EMAIL' && (format === 'html' || format === 'txt'));

function isQuick(format: string): boolean {
  return format === 'text' || format === 'email' || documentFormat(format)?.quick === true;
}

async function outcomeOfOffice(convert: () => Promise<Uint8Array>): Promise<RenderOutcome> {
  try {
    return { content: await convert() };
  } catch (error) {
    if (error instanceof ConversionRefused) return { problem: error.message };
    throw error;
  }
}
