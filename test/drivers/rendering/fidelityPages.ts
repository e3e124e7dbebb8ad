import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { templatesFolder } from '../../../domain/documents/templates/templateFiles.ts';
import { outputOf } from '../../../drivers/rendering/output.ts';
import { Pages } from '../../../drivers/rendering/pageCache.ts';
import { infoOf, poppler } from '../../helpers/pdf.ts';

/** HTML pages in the manner of those that operators bring. */
const fidelityFolder = join(import.meta.dir, '..', '..', 'templates', 'fidelity');
/** Where Chromium has the words of each page, written by scripts/fidelity.ts. */
export const positionsFile = join(fidelityFolder, 'positions.json');

/** How far a word may be from its place, to the side and up or down; pt. */
const NEAR = 10;

/** A word, with its left side and its middle between top and bottom; pt. */
interface PlacedWord {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface Positions {
  readonly pages: number;
  /** One word in each line: page, x, y, text. */
  readonly words: string;
}

interface Fidelity {
  /** Words of the browser that are within 10 pt of their place; percent. */
  readonly inPlace: number;
  /** Words of the browser that are nowhere. */
  readonly missing: readonly string[];
}

export const fidelityPages = (): string[] =>
  readdirSync(fidelityFolder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.slice(0, -'.html'.length))
    .sort();

export const pageNamed = (name: string): string => readFileSync(join(fidelityFolder, `${name}.html`), 'utf8');

const pages = new Pages(templatesFolder);

/** Renders a page as the render processes do. */
export async function renderPage(html: string): Promise<Uint8Array> {
  const outcome = await outputOf(html, { format: 'pdf', size: 'A4', folder: templatesFolder, pages });
  if ('problem' in outcome) throw new Error(outcome.problem);
  return outcome.content;
}

/** Returns the words of a PDF in the order in which they are drawn, without bullets and leaders. */
function placedWords(pdf: Uint8Array): PlacedWord[] {
  const words: PlacedWord[] = [];
  let page = 0;
  const text = poppler(pdf, 'pdftotext', '-raw', '-bbox', '{}', '-');
  const tokens = /<page |<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="[\d.-]+" yMax="([\d.-]+)">(.*?)<\/word>/g;
  for (const [, left, top, bottom, word] of text.matchAll(tokens)) {
    if (word === undefined) page++;
    else if (/[^\p{P}\p{Z}\p{C}◦▪■●○]/u.test(word.replaceAll(/&\w+;/g, ''))) {
      words.push({ page, x: Number(left), y: (Number(top) + Number(bottom)) / 2, text: keyOf(word) });
    }
  }
  return words;
}

/** Letters written from right to left come in either order, by who wrote them. */
function keyOf(word: string): string {
  const text = word.normalize('NFKC').replaceAll(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  return /\p{Script=Hebrew}|\p{Script=Arabic}/u.test(text) ? [...text].sort().join('') : text;
}

export function positionsOf(pdf: Uint8Array): Positions {
  const words = placedWords(pdf).map(({ page, x, y, text }) => `${page} ${Math.round(x)} ${Math.round(y)} ${text}`);
  return { pages: Number(infoOf(pdf)['Pages']), words: words.join('\n') };
}

const readWords = ({ words }: Positions): PlacedWord[] =>
  words.split('\n').map((line) => {
    const [page, x, y, ...text] = line.split(' ');
    return { page: Number(page), x: Number(x), y: Number(y), text: text.join(' ') };
  });

/** Compares a PDF with the positions of a browser: each word with the nearest of the same text that is left. */
export function compare(positions: Positions, pdf: Uint8Array): Fidelity {
  const expected = readWords(positions);
  const open = new Map<string, PlacedWord[]>();
  for (const word of placedWords(pdf)) open.set(word.text, [...(open.get(word.text) ?? []), word]);
  const distances = expected
    .flatMap((one) => (open.get(one.text) ?? []).map((other) => ({ one, other, distance: distanceOf(one, other) })))
    .sort((one, other) => one.distance - other.distance);
  const matched = new Set<PlacedWord>();
  let near = 0;
  for (const { one, other } of distances) {
    if (matched.has(one) || matched.has(other)) continue;
    matched.add(one).add(other);
    if (one.page === other.page && Math.abs(one.x - other.x) <= NEAR && Math.abs(one.y - other.y) <= NEAR) near++;
  }
  const missing = expected.filter((one) => !matched.has(one)).map(({ text }) => text);
  return { inPlace: (100 * near) / expected.length, missing };
}

const distanceOf = (one: PlacedWord, other: PlacedWord): number =>
  Math.abs(one.page - other.page) * 2000 + Math.abs(one.x - other.x) + Math.abs(one.y - other.y);
