import { templateFile } from '../../domain/documents/templates/checkTemplate.ts';
import { documentFormat } from '../../domain/documents/templates/formats.ts';
import { inspectHtml } from '../../domain/documents/warnings/inspectHtml.ts';
import { inspectOptions, inspectTemplate } from '../../domain/documents/warnings/inspectTemplate.ts';
import type { RenderWarning } from '../../domain/ports/rendering.ts';
import type { LayoutProblem } from './pdf/layoutProblems.ts';
import { PAGE, type RenderSource, type RenderWork, type TemplateSource } from './renderWork.ts';

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
  const isLaidOut = format === 'pdf' || format === PAGE;
  const documentType = isLaidOut ? 'PDF' : warningsFor;
  const { remoteImages = false } = email ?? {};
  const inspected = {
    documentType,
    remoteImages,
    pdf: finishing ?? {},
    drawsHtml: isLaidOut,
    ...((documentFormat(format)?.office || format === 'txt') && { plainFormat: format }),
    ...(byBrowser && { renderer: 'BROWSER' as const }),
  };
  const options = inspectOptions(inspected, folder);
  const own = 'html' in source ? [] : inspectTemplate({ ...source, ...inspected }, folder);
  const known = new Set(own.map(({ problem }) => problem));
  const ofLayout = seen.filter(({ problem }) => !known.has(problem));
  for (const { problem } of ofLayout) known.add(problem);
  const others = inspectHtml(output, options).filter(({ problem }) => !known.has(problem));
  const text = 'html' in source ? '' : textOf(source, folder);
  return [
    ...ofLayout.map(({ problem, remedy, text: part, css, member }) => ({
      problem: remedy === undefined ? problem : `${problem}: ${remedy}`,
      ...(member === undefined ? placeOf(part, text, css) : { member }),
    })),
    ...own,
    ...others.map(({ problem }) => ({ problem })),
  ];
}

const textOf = ({ inputType, content }: TemplateSource, folder: string): string =>
  inputType === 'FILE' ? templateFile(content, folder) : content;

/** Returns where the first of these texts that a template has occurs in it; undefined for what a script has returned. */
export function placeIn(source: RenderSource | undefined, texts: readonly string[], folder: string): Place | undefined {
  if (source === undefined || 'html' in source) return undefined;
  const template = textOf(source, folder);
  const found = texts.find((text) => template.includes(text));
  return found === undefined ? undefined : placeOf(found, template);
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Returns where CSS, or else a text, occurs in a template first. */
function placeOf(text: string, template: string, css = ''): Place | undefined {
  const ofCss = css === '' || css.length > MAX_SEARCHED ? -1 : template.search(spaced(css));
  const at = ofCss >= 0 || text === '' ? ofCss : startOf(text, template);
  if (at < 0) return undefined;
  const before = template.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const letter = String.raw`[\p{L}\p{N}]`;
const wordEnd = `(?!${letter})`;

/** Returns where a text occurs first: as an element, at the start of one, as words of their own, or anywhere. */
function startOf(text: string, template: string): number {
  if (text.length > MAX_SEARCHED || /^\s/.test(text)) return template.indexOf(text);
  const words = text.split(/\s+/);
  // Fast for a text of data, which no pattern finds.
  if (!words.every((word) => template.includes(word))) return startOfChanged(text, template);
  const plain = words.map((word) => RegExp.escape(word)).join(String.raw`\s+`);
  const patterns = [
    `(>\\s*)${plain}\\s*<`,
    `(>\\s*)${plain}${wordEnd}`,
    `(?<!${letter})${plain}${wordEnd}`,
    `(>\\s*)${plain}`,
  ];
  for (const pattern of patterns) {
    const found = new RegExp(pattern, 'u').exec(template);
    if (found) return found.index + (found[1]?.length ?? 0);
  }
  const found = template.indexOf(text);
  return found >= 0 ? found : startOfChanged(text, template);
}

/** Returns where a text begins that the template has in another form: a letter by its number, or a part of it as data. */
const startOfChanged = (text: string, template: string): number =>
  text.length <= 2 ? template.search(numbered(text)) : startOfFilled(text, template);

/** Minimum number of letters that a text between tags with `{{…}}` in it shares with what the data has made of it. */
const MIN_SHARED = 2;
const mustache = /\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}/;

/** Returns where a text begins of which the data has written a part; -1 if no text of the template can become it. */
function startOfFilled(text: string, template: string): number {
  const written = text.trim().replace(/\s+/g, ' ');
  let best = { start: -1, shared: MIN_SHARED - 1 };
  for (let at = template.indexOf('{{'), end = 0; at >= 0; at = template.indexOf('{{', end)) {
    // Not the whole template up to here, for each of many.
    const before = template.slice(end, at);
    const from = end + before.lastIndexOf('>') + 1;
    const isInTag = template.slice(from, at).includes('<');
    const next = template.indexOf(isInTag ? '>' : '<', at);
    end = next < 0 ? template.length : next;
    if (isInTag) continue;
    const own = template.slice(from, end);
    const shared = sharedLetters(own.trim(), written);
    if (shared > best.shared) best = { start: from + own.search(/\S/), shared };
  }
  return best.start;
}

/**
 * Returns how many letters a text with `{{…}}` shares with what it has become, of which a warning has the first line or less: none if it
 * ends otherwise.
 */
function sharedLetters(own: string, written: string): number {
  const parts = own.split(mustache).map((part) => part.replace(/\s+/g, ' '));
  let at = 0;
  let shared = 0;
  for (const [index, fixed] of parts.entries()) {
    const found = written.indexOf(fixed, at);
    if (index === 0 && found !== 0) return 0;
    if (found < 0) return shared + beginningIn(fixed, written.slice(at));
    at = found + fixed.length;
    shared += lettersIn(fixed);
  }
  return written.endsWith(parts.at(-1) ?? '') ? shared : 0;
}

/** Returns how many letters of the beginning of a text end another one, which is the first line of more. */
function beginningIn(text: string, written: string): number {
  for (let at = 0; at < written.length; at++)
    if (text.startsWith(written.slice(at))) return lettersIn(written.slice(at));
  return Number.NEGATIVE_INFINITY;
}

const lettersIn = (text: string): number => text.replace(/[^\p{L}\p{N}]/gu, '').length;

/** A pattern of the number of a letter in HTML or CSS. */
function numbered(letter: string): RegExp {
  const number = letter.codePointAt(0) ?? 0;
  const digits = number.toString(16);
  return new RegExp(String.raw`&#(?:x0*${digits}|0*${number})(?![0-9a-f])|\\0*${digits}(?![0-9a-f])`, 'i');
}

/** Maximum length of CSS, or of a text, that is searched for by a pattern. */
const MAX_SEARCHED = 500;

/** A pattern of CSS with any spaces: cleaning removes some. */
const spaced = (css: string): RegExp =>
  new RegExp(
    `(?<![\\w-])${(css.match(/[\w-]+|[^\s\w-]/g) ?? []).map((part) => RegExp.escape(part)).join(String.raw`\s*`)}`,
  );
