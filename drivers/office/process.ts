import { documentFormat } from '../../domain/documentFormats.ts';
import { serveWork } from '../processWork.ts';
import { DocumentRefused, makeOfficeEngine } from './engine.ts';
import { prepareSheet, prepareText } from './page.ts';
import type { OfficeAnswer, OfficeWork } from './work.ts';

/** The process of one converter. `argv`: what it may have in memory, and past how much it asks to be replaced; MB. */
const [, , , retireMb = '2000'] = process.argv;

/** A sheet is opened as what Excel would open, so that Calc and not Writer reads it. */
const READ = { text: 'html', sheet: 'xls' } as const;
/**
 * Comma, double quote, UTF-8, from line 1, no columns, any language; text is quoted only where it has to be, cells as
 * they are shown, no formulas.
 */
const CSV = '44,34,76,1,,0,false,true,true,false,false,-1';

const startWatch = new Worker(new URL('startWatch.ts', import.meta.url).href);
const encoder = new TextEncoder();
const engine = await makeOfficeEngine();

function convert({ html, format }: OfficeWork): OfficeAnswer {
  const office = documentFormat(format)?.office;
  if (!office) return { refused: `no format "${format}" is made by the converter` };
  const page = office === 'sheet' ? prepareSheet(html, format) : prepareText(html);
  try {
    return { content: engine.convert(encoder.encode(page), READ[office], format, format === 'csv' ? CSV : '') };
  } catch (error) {
    if (error instanceof DocumentRefused) return { refused: `cannot be made as ${format}: ${error.message}` };
    throw error;
  }
}

// The first conversion of each family costs seconds; here nobody waits for it.
for (const format of ['docx', 'xlsx']) {
  convert({ html: '<p>ž</p><table><tr><td>1</td></tr></table>', format, again: false });
}
startWatch.terminate();
serveWork<OfficeWork, OfficeAnswer>((work) => {
  const answer = convert(work);
  return { answer, retire: process.memoryUsage.rss() > Number(retireMb) * 1_048_576 };
});
