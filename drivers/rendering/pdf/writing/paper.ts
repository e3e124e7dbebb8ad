import PDFDocument from 'pdfkit';
import { languageTag } from '../../../../domain/documents/finishing/languageTag.ts';
import { writeColourProfile } from './colourProfile.ts';
import { type Letters, letterOperators } from './letters/letterOperators.ts';
import { type Conformance, metadataOf } from './metadata.ts';

type Property = 'title' | 'author' | 'subject' | 'keywords' | 'language';

interface PaperOptions {
  /** What the PDF says about itself. */
  readonly properties: Readonly<Partial<Record<Property, string | undefined>>>;
  readonly isTagged: boolean;
  readonly conformance: Conformance;
}

/** A PDF that is being written. */
export class Paper extends PDFDocument {
  readonly #hasMetadata: boolean;
  readonly #conformance: Conformance;
  /** What has been written; made by the first write, which the constructor of pdfkit does. */
  declare private written: { readonly chunks: Uint8Array[]; text: string } | undefined;
  /** What is drawn on the open page, in letters of one byte. pdfkit would copy each operator letter by letter. */
  #content = '';

  constructor({ properties, isTagged, conformance }: PaperOptions) {
    const { isArchive } = conformance;
    const { title, author, subject, keywords, language } = properties;
    super({
      // Without a version, pdfkit writes PDF 1.3, which has neither structure nor metadata.
      ...((isTagged || isArchive) && { pdfVersion: '1.7' as const, tagged: isTagged }),
      lang: languageTag(language),
      displayTitle: true,
      autoFirstPage: false,
      // Without a name, pdfkit would read the metrics of Helvetica for each document.
      font: '',
      info: {
        ...(title && { Title: title }),
        ...(author && { Author: author }),
        ...(subject && { Subject: subject }),
        ...(keywords && { Keywords: keywords }),
        Creator: 'Waybill',
        Producer: 'Waybill',
        CreationDate: new Date(),
      },
    });
    this.#hasMetadata = isTagged || isArchive;
    this.#conformance = conformance;
  }

  /** pdfkit writes each entry of the table of objects by itself: a tagged PDF has hundreds. */
  override _finalize(): void {
    const { _offset: table, _offsets: offsets, _root: root, _info: info } = this;
    const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    const id = `<${Buffer.from(this._id).toString('hex')}>`;
    const size = offsets.length + 1;
    this._write(`xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer`);
    this._write(`<</Size ${size}/Root ${root.id} 0 R/Info ${info.id} 0 R/ID[${id}${id}]>>\nstartxref\n${table}\n%%EOF`);
    this.push(null);
  }

  /** Collects what pdfkit writes: its stream would take each of the many short texts by itself. */
  override _write(data: string | Uint8Array): void {
    this.written ??= { chunks: [], text: '' };
    if (typeof data === 'string') this.written.text += `${data}\n`;
    else {
      this.written.chunks.push(Buffer.from(this.written.text, 'latin1'), data);
      this.written.text = '';
    }
    this._offset += data.length + (typeof data === 'string' ? 1 : 0);
  }

  /** The file, after `end`. */
  get content(): Uint8Array {
    const { chunks, text } = this.written ?? { chunks: [], text: '' };
    return Buffer.concat([...chunks, Buffer.from(text, 'latin1')]);
  }

  /** Draws nothing on the open page. Returns what would have been drawn, in letters of one byte. */
  withoutContent(draw: () => void): string {
    const page = this.#content;
    this.#content = '';
    draw();
    const drawn = this.#content;
    this.#content = page;
    return drawn;
  }

  /** Draws letters on their baseline. */
  letters(letters: Letters): void {
    const { source, name } = letters.face;
    const { _font: font, page } = this.font(source, name);
    page.fonts[font.id] ??= font.ref();
    this.addContent(letterOperators(font, letters));
  }

  override addContent(operators: string): this {
    this.#content += `${operators}\n`;
    return this;
  }

  /** pdfkit ends the open page by this. */
  override flushPages(): void {
    if (this.#content !== '') this.page.write(Buffer.from(this.#content, 'latin1'));
    this.#content = '';
    super.flushPages();
  }

  /** pdfkit does not escape what it writes into the metadata. */
  override endMetadata(): void {
    if (!this.#hasMetadata) return;
    const metadata = this.ref({ Type: 'Metadata', Subtype: 'XML' });
    // Programs read the metadata without unpacking them.
    metadata.compress = false;
    metadata.write(new TextEncoder().encode(metadataOf(this.info, this.#conformance)));
    metadata.end();
    this._root.data['Metadata'] = metadata;
    if (this.#conformance.isArchive) this._root.data['OutputIntents'] = [writeColourProfile(this)];
  }
}
