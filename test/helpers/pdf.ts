import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import type { Template } from '../../domain/ports/rendering.ts';
import { type PdfOptions, treeToPdf } from '../../drivers/rendering/pdf/treeToPdf.ts';

/** The reason why this machine cannot read PDFs, in one sentence; undefined if it can. */
export const popplerMissing: string | undefined =
  spawnSync('pdftotext', ['-v']).status === 0
    ? undefined
    : 'pdftotext is not installed: `apt-get install poppler-utils` brings it.';

export async function pdfOf(
  html: string,
  size: Template['documentSize'] = 'A4',
  report?: PdfOptions['report'],
): Promise<Uint8Array> {
  const document = parse(html, { treeAdapter: adapter }) as Document;
  const image = async (src: string): Promise<Uint8Array | undefined> => {
    const data = /^data:image\/[^,;]*;base64,(.*)$/s.exec(src)?.[1];
    return data === undefined ? undefined : Buffer.from(data, 'base64');
  };
  return (await treeToPdf(document, { size, image, ...(report && { report }) })).content;
}

/** Returns the output of a poppler program for a PDF. `{}` in the arguments stands for the name of the file. */
export function poppler(pdf: Uint8Array, program: string, ...words: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-pdf-'));
  try {
    const file = join(folder, 'document.pdf');
    writeFileSync(file, pdf);
    const { stdout, stderr, status } = spawnSync(
      program,
      words.map((word) => (word === '{}' ? file : word)),
      { encoding: 'utf8', maxBuffer: 64 << 20 },
    );
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const textOf = (pdf: Uint8Array): string => poppler(pdf, 'pdftotext', '-layout', '{}', '-');

export function infoOf(pdf: Uint8Array): Record<string, string> {
  const lines = poppler(pdf, 'pdfinfo', '{}').trim().split('\n');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')), line.replace(/^[^:]*:\s*/, '')]));
}

export interface Word {
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly text: string;
}

/** Returns each word with its position, in pt from the top left of the page. */
export function wordsOf(pdf: Uint8Array): Word[] {
  const words: Word[] = [];
  let page = 0;
  for (const line of poppler(pdf, 'pdftotext', '-bbox', '{}', '-').split('\n')) {
    if (line.includes('<page ')) page++;
    const found = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*)<\/word>/.exec(line);
    if (!found) continue;
    const [left, top, right, bottom] = found.slice(1, 5).map(Number) as [number, number, number, number];
    words.push({ page, left, top, right, bottom, text: found[5] as string });
  }
  return words;
}

/** Returns an SVG as a data URI. */
export const svg = (text: string): string => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;

/** Returns the title of the parent of a bookmark, as in the objects of the PDF. */
export function parentOf(pdf: string, title: string): string | undefined {
  const objects = new Map([...pdf.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)].map(([, id, text]) => [id, text]));
  const titleOf = (text: string | undefined): string | undefined => /\/Title \(([^)]*)\)/.exec(text ?? '')?.[1];
  const own = [...objects.values()].find((text) => text?.includes('/Parent') && titleOf(text) === title);
  if (!own) throw new Error(`the PDF has no bookmark ${title}`);
  return titleOf(objects.get(/\/Parent (\d+) 0 R/.exec(own)?.[1]));
}

/** Returns the first word with this text. */
export const word = (words: readonly Word[], text: string): Word => {
  const found = words.find((one) => one.text === text);
  if (!found) throw new Error(`${text} is not in the document: ${words.map((one) => one.text).join(' ')}`);
  return found;
};
