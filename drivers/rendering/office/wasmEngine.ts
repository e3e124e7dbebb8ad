import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { LibreOfficeConverter } from '@matbee/libreoffice-converter';

const load = createRequire(import.meta.url);
const INPUT = '/tmp/input/document';
const OUTPUT = '/tmp/output/document';
/** Which argument of `_emscripten_thread_init` says whether the thread may sleep. */
const CAN_BLOCK = 3;

/** LibreOffice in this process, compiled to WebAssembly. It has a file system of its own in memory, and no network. */
export interface OfficeEngine {
  /**
   * @param read   the end of the file's name, by which LibreOffice knows what it reads: `html`, `xls`
   * @param format as LibreOffice's own list of ends has it
   * @throws DocumentRefused when it cannot be read or written; anything else is a fault of the engine, which is of no use then
   */
  convert(document: Uint8Array, read: string, format: string, options: string): Uint8Array;
}

export class DocumentRefused extends Error {
  override readonly name = 'DocumentRefused';
}

/**
 * Threads of the engine have file calls done by the main thread. It must not sleep in a wait meanwhile, as it may
 * outside a browser: four of ten fresh engines hung for ever in their first conversion. So it is told that it cannot
 * block, and looks after its threads while it waits.
 */
function instantiateUnblocked(binary: Uint8Array<ArrayBuffer>, failed: (error: unknown) => void) {
  return (
    imports: Bun.WebAssembly.Imports,
    receive: (instance: object, module: WebAssembly.Module) => void,
  ): object => {
    WebAssembly.instantiate(binary, imports).then(({ instance, module }) => {
      const init = instance.exports._emscripten_thread_init as (...args: number[]) => void;
      const _emscripten_thread_init = (...args: number[]): void => init(...args.with(CAN_BLOCK, 0));
      receive({ exports: { ...instance.exports, _emscripten_thread_init } }, module);
    }, failed);
    return {};
  };
}

export async function makeOfficeEngine(): Promise<OfficeEngine> {
  const loader = load('@matbee/libreoffice-converter/wasm/loader');
  const binary = readFileSync(join(loader.wasmDir, 'soffice.wasm'));
  const wasmLoader = {
    ...loader,
    createModule: (config: object) =>
      new Promise((resolve, reject) => {
        const instantiateWasm = instantiateUnblocked(binary, reject);
        // With a binary of its own it does not read the file once more.
        loader.createModule({ ...config, wasmBinary: new ArrayBuffer(1), instantiateWasm }).then(resolve, reject);
      }),
  };
  const converter = new LibreOfficeConverter({ wasmLoader });
  await converter.initialize();
  const files = converter.getModule()?.FS;
  const kit = converter.getLokBindings();
  if (!files || !kit) throw new Error('LibreOffice did not start');

  const remove = (path: string): void => {
    try {
      files.unlink(path);
    } catch {
      // It was never written.
    }
  };
  return {
    convert(document, read, format, options) {
      const input = `${INPUT}.${read}`;
      const output = `${OUTPUT}.${format}`;
      files.writeFile(input, document);
      try {
        const opened = refused(() => kit.documentLoad(input));
        try {
          refused(() => kit.documentSaveAs(opened, output, format, options));
        } finally {
          kit.documentDestroy(opened);
        }
        return files.readFile(output) as Uint8Array;
      } finally {
        remove(input);
        remove(output);
      }
    },
  };
}

function refused<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    // What the engine itself throws is a WebAssembly.RuntimeError and the like.
    if (error instanceof Error && /^Failed to (load|save)/.test(error.message))
      throw new DocumentRefused(error.message);
    throw error;
  }
}
