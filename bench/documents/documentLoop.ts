import type { Document } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { treeToPdf } from '../../drivers/rendering/pdf/treeToPdf.ts';
import { invoiceByReact, invoiceHtml, invoiceRows, registerPeerFonts } from './invoice.ts';

/**
 * A process that makes documents in a bare loop, one after the other: `react`, @react-pdf/renderer alone; `own`, the
 * service's layout without anything around it; `office`, the converter alone, which makes docx. It is sent how many,
 * and answers how long each took.
 */
export interface Loop {
  /** Makes so many, and answers the ms that each took. */
  run(count: number): Promise<number[]>;
  stop(): Promise<void>;
}

export type LoopOf = 'react' | 'own' | 'office';

/** Starts one, which is warm when it is there. */
export async function startLoop(kind: LoopOf): Promise<Loop> {
  let told: (times: number[]) => void = () => {};
  const answer = (): Promise<number[]> => new Promise((resolve) => (told = resolve));
  const ready = answer();
  const child = Bun.spawn([process.execPath, import.meta.path, kind], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', kind === 'office' ? 'ignore' : 'inherit'],
    ipc: (times: number[]) => told(times),
  });
  await ready;
  return {
    run: (count) => {
      const times = answer();
      child.send(count);
      return times;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

async function makerOf(kind: LoopOf): Promise<(seed: number) => unknown> {
  if (kind === 'react') {
    registerPeerFonts();
    return (seed) => invoiceByReact(invoiceRows(30, seed), seed);
  }
  if (kind === 'own') {
    return (seed) => {
      const html = invoiceHtml(invoiceRows(30, seed), seed);
      const document = parse(html, { treeAdapter: adapter }) as Document;
      return treeToPdf(document, { size: 'A4', image: async () => undefined });
    };
  }
  const [{ makeOfficeEngine }, { prepare }, { outputOf }, { Pages }, { templatesFolder }] = await Promise.all([
    import('../../drivers/rendering/office/wasmEngine.ts'),
    import('../../drivers/rendering/office/officeInput.ts'),
    import('../../drivers/rendering/output.ts'),
    import('../../drivers/rendering/pageCache.ts'),
    import('../../domain/documents/templates/templateFiles.ts'),
  ]);
  const engine = await makeOfficeEngine();
  // The very pages that the service gives its converter, ready.
  const cleaned = new Pages(templatesFolder);
  const pages: Uint8Array[] = [];
  for (let seed = 0; seed < 20; seed++) {
    const made = await outputOf(invoiceHtml(invoiceRows(30, seed), seed), {
      format: 'docx',
      size: 'A4',
      folder: templatesFolder,
      pages: cleaned,
    });
    if (!('content' in made)) throw new Error(made.problem);
    pages.push(prepare({ html: new TextDecoder().decode(made.content), format: 'docx', again: false }).page);
  }
  return (seed) => engine.convert(pages[seed % pages.length] as Uint8Array, 'html', 'docx', '');
}

if (import.meta.main) {
  process.on('disconnect', () => process.exit(0));
  const kind = process.argv[2] as LoopOf;
  const make = await makerOf(kind);
  let seed = 0;
  const run = async (count: number): Promise<number[]> => {
    const times: number[] = [];
    for (let made = 0; made < count; made++) {
      const start = performance.now();
      await make(seed++);
      times.push(performance.now() - start);
    }
    return times;
  };
  await run(15);
  process.on('message', async (count: number) => process.send?.(await run(count)));
  process.send?.([]);
}
