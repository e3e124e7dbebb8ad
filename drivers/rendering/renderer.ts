import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { MAX_TEMPLATE, templatesFolder } from '../../domain/documents/templates/checkTemplate.ts';
import type { Component } from '../../domain/ports/component.ts';
import {
  ConversionRefused,
  type Office,
  type Renderer,
  type Rendering,
  type RenderOutcome,
} from '../../domain/ports/rendering.ts';
import type { Sandbox } from '../../domain/ports/sandbox.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';
import { ProcessPool } from '../processPool/processPool.ts';
import { LAYOUT, type RenderAnswer, type RenderWork, type TemplateSource } from './renderWork.ts';

/** A template may run so long, and a script that is one. */
const TEMPLATE_MS = 5_000;
/** A table of a hundred pages takes some ten seconds to lay out. */
const LAYOUT_MS = 60_000;
/** What a process may have in memory, a document of some hundred pages included. */
const MAX_RSS_MB = 1_200;
const MAX_VIRTUAL_MB = 4_000;
/** Characters of JSON that a document is made of. */
const MAX_DATA = 32 * 1024 * 1024;

/** What a render process makes itself; for every other format it makes the HTML, which the office converter is given. */
const own = ['text', 'html', 'email', 'pdf', 'txt'];
/** What may go to a process together with others: so many of these formats, with so many characters of data each. */
const SEVERAL = 32;
const SMALL_DATA = 20_000;
const small = ['text', 'html', 'email', 'txt'];
/** Before a script that is a template: its data under the name that it expects. */
const GIVEN = 'const data = input; ';

interface Thrown {
  readonly thrown: unknown;
}

export interface RendererOptions {
  readonly log: Logger;
  /** Where templates that are scripts run. */
  readonly sandbox: Sandbox;
  /** Absent: formats that need it are not offered. */
  readonly office?: Office;
  readonly templatesDir?: string;
  /** Processes at most, and so documents at a time. */
  readonly size?: number;
  readonly templateMs?: number;
  readonly layoutMs?: number;
  readonly maxRssMb?: number;
}

/** Renders in processes of its own: whatever a template or a document does to one of them, the next is served. */
export function makeRenderer(options: RendererOptions): Renderer & Component {
  const {
    log,
    sandbox,
    office,
    templatesDir = templatesFolder,
    templateMs = TEMPLATE_MS,
    layoutMs = LAYOUT_MS,
  } = options;
  const size = options.size ?? Math.max(2, availableParallelism());
  let epoch = 0;
  const pool = new ProcessPool<readonly RenderWork[], readonly RenderAnswer[]>({
    name: 'renderer',
    log,
    script: join(import.meta.dir, 'renderProcess.ts'),
    size,
    maxRssMb: options.maxRssMb ?? MAX_RSS_MB,
    maxVirtualMb: MAX_VIRTUAL_MB,
    startReplacementFirst: true,
    args: [templatesDir],
    // React's development build checks and warns all the time.
    environment: { NODE_ENV: 'production' },
    limitOf: (_, stage) => (stage === LAYOUT ? layoutMs : templateMs),
    exceeded: (works, what, stage) => {
      if (works.length > 1) return [];
      const who = stage === LAYOUT ? 'the document' : 'the template';
      const limit = stage === LAYOUT ? layoutMs : templateMs;
      if (what === 'memory') return [{ problem: `${who} needs more memory than it may have` }];
      return [{ problem: `${who} took longer than its limit of ${limit / 1_000} s` }];
    },
  });

  const sources = new WeakMap<Rendering['template'], TemplateSource>();
  /** The way to a process and back costs more than a letter does: what comes in while all are busy goes together. */
  const several = new MicroBatcher<RenderWork, RenderAnswer | Thrown>({
    maxBatch: SEVERAL,
    concurrency: size,
    write: runSeveral,
  });

  async function runOne(work: RenderWork, signal?: AbortSignal): Promise<RenderAnswer> {
    const [answer] = await pool.run([work], signal);
    return answer as RenderAnswer;
  }

  async function runSeveral(works: readonly RenderWork[]): Promise<(RenderAnswer | Thrown)[]> {
    const answers: (RenderAnswer | Thrown)[] = [];
    while (answers.length < works.length) {
      const left = works.slice(answers.length);
      const some = left.length > 1 ? await pool.run(left).catch(() => []) : [];
      answers.push(...some);
      // Alone, or killed with all that was in it: each on its own, so that one harms no other.
      if (some.length === 0)
        answers.push(...(await Promise.all(left.map((work) => runOne(work).catch((thrown: unknown) => ({ thrown }))))));
    }
    return answers;
  }

  async function sourceOf(
    { template, data }: Rendering,
    signal?: AbortSignal,
  ): Promise<RenderWork['source'] | Extract<RenderOutcome, { problem: string }>> {
    const { inputType, content, key } = template;
    if (content.length > MAX_TEMPLATE) return { problem: `a template has at most ${MAX_TEMPLATE} characters` };
    if (inputType !== 'SCRIPT') {
      // One object for each template: what is sent together names it once.
      const known = sources.get(template) ?? { inputType, content, key };
      sources.set(template, known);
      return known;
    }
    // In its first line, so that the lines keep their numbers.
    const source = `${GIVEN}${content}`;
    const outcome = await sandbox.run({ source, input: data, timeoutMs: templateMs }, signal);
    for (const line of outcome.lines) log.info({ template: template.code, line }, 'console.log of a template');
    if ('problem' in outcome) {
      const { problem, line, column } = outcome;
      const place = line === 1 ? Math.max(1, (column ?? 1) - GIVEN.length) : (column ?? 1);
      return { problem, ...(line !== undefined && { line, column: place }) };
    }
    if (outcome.returned !== 'string') return { problem: `returned ${outcome.returned}, and has to return text` };
    return { html: JSON.parse(outcome.json) as string };
  }

  return {
    size,
    // The others follow when there is more to do at once: each has some 150 MB.
    start: async () => pool.warm(1),
    stop: () => pool.stop(),
    evict: () => {
      epoch++;
    },
    async render(rendering, signal) {
      const { template, data, format } = rendering;
      if (data.length > MAX_DATA) return { problem: `the data has more than ${MAX_DATA / 1024 / 1024} MB` };
      const converted = !own.includes(format);
      if (converted && !office) throw new Error(`the format ${format} is not offered by this worker`);
      const source = await sourceOf(rendering, signal);
      if ('problem' in source) return source;
      const work: RenderWork = { source, data, format, size: template.documentSize, epoch };
      const together = signal === undefined && small.includes(format) && data.length <= SMALL_DATA;
      const made = await (together ? several.submit(work) : runOne(work, signal));
      if ('thrown' in made) throw made.thrown;
      if ('fault' in made) throw new Error(`a document could not be rendered: ${made.fault}`);
      if (!converted || !office || 'problem' in made) return made;
      return convert(office, new TextDecoder().decode(made.content), format, signal);
    },
  };
}

async function convert(office: Office, html: string, format: string, signal?: AbortSignal): Promise<RenderOutcome> {
  try {
    return { content: await office.convert(html, format, signal) };
  } catch (error) {
    if (error instanceof ConversionRefused) return { problem: error.message };
    throw error;
  }
}
