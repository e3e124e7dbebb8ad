import { serveWork } from '../../processPool/poolWorker.ts';
import { MEMORY_SIGNAL } from '../../processPool/protocol.ts';
import type { BrowserAnswer, BrowserWork } from './browserWork.ts';
import { ChromiumPage, PrintRefused } from './chromiumPage.ts';
import { DevTools } from './devTools.ts';
import { launchChromium } from './launchChromium.ts';
import { memoryOf } from './processMemory.ts';

/**
 * The program of a process that prints documents by a Chromium of its own, one at a time, on one page. The arguments behind
 * the first are the path of Chromium and its maximum memory in MB.
 */
const [program = '', maxMb = ''] = process.argv.slice(3);

/** Interval at which the memory of Chromium is measured during a document. */
const MEMORY_CHECK_MS = 200;
/** Chromium is replaced after a document if it uses more than this part of its memory. */
const RETIRE_SHARE = 0.6;
/** Maximum size of a document: DevTools accept messages of 100 MB, which contain it in base64. */
const MAX_HTML = 64 * 1024 * 1024;

const maxBytes = Number(maxMb) * 1024 * 1024;
const chromium = launchChromium(program);
const crash = Promise.withResolvers<never>();
// Whether anything waits for it depends on the moment.
crash.promise.catch(() => {});
const devTools = new DevTools(chromium.input, chromium.output, (method, params) => {
  if (method === 'Inspector.targetCrashed' || method === 'Target.targetCrashed') crash.reject(new PageCrashed());
  else page.onEvent(method, params);
});
const page = new ChromiumPage(devTools);

class PageCrashed extends Error {
  override readonly name = 'PageCrashed';
}

void chromium.ended.then((complaint) => {
  console.error(`Chromium (${program}) has ended. ${complaint}`);
  process.exit(1);
});

/** Returns the memory of all processes of Chromium, in bytes. */
async function memory(): Promise<number> {
  const { processInfo } = await devTools.send<{ processInfo: readonly { id: number }[] }>('SystemInfo.getProcessInfo');
  return memoryOf(processInfo.map(({ id }) => id));
}

/** Ends this process, and Chromium with it, when Chromium uses too much memory. Returns a function that stops the checks. */
function watchMemory(): () => void {
  const timer = setInterval(async () => {
    if ((await memory()) > maxBytes) process.kill(process.pid, MEMORY_SIGNAL);
  }, MEMORY_CHECK_MS);
  return () => clearInterval(timer);
}

async function answerTo(work: BrowserWork): Promise<BrowserAnswer> {
  if (Buffer.byteLength(work.html) > MAX_HTML)
    return { refused: `is larger than ${MAX_HTML / 1024 / 1024} MB for a browser` };
  const stopWatching = watchMemory();
  try {
    return { content: await Promise.race([page.print(work), crash.promise]) };
  } catch (error) {
    if (error instanceof PrintRefused) return { refused: error.message };
    if (error instanceof PageCrashed) return { refused: 'makes the browser crash', crashed: true };
    throw error;
  } finally {
    stopWatching();
  }
}

await page.open();
serveWork<BrowserWork, BrowserAnswer>(async (work) => {
  const answer = await answerTo(work);
  const retire = ('refused' in answer && answer.crashed === true) || (await memory()) > RETIRE_SHARE * maxBytes;
  return { answer, retire };
});
