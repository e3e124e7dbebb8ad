import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { versionOf } from '../installed.ts';
import type { Peer } from '../peer.ts';
import { LOOPS, perLoop } from './loops.ts';
import type { PageEnvironment } from './pages.ts';

const DOCUMENTS = 60;
/** HTML is opened as a text document, whose pages have the size of paper. */
const READER = 'HTML (StarWriter)';
const formats = { pdf: 'pdf:writer_pdf_Export', docx: 'docx:MS Word 2007 XML' };

/** LibreOffice without a window: for each core a call that converts all its files, with a profile of its own. */
export const libreOffice: Peer<PageEnvironment> = {
  name: 'libreoffice',
  async start({ writePages }, part) {
    const version = /[\d.]+/.exec(await versionOf('soffice', 'apt-get install libreoffice-writer-nogui'))?.[0];
    const profiles = Array.from({ length: LOOPS }, () => mkdtempSync(join(tmpdir(), 'waybill-bench-office-')));

    async function convert(extension: 'pdf' | 'docx'): Promise<number> {
      const loops = perLoop(writePages(Math.ceil(DOCUMENTS * part)));
      const paths = loops.flat();
      const folder = dirname(paths[0] ?? '');
      const began = performance.now();
      await Promise.all(
        profiles.map(async (profile, loop) => {
          const options = ['--headless', `-env:UserInstallation=file://${profile}`, `--infilter=${READER}`];
          const files = loops[loop] ?? [];
          if (files.length === 0) return;
          await Bun.$`soffice ${options} --convert-to ${formats[extension]} --outdir ${folder} ${files}`.quiet();
        }),
      );
      const seconds = (performance.now() - began) / 1_000;
      const missing = paths.filter((path) => !existsSync(path.replace(/html$/, extension)));
      if (missing.length > 0) throw new Error(`LibreOffice has not converted ${missing.length} files`);
      return paths.length / seconds;
    }

    return {
      sides: [
        {
          name: `LibreOffice ${version}, ${LOOPS} processes`,
          rates: { pdf: () => convert('pdf'), docx: () => convert('docx') },
        },
      ],
      stop: async () => {
        for (const profile of profiles) rmSync(profile, { recursive: true, force: true });
      },
    };
  },
};
