import type { Paper } from './paper.ts';

/** A reference to an object that an ObjectWriter writes. pdfkit writes it as its text. */
export class ObjectReference {
  readonly id: number;
  /** pdfkit takes an object for a dictionary by this. */
  readonly [Symbol.toStringTag] = 'Reference';

  constructor(id: number) {
    this.id = id;
  }

  toString(): string {
    return `${this.id} 0 R`;
  }
}

/** Writes many small objects of a PDF at once: pdfkit's own take several times as long for each. */
export class ObjectWriter {
  readonly #paper: Paper;
  #text = '';

  constructor(paper: Paper) {
    this.#paper = paper;
  }

  /** Reserves an object, which has to be written before `end`. */
  reserve(): ObjectReference {
    return new ObjectReference(this.#paper._offsets.push(null));
  }

  /** `body`: ASCII, as PDF has it. */
  write({ id }: ObjectReference, body: string): void {
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
