import { serveWork } from '../../processPool/poolWorker.ts';
import { prepare } from './officeInput.ts';
import type { OfficeAnswer, OfficeWork } from './officeWork.ts';
import { DocumentRefused, makeOfficeEngine } from './wasmEngine.ts';

/** The process of one converter. `argv`: what it may have in memory, and past how much it asks to be replaced; MB. */
const [, , , retireMb = '2000'] = process.argv;

const startWatch = new Worker(new URL('startWatch.ts', import.meta.url).href);
/** Of a page it would make these as documents for the web, which have no pages. */
const BY_DOCX = new Set(['odt', 'ott', 'fodt']);

const engine = await makeOfficeEngine();

function convert(work: OfficeWork): OfficeAnswer {
  const { page, read, options } = prepare(work);
  try {
    if (!BY_DOCX.has(work.format)) return { content: engine.convert(page, read, work.format, options) };
    return { content: engine.convert(engine.convert(page, read, 'docx', ''), 'docx', work.format, '') };
  } catch (error) {
    if (error instanceof DocumentRefused) return { refused: `cannot be made as ${work.format}` };
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
