import type { Paper } from './paper.ts';

/** Returns a reference to an object that an ObjectWriter writes, which pdfkit writes as its text. */
export function referenceTo(id: number): object {
  // pdfkit takes an object for a dictionary by its tag.
  return { toString: () => `${id} 0 R`, [Symbol.toStringTag]: 'Reference' };
}

/** Writes many small objects of a PDF at once: pdfkit's own take several times as long for each. */
export class ObjectWriter {
  readonly #paper: Paper;
  #text = '';

  constructor(paper: Paper) {
    this.#paper = paper;
  }

  /** Reserves an object, which has to be written before `end`. Returns its number. */
  reserve(): number {
    return this.#paper._offsets.push(null);
  }

  /** `body`: ASCII, as PDF has it. */
  write(id: number, body: string): void {
    this.#paper._offsets[id - 1] = this.#paper._offset + this.#text.length;
    this.#text += `${id} 0 obj\n${body}\nendobj\n`;
  }

  end(): void {
    this.#paper._write(this.#text);
    this.#text = '';
  }
}

/** Returns a text as PDF has it, in ASCII. */
export function pdfText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replaceAll(/[\\()]/g, '\\$&')})`;
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}
