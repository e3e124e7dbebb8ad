import type { Document } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { treeToPdf } from '../../drivers/rendering/pdf/treeToPdf.ts';
import { invoiceByReact, invoiceHtml, invoiceRows, registerPeerFonts } from './invoice.ts';

/**
 * A process that renders documents in a loop: `react` with @react-pdf/renderer alone, `own` with the service's layout
 * alone, `office` with the converter alone, to docx. It receives a number of documents, and sends the ms of each.
 */
export interface Loop {
  /** Renders `count` documents and returns the ms of each. */
  run(count: number): Promise<number[]>;
  stop(): Promise<void>;
}

export type LoopOf = 'react' | 'own' | 'office';

/** Starts a loop, and resolves when it is warmed up. */
export async function startLoop(kind: LoopOf): Promise<Loop> {
  let resolveTimes: (times: number[]) => void = () => {};
  const answer = (): Promise<number[]> => new Promise((resolve) => (resolveTimes = resolve));
  const ready = answer();
  const child = Bun.spawn([process.execPath, import.meta.path, kind], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', kind === 'office' ? 'ignore' : 'inherit'],
    ipc: (times: number[]) => resolveTimes(times),
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
  // The same prepared pages that the service passes to its converter.
  const cleaned = new Pages(templatesFolder);
  const pages: Uint8Array[] = [];
  for (let seed = 0; seed < 20; seed++) {
    const output = await outputOf(invoiceHtml(invoiceRows(30, seed), seed), {
      format: 'docx',
      size: 'A4',
      folder: templatesFolder,
      pages: cleaned,
    });
    if (!('content' in output)) throw new Error(output.problem);
    pages.push(
      (await prepare({ html: new TextDecoder().decode(output.content), format: 'docx', isRetry: false })).page,
    );
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
    for (let rendered = 0; rendered < count; rendered++) {
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
