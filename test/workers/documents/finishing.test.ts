import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { deflateSync } from 'node:zlib';
import { AFRelationship, PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { PNG } from 'pngjs';
import { pdfOf, poppler, popplerMissing } from '../../helpers/pdf.ts';
import { pagePicture } from '../../helpers/templatePictures.ts';
import { makeFinishingHarnessForFile } from './finishingHarness.ts';
import { verapdfMissing, violations } from './verapdf.ts';

setDefaultTimeout(120_000);

/** What `pdf` of a template does to documents, through the API and a worker with the real renderer. */

const { harness, made, pdf, savedErrors, errorsOf } = await makeFinishingHarnessForFile();

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const wordsOf = (bytes: Uint8Array, ...options: string[]): string[] =>
  poppler(bytes, 'pdftotext', ...options, '{}', '-')
    .split(/\s+/)
    .filter(Boolean);

test('the settings of a template are validated when it is saved', async () => {
  expect(await savedErrors({ permissions: ['PRINT', 'FLY'], colour: 'red' })).toEqual([
    'pdf.colour: unknown member',
    'pdf.permissions[1]: must be one of PRINT, COPY, MODIFY, ANNOTATE, FILL_FORMS, ASSEMBLE, not "FLY"',
  ]);
  expect(
    await savedErrors({
      watermark: '{{#if draft}}DRAFT',
      password: '{{nothing 1}}',
      append: [{}, { file: 'a.pdf', data: 'b' }, { file: '../secret.pdf' }, { file: 'documents/invoice.hbs' }],
    }),
  ).toEqual([
    expect.stringMatching(/^pdf\.watermark: line 1, column \d+: syntax error/),
    'pdf.password: line 1, column 1: no helper has the name "nothing"',
    'pdf.append[0]: must have exactly one of template, file and data',
    'pdf.append[1]: must have exactly one of template, file and data',
    expect.stringMatching(/^pdf\.append\[2\]\.file: no PDF .* has the name "\.\.\/secret\.pdf"/),
    expect.stringMatching(/^pdf\.append\[3\]\.file: no PDF .* has the name "documents\/invoice\.hbs"/),
  ]);
});

describe.skipIf(popplerMissing !== undefined)('a PDF', () => {
  test('is followed by other templates and by PDFs of the data, in their order', async () => {
    const terms = await harness.template('<h1>Terms of {{name}}</h1><a href="#x">there</a><p id="x">here</p>', {
      documentSize: 'B5',
    });
    const scan = base64(await pdfOf('<p>scanned</p>', 'LETTER'));
    const append = [{ data: 'files.scans' }, { template: terms }, { data: 'files.last' }];
    const data = { name: 'Nováková', files: { scans: [scan, scan], last: `data:application/pdf;base64,${scan}` } };
    const bytes = await pdf('<p>Contract of {{name}}</p>', { append }, data);
    expect(wordsOf(bytes)).toEqual(
      'Contract of Nováková scanned scanned Terms of Nováková there here scanned'.split(' '),
    );
    const sizes: readonly string[] | null = poppler(bytes, 'pdfinfo', '-l', '9', '{}').match(/size: +[\d.]+ x/g);
    expect(sizes?.map((size) => Number.parseInt(size.slice(5).trim(), 10))).toEqual([595, 612, 612, 498, 612]);
  });

  test('has a watermark on each page, if its text is not empty', async () => {
    const scan = base64(await pdfOf('<p>scanned</p>'));
    const settings = { watermark: '{{#if draft}}KONCEPT č. {{draft}}{{/if}}', append: [{ data: 'scan' }] };
    const dark = (bytes: Uint8Array, page: number): number =>
      PNG.sync.read(pagePicture(bytes, page, 20)).data.filter((shade) => shade < 250).length;
    const [plain, draft] = [
      await pdf('<p>text</p>', settings, { scan }),
      await pdf('<p>text</p>', settings, { scan, draft: 7 }),
    ];
    for (const page of [1, 2]) expect(dark(draft, page)).toBeGreaterThan(dark(plain, page) + 500);
    expect(wordsOf(draft)).toEqual(['text', 'scanned']);
  });

  test('opens with its password, and lets readers do what it permits', async () => {
    const settings = { password: '{{pin}}', ownerPassword: 'owner {{pin}}', permissions: ['PRINT', 'FILL_FORMS'] };
    const bytes = await pdf('<title>Payslip</title><p>secret</p>', settings, { pin: 'ž1234' });
    expect(() => poppler(bytes, 'pdftotext', '{}', '-')).toThrow();
    expect(wordsOf(bytes, '-upw', 'ž1234')).toEqual(['secret']);
    expect(wordsOf(bytes, '-opw', 'owner ž1234')).toEqual(['secret']);
    expect(poppler(bytes, 'pdfinfo', '-upw', 'ž1234', '{}')).toMatch(
      /Title: +Payslip[\s\S]*Encrypted: +yes \(print:yes copy:no change:no addNotes:no algorithm:AES-256\)/,
    );
    const open = await pdf('<p>open</p>', { password: '{{pin}}', permissions: ['COPY'] });
    expect(wordsOf(open)).toEqual(['open']);
    expect(poppler(open, 'pdfinfo', '{}')).toContain('(print:no copy:yes');
    expect(await made('x', { password: '{{pin}}' }, { pin: 'a'.repeat(128) })).toBe(
      '400 pdf.password: is longer than 127 bytes',
    );
  });

  test('is previewed with the settings of the request', async () => {
    const body = { data: {}, content: '<p>text</p>', pdf: { permissions: ['PRINT'] } };
    const answer = await harness.send('POST', '/formatter-templates/preview', body, {
      headers: { accept: 'application/pdf' },
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(poppler(bytes, 'pdfinfo', '{}')).toContain('(print:yes copy:no');
    const wrong = await harness.send('POST', '/formatter-templates/preview', { ...body, pdf: { permissions: ['X'] } });
    expect((await errorsOf(wrong))[0]).toStartWith('pdf.permissions[0]: must be one of PRINT');
  });
});

describe.skipIf(verapdfMissing() !== undefined)('a PDF/A-3b', () => {
  const guideline = 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic';
  const xml = (id: string): string =>
    `<?xml version="1.0"?><i><c:GuidelineSpecifiedDocumentContextParameter xmlns:c="c"><c:ID>${id}</c:ID></c:GuidelineSpecifiedDocumentContextParameter><n>{{name}}</n></i>`;
  const page = '<html lang="cs"><title>Faktura</title><meta name="author" content="Waybill"><h1>Faktura {{name}}</h1>';

  test('conforms to its standard, with attached XML, appended templates and a watermark', async () => {
    const rich = await harness.template(
      '<a href="https://example.com">x</a><table><thead><tr><th>ž שלום ∑ ☎</table><p style="color:rgba(9,9,9,.5)">a',
    );
    const attachments = [
      { name: 'factur-x.xml', content: xml(guideline) },
      { name: 'invoice.isdoc', content: '{{{isdoc}}}', mediaType: 'application/xml', relationship: 'SOURCE' },
    ];
    const conformance = 'PDF/A-3B';
    const pdfs = {
      plain: await pdf(page, { conformance }),
      invoice: await pdf(page, { conformance, attachments }, { name: 'A & B', isdoc: '<Invoice/>' }),
      rich: await pdf(page, { conformance, watermark: 'DRAFT', append: [{ template: rich }] }),
      ordinary: await pdf(page, { watermark: 'DRAFT' }),
    };
    expect(violations(pdfs, '3b')).toEqual({
      plain: [],
      invoice: [],
      rich: [],
      ordinary: expect.arrayContaining([expect.stringContaining('Metadata')]),
    });
    const [facturX, isdoc] = (await PDFDocument.load(pdfs.invoice)).getAttachments();
    expect([facturX?.name, new TextDecoder().decode(facturX?.data)]).toEqual([
      'factur-x.xml',
      xml(guideline).replace('{{name}}', 'A &amp; B'),
    ]);
    expect([isdoc?.name, isdoc?.mimeType, isdoc?.afRelationship]).toEqual([
      'invoice.isdoc',
      'application/xml',
      AFRelationship.Source,
    ]);
    expect(Buffer.from(pdfs.invoice).toString('latin1')).toContain('<fx:ConformanceLevel>BASIC</fx:ConformanceLevel>');
  });

  test('is refused where it could not conform', async () => {
    const attachments = [{ name: 'factur-x.xml', content: 'x' }];
    expect(await savedErrors({ attachments })).toEqual(['pdf.conformance: must be PDF/A-3B for a Factur-X']);
    expect(await savedErrors({ conformance: 'PDF/A-3B', password: 'a', append: [{ data: 'a' }] })).toEqual([
      'pdf.conformance: PDF/A is not encrypted; remove password, ownerPassword and permissions',
      'pdf.conformance: an appended file may not conform to PDF/A; append templates only',
    ]);
    expect(await savedErrors({ attachments: [{ name: '../a', content: '{{', mediaType: 'x' }] })).toEqual([
      'pdf.attachments[0].name: must be the name of a file, without a path',
      'pdf.attachments[0].mediaType: must be a media type, such as text/xml',
      expect.stringMatching(/^pdf\.attachments\[0\]\.content: line 1/),
    ]);
    const conformance = 'PDF/A-3B';
    expect(await made('<p>\u{12000}</p>', { conformance })).toBe(
      '400 content: line 1, column 4: no font has \u{12000}, so a box is drawn for each, which PDF/A-3B forbids',
    );
    expect(await made('<p>a</p>', { conformance, watermark: 'COPY \u{12000}' })).toBe(
      '400 pdf.watermark: no font has \u{12000}, so a box is drawn for each, which PDF/A-3B forbids',
    );
    for (const content of [xml('urn:other'), '<a/>'])
      expect(await made('x', { conformance, attachments: [{ name: 'factur-x.xml', content }] })).toMatch(
        /^400 pdf\.attachments\[0\]\.content: the XML names (no|the unknown) guideline/,
      );
    expect(await made('x', { attachments: [{ name: 'a.xml', content: '{{nothing}}' }] })).toBe(
      '400 pdf.attachments[0].content: writes nothing',
    );
  });
});

test('many documents have the settings too, and name the item whose PDF cannot be appended', async () => {
  const terms = await harness.template('<p>terms</p>');
  const code = await harness.template('<p>a</p>', { pdf: { append: [{ template: terms }, { data: 'more' }] } });
  const items = [[], ['bm8=']].map((more, i) => ({ documentId: `${i}`, documentTemplateCode: code, data: { more } }));
  const answer = await harness.send('POST', '/documents/generate-many/pdf', items);
  const results = (await answer.json()) as { documentId: string; data?: string }[];
  expect(results.map(({ data }) => data !== undefined)).toEqual([true, false]);
  const [first] = results;
  expect((await PDFDocument.load(Buffer.from(first?.data ?? '', 'base64'))).getPageCount()).toBe(2);
});

describe('an appended PDF', () => {
  const appended = (bytes: Uint8Array | string): Promise<Uint8Array | string> =>
    made('<p>text</p>', { append: [{ data: 'pdf' }] }, { pdf: typeof bytes === 'string' ? bytes : base64(bytes) });
  const at = '400 pdf.append[0].data (pdf)';

  test('that is missing, broken, encrypted or no PDF is a 400 that names it', async () => {
    expect(await made('x', { append: [{ data: 'a.b' }] }, { a: {} })).toBe(
      '400 pdf.append[0].data: the data has no PDF in base64 at a.b',
    );
    expect(await made('x', { append: [{ data: 'a.constructor' }] }, { a: {} })).toContain('no PDF in base64');
    expect(await appended('%%%')).toBe('400 pdf.append[0].data: pdf of the data is not base64');
    const whole = await pdfOf('<p>whole</p>');
    for (const bytes of [Buffer.from('<html>'), whole.subarray(0, 200), new Uint8Array(5_000)])
      expect(await appended(bytes)).toBe(`${at}: is not a readable PDF: it is damaged, or another kind of file`);
    const locked = await PDFDocument.load(whole);
    locked.encrypt({ userPassword: 'a', ownerPassword: 'b' });
    expect(await appended(await locked.save())).toBe(`${at}: the PDF is encrypted; append one without a password`);
  });

  test('runs nothing: scripts, actions and attachments stay behind, links remain', async () => {
    const other = await PDFDocument.create();
    const page = other.addPage();
    const { context } = other;
    const script = { S: 'JavaScript', JS: PDFString.of('app.alert(1)') };
    const annotation = (members: object) =>
      context.register(context.obj({ Type: 'Annot', Rect: [0, 0, 9, 9], ...members }));
    page.node.set(PDFName.of('AA'), context.obj({ O: script }));
    page.node.set(
      PDFName.of('Annots'),
      context.obj([
        annotation({ Subtype: 'Link', A: { S: 'URI', URI: PDFString.of('https://example.com'), Next: script } }),
        annotation({ Subtype: 'Link', A: script, AA: { E: script } }),
        annotation({ Subtype: 'Widget', A: { S: 'Launch', F: PDFString.of('calc.exe') } }),
        annotation({ Subtype: 'FileAttachment' }),
      ]),
    );
    other.addJavaScript('main', 'app.alert(1)');
    other.catalog.set(PDFName.of('OpenAction'), context.obj(script));
    const bytes = await appended(await other.save({ useObjectStreams: false }));
    const result = await PDFDocument.load(bytes as Uint8Array);
    const kinds = result.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []))
      .map((object) => String(object));
    expect(
      kinds.filter((text) => /JavaScript|Launch|FileAttachment/.test(text) && /\/A[A ]|OpenAction/.test(text)),
    ).toEqual([]);
    expect(kinds.filter((text) => text.includes('https://example.com')).length).toBe(1);
  });

  test('that unpacks to more memory than there is ends within the limits', async () => {
    const bomb = deflateSync(Buffer.alloc(700_000_000, ' '));
    const head =
      '%PDF-1.5\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n';
    const stream = `3 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${bomb.length}>>\nstream\n`;
    const bytes = Buffer.concat([
      Buffer.from(head + stream),
      bomb,
      Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 4>>\n%%EOF'),
    ]);
    expect(await appended(bytes)).toMatch(/^400 pdf/);
    expect(await made('<p>next</p>', {})).toBeInstanceOf(Uint8Array);
  });
});
