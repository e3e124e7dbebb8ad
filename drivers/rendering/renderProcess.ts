import { placed, TemplateFault } from '../../domain/documents/templates/templateFault.ts';
import type { RenderWarning } from '../../domain/ports/rendering.ts';
import { type Progress, serveWork } from '../processPool/poolWorker.ts';
import { documentWarnings, placeIn } from './documentWarnings.ts';
import { readFinishing, readProperties } from './finishing/finishingTexts.ts';
import type { FinishedTexts } from './finishing/finishPdf.ts';
import { type OutputOptions, outputOf } from './output.ts';
import { Pages } from './pageCache.ts';
import { unusableFonts } from './pdf/fonts/documentFonts.ts';
import { isEngineBroken } from './pdf/images/svgToPng.ts';
import type { LayoutProblem, Standard } from './pdf/layoutProblems.ts';
import {
  appendedMembers,
  BATCH,
  FINISH,
  LAYOUT,
  PAGE,
  type PrintedDocument,
  type RenderAnswer,
  type RenderSource,
  type RenderWork,
  TEMPLATE_MB,
  UNUSABLE_FONTS,
} from './renderWork.ts';
import { Templates } from './templates/templates.ts';

/** A process above this size collects its garbage, and is replaced where that does not help. */
const RETIRE_BYTES = 500 * 1024 * 1024;
/** After this time, or a crash, the rest of a batch is returned unrendered: the time limit is meant for a single document. */
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
    if (performance.now() > until || isEngineBroken) break;
  }
  progress.limitGrowth();
  if (isTooLarge()) Bun.gc(true);
  return { answer: answers, retire: isTooLarge(), isBroken: isEngineBroken };
});

