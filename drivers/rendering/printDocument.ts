import { browserMissing } from '../../domain/kinds/processing/formatterTemplate.ts';
import {
  type Browser,
  ConversionRefused,
  type RenderOutcome,
  type RenderWarning,
} from '../../domain/ports/rendering.ts';
import type { PdfProperties } from './documentProperties.ts';
import { appendedMembers, PAGE, type RenderAnswer, type RenderWork } from './renderWork.ts';

type Problem = Extract<RenderOutcome, { problem: string }>;

/** A PDF of the document or of a template that follows, with the warnings about it. */
interface PrintedPart {
  readonly content: Uint8Array;
  readonly warnings: readonly RenderWarning[];
  /** Only of a part that a browser has printed, as its different letters. */
  readonly properties?: PdfProperties;
  readonly letters?: string;
}

export interface PrintOptions {
  readonly browser: Browser | undefined;
  /** Has a render process do a work. */
  readonly run: (work: RenderWork) => Promise<RenderAnswer>;
  readonly signal?: AbortSignal | undefined;
}

/** Whether a browser prints the document, or one of the templates that follow. */
export const needsBrowser = ({ format, byBrowser, appended = [] }: RenderWork): boolean =>
  format === 'pdf' && (byBrowser === true || appended.some((part) => part.byBrowser));

/**
 * Makes a PDF of which a browser prints at least one part: each part is made by its own renderer, and a render process puts
 * them together and finishes the whole.
 */
export async function printDocument(work: RenderWork, options: PrintOptions): Promise<RenderOutcome> {
  const { finishing, appended = [], templates, byBrowser, ...plain } = work;
  const { accessibility } = finishing ?? {};
  if (accessibility === 'PDF/UA-1' || (accessibility && appended.length > 0))
    return { member: 'pdf.accessibility', problem: accessibilityProblem };
  const own = { ...(templates && { templates }), ...(byBrowser && { byBrowser }) };
  const named = finishing && { finishing: propertiesOf(finishing) };
  const main = await printPart({ ...plain, ...own, ...named }, 'renderer', options);
  if ('problem' in main) return main;
  const parts = [main];
  const members = appendedMembers(finishing);
  for (const [index, { source, size, byBrowser: isPrinted }] of appended.entries()) {
    const member = members[index] ?? 'pdf.append';
    const part = await printPart(
      { ...plain, source, size, ...(isPrinted && { byBrowser: isPrinted }) },
      member,
      options,
    );
    if ('problem' in part) return { problem: part.problem, member };
    parts.push({ ...part, warnings: part.warnings.map((warning) => ({ ...warning, member })) });
  }
  const printed = {
    parts: parts.map(({ content }) => content),
    letters: parts.map(({ letters }) => letters),
    properties: main.properties,
  };
  const outcome = outcomeOf(await options.run({ ...work, printed }));
  if ('problem' in outcome) return outcome;
  const { content, warnings = [] } = outcome;
  if (work.warningsFor === undefined) return { content };
  return { content, warnings: [...warnings, ...parts.flatMap((part) => part.warnings)] };
}

const accessibilityProblem =
  'a browser makes neither PDF/UA-1 nor the structure of a document with appended templates; write LAYOUT as renderer';

/** What is done to the first part alone: it gets its properties, and its structure. */
function propertiesOf({ key, title, author, subject, keywords, language, accessibility }: Finished): Finished {
  const texts = Object.entries({ title, author, subject, keywords, language }).filter(([, text]) => text !== undefined);
  return { key, ...Object.fromEntries(texts), ...(accessibility && { accessibility }) };
}

type Finished = NonNullable<RenderWork['finishing']>;

async function printPart(work: RenderWork, member: string, options: PrintOptions): Promise<PrintedPart | Problem> {
  const { browser, run, signal } = options;
  if (!work.byBrowser) {
    const outcome = outcomeOf(await run(work));
    return 'problem' in outcome ? outcome : { content: outcome.content, warnings: outcome.warnings ?? [] };
  }
  if (!browser) return { member, problem: browserMissing };
  const answer = await run({ ...work, format: PAGE });
  if (!('prepared' in answer)) {
    const outcome = outcomeOf(answer);
    if ('problem' in outcome) return outcome;
    throw new Error('a render process returned no page');
  }
  const { prepared, warnings = [] } = answer;
  try {
    const { page, properties, letters } = prepared;
    return { content: await browser.print(page, signal), warnings, properties, letters };
  } catch (error) {
    if (error instanceof ConversionRefused) return { problem: error.message };
    throw error;
  }
}

/** Throws for an answer that is no outcome of a document. */
export function outcomeOf(answer: RenderAnswer): RenderOutcome {
  if ('fault' in answer) throw new Error(`a document could not be rendered: ${answer.fault}`);
  if ('prepared' in answer) throw new Error('a render process returned a page in place of a document');
  return answer;
}
