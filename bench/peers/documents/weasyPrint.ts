import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonOf } from '../installed.ts';
import type { Peer } from '../peer.ts';
import { LineProgram } from '../tiedProcess.ts';
import { LOOPS, perLoop } from './loops.ts';
import type { PageEnvironment } from './pages.ts';

const PDFS = 20;
const folder = join(import.meta.dir, '..', 'packages', 'weasyprint');

/** WeasyPrint, one process for each core. */
export const weasyPrint: Peer<PageEnvironment> = {
  name: 'weasyprint',
  async start({ writePages }, part) {
    const python = await pythonOf('weasyprint');
    const programs = await Promise.all(
      Array.from({ length: LOOPS }, () => LineProgram.start([python, join(folder, 'render.py')])),
    );
    const version = /^weasyprint==(.*)$/m.exec(readFileSync(join(folder, 'requirements.txt'), 'utf8'))?.[1];

    async function pdf(): Promise<number> {
      const loops = perLoop(writePages(Math.ceil((PDFS * part) / LOOPS) * LOOPS));
      const began = performance.now();
      await Promise.all(programs.map((program, loop) => program.run((loops[loop] ?? []).join(' '))));
      return (loops.flat().length * 1_000) / (performance.now() - began);
    }

    return {
      sides: [{ name: `WeasyPrint ${version}, ${LOOPS} processes`, rates: { pdf } }],
      stop: async () => {
        for (const program of programs) await program.stop();
      },
    };
  },
};