async function answerTo(work: RenderWork, progress: Progress | undefined): Promise<RenderAnswer> {
  try {
    if (work.epoch !== epoch) {
      epoch = work.epoch;
      pages.clear();
    }
    return await (work.printed ? finished(work, work.printed, progress) : rendered(work, progress));
  } catch (error) {
    if (error instanceof TemplateFault) return error.asProblem;
    if (error instanceof RangeError) return { problem: 'the document is nested too deeply, or too large' };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Maximum number of violations that an error names. */
const MAX_VIOLATIONS = 20;

/** Returns why a document does not conform to the standards that it would claim: all reasons at once, each with its place in the template. */
function violationOf(
  standards: readonly Standard[],
  problems: readonly LayoutProblem[],
  source: RenderSource,
): { readonly problem: string; readonly member?: string } | undefined {
  const broken = problems.flatMap((one) => {
    const standard = standards.find((standard) => one.breaks?.includes(standard));
    return standard === undefined ? [] : { ...one, standard };
  });
  // The answer names the member that is at fault, which is the content if that is one of them.
  const members = new Set(broken.map(({ member }) => member));
  const [member] = members.has(undefined) ? [] : members;
  const found = broken.map(({ problem, standard, remedy, member: own, text, part }) => {
    const place = own === member || own === undefined ? '' : `${own}: `;
    const isElsewhere = text === '' || own !== undefined || part !== undefined;
    const at = isElsewhere ? undefined : placeIn(source, [text], folder);
    return `${place}${placed({ problem, ...at })}, which ${standard} forbids${remedy === undefined ? '' : `: ${remedy}`}`;
  });
  const all = [...new Set(found)];
  if (all.length === 0) return undefined;
  const more = all.length > MAX_VIOLATIONS ? [`and ${all.length - MAX_VIOLATIONS} more`] : [];
  const problem = [...all.slice(0, MAX_VIOLATIONS), ...more].join('; ');
  return { problem, ...(member !== undefined && { member }) };
}

async function rendered(work: RenderWork, progress: Progress | undefined): Promise<RenderAnswer> {
  if (work.format === UNUSABLE_FONTS) return { content: Buffer.from(JSON.stringify(await unusableFonts(folder))) };
  const { source, format, size, email, templates: named, finishing, data } = work;
  const text = textOf(source, work);
  const properties = finishing && readProperties(templates, finishing, { key: finishing.key, data, epoch });
  const appended = (work.appended ?? []).map((part) => ({ html: textOf(part.source, work), size: part.size }));
  progress?.limitGrowth();
  if (format === 'text') return { content: Buffer.from(text) };
  progress?.stage(LAYOUT);
  const seen: LayoutProblem[] = [];
  const report = (problem: LayoutProblem): void => void seen.push(problem);
  if (format === PAGE) {
    // Imported on first use, as below: most processes make only PDFs of their own.
    const { preparePage } = await import('./browserPage.ts');
    const prepared = await preparePage(text, { folder, size, named, properties, report });
    return { prepared, ...(work.warningsFor !== undefined && { warnings: ownWarnings(work, text, seen) }) };
  }
  const finish = finisherOf(work, progress, report);
  const output = { format, size, folder, pages, email, named, appended, properties };
  const { accessibility, conformance } = finishing ?? {};
  const claims = { ...(accessibility && { accessibility }), ...(conformance && { conformance }) };
  const options: OutputOptions = { ...output, ...claims, ...(finish && { finish }) };
  const standards = [conformance, accessibility === 'PDF/UA-1' ? accessibility : undefined];
  const claimed = standards.filter((one) => one !== undefined);
  if (work.warningsFor === undefined && claimed.length === 0) return outputOf(text, options);
  const outcome = await outputOf(text, { ...options, report });
  const violation = violationOf(claimed, seen, source);
  if (violation) return violation;
  if ('problem' in outcome || work.warningsFor === undefined) return outcome;
  return { ...outcome, warnings: [...ownWarnings(work, text, seen), ...appendedWarnings(work, appended, seen)] };
}

/** The warnings about the document without what is appended. */
const ownWarnings = (work: RenderWork, text: string, seen: readonly LayoutProblem[]): RenderWarning[] =>
  documentWarnings(
    work,
    text,
    seen.filter(({ part }) => part === undefined),
    folder,
  );

/** The warnings about the appended templates, each with the member that names its template. */
function appendedWarnings(
  { finishing, appended = [], ...work }: RenderWork,
  outputs: readonly { readonly html: string }[],
  seen: readonly LayoutProblem[],
): RenderWarning[] {
  const members = appendedMembers(finishing);
  return appended.flatMap(({ source }, index) => {
    const own = seen.filter(({ part }) => part === index + 1);
    const warnings = documentWarnings({ ...work, source }, outputs[index]?.html ?? '', own, folder);
    return warnings.map((warning) => ({ ...warning, member: members[index] ?? 'pdf.append' }));
  });
}

async function finished(
  { source, appended = [], finishing, data, epoch: current }: RenderWork,
  { parts, letters, properties }: PrintedDocument,
  progress: Progress | undefined,
): Promise<RenderAnswer> {
  progress?.limitGrowth();
  progress?.stage(FINISH);
  const { finishPrinted } = await import('./finishing/finishPrinted.ts');
  const { reportWatermark } = await import('./finishing/watermark.ts');
  const seen: LayoutProblem[] = [];
  const textsOf = (counts: readonly number[]): FinishedTexts | undefined => {
    const options = { data, epoch: current, folder, pages: counts };
    const texts = finishing && readFinishing(templates, finishing, { key: finishing.key, ...options });
    if (texts) reportWatermark(texts.watermark, (problem) => void seen.push(problem));
    return texts;
  };
  const isTagged = finishing?.accessibility !== undefined;
  const { content, missing } = await finishPrinted(parts, { letters, properties, isTagged, textsOf });
  const violation = finishing?.conformance && violationOf([finishing.conformance], seen, source);
  if (violation) return violation;
  const members = appendedMembers(finishing);
  const ofLetters = missing.map(({ problem, remedy, letters: listed, part }) => ({
    problem: `${problem}: ${remedy}`,
    ...placeIn(part === 0 ? source : appended[part - 1]?.source, listed, folder),
    ...(part > 0 && { member: members[part - 1] ?? 'pdf.append' }),
  }));
  return { content, warnings: [...ofLetters, ...seen.map(asWarning)] };
}

function asWarning({ problem, remedy, member }: LayoutProblem): RenderWarning {
  return { problem: remedy === undefined ? problem : `${problem}: ${remedy}`, ...(member !== undefined && { member }) };
}

function textOf(source: RenderSource, { format, data, epoch: current }: RenderWork): string {
  if ('html' in source) return source.html;
  return templates.run(source, data, { escaped: format !== 'text', epoch: current });
}

function finisherOf(
  { finishing, data, epoch: current }: RenderWork,
  progress: Progress | undefined,
  report: (problem: LayoutProblem) => void,
): OutputOptions['finish'] | undefined {
  if (!finishing) return undefined;
  return async (content, counts) => {
    progress?.stage(FINISH);
    const options = { key: finishing.key, data, epoch: current, folder, pages: counts };
    const texts = readFinishing(templates, finishing, options);
    if (isFinished(texts)) return content;
    if (texts.watermark !== '') (await import('./finishing/watermark.ts')).reportWatermark(texts.watermark, report);
    const { finishPdf } = await import('./finishing/finishPdf.ts');
    return finishPdf(content, texts);
  };
}

/** Whether nothing remains to be done to a PDF after its layout. */
function isFinished({ watermark, protection, foreign, files }: FinishedTexts): boolean {
  return watermark === '' && !protection && foreign.length === 0 && files.length === 0;
}

function isTooLarge(): boolean {
  return process.memoryUsage.rss() > RETIRE_BYTES;
}
