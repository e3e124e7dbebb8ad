import { inspectHtml } from '../../../domain/documents/warnings/inspectHtml.ts';

/** Returns the warnings about a whole document that becomes a PDF, and whose images and fonts exist. */
export const problemsOf = (html: string): string[] =>
  inspectHtml(html, {
    reader: 'layout',
    drawsHtml: true,
    isWhole: true,
    partials: '',
    hasAllTags: true,
    tagged: false,
    hasImage: () => true,
    drawingOf: () => undefined,
    hasFont: () => true,
    whyNotFetched: () => '',
  }).map(({ problem }) => problem);
