import { TemplateFault } from '../../domain/documents/templates/templateFault.ts';
import { type Progress, serveWork } from '../processPool/poolWorker.ts';
import { documentWarnings } from './documentWarnings.ts';
import { readFinishing } from './finishing/finishingTexts.ts';
import { type OutputOptions, outputOf } from './output.ts';
import { Pages } from './pageCache.ts';
import type { LayoutProblem } from './pdf/layoutProblems.ts';
import { BATCH, FINISH, LAYOUT, type RenderAnswer, type RenderSource, type RenderWork } from './renderWork.ts';
import { Templates } from './templates/templates.ts';

/** Maximum memory that a template may add to its process: 64 MB in use, and twice as much garbage. */
const TEMPLATE_MB = 192;
/** A process above this size collects its garbage, and is replaced where that does not help. */
const RETIRE_BYTES = 500 * 1024 * 1024;
/** After this time the rest of a batch is returned unrendered: the time limit is meant for a single document. */
const MAX_BATCH_MS = 500;

const [folder = ''] = process.argv.slice(3);
const templates = new Templates(folder);
const pages = new Pages(folder);
let epoch = 0;

// Renders a document, which loads what the first caller would otherwise wait for.
const warm = templates.run({ key: '', inputType: 'HTML', content: '<p>{{date "2026-01-01"}}</p>' }, '{}', {
  escaped: true,
  epoch: 0,
});
await outputOf(`<style>p { color: red }</style>${warm}`, { format: 'pdf', size: 'A4', folder, pages });

serveWork<readonly RenderWork[], readonly RenderAnswer[]>(async (works, progress) => {
  const answers: RenderAnswer[] = [];
  progress.limitGrowth(TEMPLATE_MB);
  if (works.length > 1) progress.stage(BATCH);
  const until = performance.now() + MAX_BATCH_MS;
  for (const work of works) {
    answers.push(await answerTo(work, works.length === 1 ? progress : undefined));
    if (performance.now() > until) break;
  }
  progress.limitGrowth();
  if (isTooLarge()) Bun.gc(true);
  return { answer: answers, retire: isTooLarge() };
});

async function answerTo(work: RenderWork, progress: Progress | undefined): Promise<RenderAnswer> {
  try {
    const { source, format, size, email, template } = work;
    if (work.epoch !== epoch) {
      epoch = work.epoch;
      pages.clear();
    }
    const text = textOf(source, work);
    const appended = (work.appended ?? []).map((part) => ({ html: textOf(part.source, work), size: part.size }));
    progress?.limitGrowth();
    if (format === 'text') return { content: Buffer.from(text) };
    progress?.stage(LAYOUT);
    const finish = finisherOf(work, progress);
    const output = { format, size, folder, pages, email, template, appended };
    const options: OutputOptions = { ...output, ...(finish && { finish }) };
    const isArchive = work.finishing?.conformance !== undefined;
    if (work.warningsFor === undefined && !isArchive) return await outputOf(text, options);
    const seen: LayoutProblem[] = [];
    const outcome = await outputOf(text, { ...options, report: (problem) => seen.push(problem) });
    const missing = isArchive && seen.find(({ isMissing }) => isMissing);
    if (missing) {
      const remedy = missing.remedy === undefined ? '' : `: ${missing.remedy}`;
      return { problem: `${missing.problem}, which ${work.finishing?.conformance} forbids${remedy}` };
    }
    if (work.warningsFor === undefined) return outcome;
    return 'problem' in outcome ? outcome : { ...outcome, warnings: documentWarnings(work, text, seen, folder) };
  } catch (error) {
    if (error instanceof TemplateFault) return error.asProblem;
    if (error instanceof RangeError) return { problem: 'the document is nested too deeply, or too large' };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function textOf(source: RenderSource, { format, data, epoch: current }: RenderWork): string {
  if ('html' in source) return source.html;
  return templates.run(source, data, { escaped: format !== 'text', epoch: current });
}

function finisherOf(
  { finishing, data, epoch: current }: RenderWork,
  progress: Progress | undefined,
): OutputOptions['finish'] | undefined {
  if (!finishing) return undefined;
  return async (content, counts) => {
    progress?.stage(FINISH);
    const options = { key: finishing.key, data, epoch: current, folder, pages: counts };
    const texts = readFinishing(templates, finishing, options);
    // Imported on first use: most processes make only PDFs of their own.
    const { finishPdf } = await import('./finishing/finishPdf.ts');
    return finishPdf(content, texts);
  };
}

function isTooLarge(): boolean {
  return process.memoryUsage.rss() > RETIRE_BYTES;
}
