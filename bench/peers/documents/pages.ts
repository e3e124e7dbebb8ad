import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDocumentService } from '../../documents/documentService.ts';
import { invoiceHtml, invoiceRows } from '../../documents/invoice.ts';
import type { Topic } from '../peer.ts';
import { chromium } from './chromium.ts';
import { libreOffice } from './libreOffice.ts';
import { weasyPrint } from './weasyPrint.ts';

export interface PageEnvironment {
  /** Writes so many invoices as HTML into an empty folder, and returns their paths. */
  writePages(count: number): readonly string[];
}

const PDFS = 600;
const DOCX = 150;
const ROWS = 30;

/** One-page invoices of 30 rows: in bulk by one call to an api and a worker, against loops over ready HTML, one for each core. */
export const pages: Topic<PageEnvironment> = {
  peers: [chromium, weasyPrint, libreOffice],
  async start(part) {
    const service = await startDocumentService();
    const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-pages-'));
    const bulk = (format: string, full: number) => {
      const count = Math.ceil(full * part);
      return async () => count / (await service.bulk(format, count));
    };
    return {
      environment: {
        writePages(count) {
          rmSync(folder, { recursive: true, force: true });
          mkdirSync(folder);
          return Array.from({ length: count }, (_, seed) => {
            const path = join(folder, `${seed}.html`);
            writeFileSync(path, invoiceHtml(invoiceRows(ROWS, seed), seed));
            return path;
          });
        },
      },
      questions: [
        { what: 'the invoice as PDF, in a bulk', work: 'pdf', rate: bulk('pdf', PDFS) },
        { what: 'the invoice as docx, in a bulk', work: 'docx', rate: bulk('docx', DOCX) },
      ],
      stop: async () => {
        await service.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};
