import { TemplateFault } from '../domain/templates.ts';
import { serveWork } from './processWork.ts';
import { outputOf } from './render.output.ts';
import { LAYOUT, type RenderAnswer, type RenderWork } from './render.stages.ts';
import { Templates } from './render.template.ts';

/** What a template may add to the memory of its process: 64 MB of its own, and as much that waits to be collected twice over. */
const TEMPLATE_MB = 192;
/** A process that has grown so far collects its garbage, and is replaced where that does not help. */
const GROWN_BYTES = 500 * 1024 * 1024;

const [folder = ''] = process.argv.slice(3);
const templates = new Templates(folder);

// Whatever the first document would pay for is paid for here.
const warm = templates.run({ key: '', inputType: 'HTML', content: '<p>{{date "2026-01-01"}}</p>' }, '{}', {
  escaped: true,
  epoch: 0,
});
await outputOf(`<style>p { color: red }</style>${warm}`, { format: 'pdf', size: 'A4' }, folder);

serveWork<RenderWork, RenderAnswer>(async (work, { stage, mayGrow }) => {
  let answer: RenderAnswer;
  try {
    mayGrow(TEMPLATE_MB);
    const { source, format } = work;
    const text =
      'html' in source
        ? source.html
        : templates.run(source, work.data, { escaped: format !== 'text', epoch: work.epoch });
    mayGrow();
    if (format === 'text') answer = { content: Buffer.from(text) };
    else {
      stage(LAYOUT);
      answer = await outputOf(text, work, folder);
    }
  } catch (error) {
    if (error instanceof TemplateFault) answer = error.asProblem;
    else if (error instanceof RangeError) answer = { problem: 'the document is nested too deeply, or too large' };
    else answer = { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  if (hasGrown()) Bun.gc(true);
  return { answer, retire: hasGrown() };
});

function hasGrown(): boolean {
  return process.memoryUsage.rss() > GROWN_BYTES;
}
