import { serveWork } from '../../processPool/poolWorker.ts';
import { PdfProblem } from '../pdf/boxes/pdfProblem.ts';
import { prepare } from './officeInput.ts';
import type { OfficeAnswer, OfficeWork } from './officeWork.ts';
import { FormulaProblem } from './sheets/formula.ts';
import { DocumentFailed, DocumentRefused, makeOfficeEngine } from './wasmEngine.ts';

/** The program of a process with the bundled LibreOffice. The argument is the size in MB above which it is replaced. */
const [, , , retireMb = '2000'] = process.argv;

const startWatch = new Worker(new URL('startWatch.ts', import.meta.url).href);
/** Formats converted by way of docx: directly, they would become web documents, which have no pages. */
const VIA_DOCX = new Set(['odt', 'ott', 'fodt']);

const engine = await makeOfficeEngine();
/** Whether the engine is to be replaced. */
let hasFailed = false;
/** How many documents the engine has made. */
let count = 0;

async function convert(work: OfficeWork): Promise<OfficeAnswer> {
  try {
    const { page, read, format, options, finish } = await prepare(work);
    if (VIA_DOCX.has(format))
      return { content: engine.convert(engine.convert(page, read, 'docx', ''), 'docx', format, '') };
    const made = engine.convert(page, read, format, options);
    const content = finish ? await finish(made) : made;
    return { content: format === work.format ? content : engine.convert(content, format, work.format, '') };
  } catch (error) {
    if (error instanceof FormulaProblem || error instanceof PdfProblem) return { refused: error.message };
    if (error instanceof DocumentRefused) return { refused: `cannot be made as ${work.format}` };
    if (error instanceof DocumentFailed) {
      hasFailed = true;
      const refused = `cannot be made as ${work.format}: LibreOffice fails at this page; make it as pdf`;
      // What an engine lacks after many documents, a new one may have.
      return { refused, ...(count > 0 && !work.isRetry && { retryable: true }) };
    }
    throw error;
  }
}

// The first conversion of each family takes seconds, so it is done before the first caller.
for (const format of ['docx', 'xlsx']) {
  await convert({ html: '<p>ž</p><table><tr><td>1</td></tr></table>', format, isRetry: false });
}
startWatch.terminate();
serveWork<OfficeWork, OfficeAnswer>(async (work) => {
  const answer = await convert(work);
  count++;
  return { answer, retire: hasFailed || process.memoryUsage.rss() > Number(retireMb) * 1_048_576 };
});
