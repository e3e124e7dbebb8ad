import { templateFile } from '../../domain/documents/templates/checkTemplate.ts';
import { inspectHtml } from '../../domain/documents/warnings/inspectHtml.ts';
import { inspectOptions, inspectTemplate } from '../../domain/documents/warnings/inspectTemplate.ts';
import type { RenderWarning } from '../../domain/ports/rendering.ts';
import type { LayoutProblem } from './pdf/layoutProblems.ts';
import { PAGE, type RenderWork } from './renderWork.ts';

/**
 * Returns the warnings about a document: those of the layout, then those about its template, with their places, then those
 * that only the output shows, of data, partials and scripts.
 */
export function documentWarnings(
  { source, format, email, byBrowser, finishing, warningsFor = 'PDF' }: RenderWork,
  output: string,
  problems: readonly LayoutProblem[],
  folder: string,
): RenderWarning[] {
  if (format === 'text') return [];
  const seen = problems.filter(({ isInHtml }) => !isInHtml);
  const documentType = format === 'pdf' || format === PAGE ? 'PDF' : warningsFor;
  const { remoteImages = false } = email ?? {};
  const inspected = {
    documentType,
    remoteImages,
    pdf: finishing ?? {},
    ...(byBrowser && { renderer: 'BROWSER' as const }),
  };
  const options = inspectOptions(inspected, folder);
  if ('html' in source) return [...seen.map(({ problem }) => ({ problem })), ...inspectHtml(output, options)];
  const own = inspectTemplate({ ...source, ...inspected }, folder);
  const known = new Set(own.map(({ problem }) => problem));
  const others = inspectHtml(output, options).filter(({ problem }) => !known.has(problem));
  const text = source.inputType === 'FILE' ? templateFile(source.content, folder) : source.content;
  return [
    ...seen.map(({ problem, remedy, text: part }) => ({
      problem: remedy === undefined ? problem : `${problem}: ${remedy}`,
      ...placeOf(part, text),
    })),
    ...own,
    ...others.map(({ problem }) => ({ problem })),
  ];
}

/** Where a text occurs in a template first. */
function placeOf(text: string, template: string): { line: number; column: number } | undefined {
  const at = text === '' ? -1 : template.indexOf(text);
  if (at < 0) return undefined;
  const before = template.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
