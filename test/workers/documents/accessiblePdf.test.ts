import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { PNG } from 'pngjs';
import { previewDataOf } from '../../../domain/documents/shippedTemplates.ts';
import { poppler, popplerMissing, svg } from '../../helpers/pdf.ts';
import { makeFinishingHarnessForFile } from './finishingHarness.ts';
import { verapdfMissing, violations } from './verapdf.ts';

setDefaultTimeout(120_000);

/** The structure of PDFs for screen readers, and the properties of a template, through the API and a worker. */

const { harness, made, pdf, savedErrors } = await makeFinishingHarnessForFile();

const png = `data:image/png;base64,${PNG.sync.write(new PNG({ width: 4, height: 4 })).toString('base64')}`;
const square = svg(
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="blue"/></svg>',
);
const rows = Array.from({ length: 70 }, (_, i) => `<tr><th>${i}</th><td>Řádek</td><td>${i},50</td></tr>`).join('');

/** A page of several sheets with all that has a role. */
const page = `<html lang="cs"><head><title>Zpráva A & B</title><style>
  @page { @bottom-center { content: "Strana " counter(page) " z " counter(pages) } }
  table { border-collapse: collapse; background: #eee } td, th { border: 1px solid gray }
  .row { display: flex } .fixed { position: fixed; top: 0; right: 0 } .float { float: right; border: 1px solid }
</style></head><body>
<header data-page>Waybill <a href="https://example.com">web</a> <img src="${png}" alt="logo"></header>
<footer data-page>Strana <span data-page-number></span></footer>
<h1>Zpráva <em>první</em></h1><div class="fixed">Kopie</div>
<div class="float">Plovoucí</div>
<p style="text-decoration: underline">Odstavec s <a href="https://example.com/a?b=1">odkazem <b>na web</b></a>, <a href="#end">dolů</a>
  a <span lang="en">in English</span>, <mark>zvýrazněný</mark> a <span style="color: rgba(0, 0, 0, .5)">průsvitný</span>.</p>
<h3>Přeskočená úroveň</h3>
<ul><li>jedna<ol><li>vnořená</li></ol></li><li><p>dvě</p></li></ul><ul>volný text<li style="list-style: none">tři</li></ul>
<div class="row"><div style="order: 1">druhý</div><div>první</div></div>
<p><img src="${png}" alt="Čtverec"><img src="${square}" alt="Modrý čtverec"><img src="${square}" alt=""></p>
<a href="https://example.com/i"><img src="${png}" alt="odkaz"></a>
<table><tr><td>Dodavatel</td><td>Odběratel<br>v Praze</td></tr></table>
<table><caption>Položky</caption><thead><tr><th>Č.</th><th colspan="2">Popis</th></tr></thead><tbody>${rows}
<tr><td rowspan="2">dole</td><td>a</td></tr><tr><td>b</td><td></td></tr></tbody><tfoot><tr><td>Celkem</td></tr></tfoot></table>
<blockquote>Citace</blockquote><section lang="en"><h2>Second</h2><pre>code</pre></section>
<div aria-hidden="true">ozdoba</div><hr><p id="end">Konec שלום</p></body></html>`;

describe.skipIf(verapdfMissing() !== undefined)('an accessible PDF', () => {
  const accessibility = 'PDF/UA-1';

  async function shipped(file: string): Promise<Uint8Array> {
    const code = await harness.template(`${file}.hbs`, { inputType: 'FILE', pdf: { accessibility } });
    const path = `/documents/generate/${code}/pdf`;
    const answer = await harness.send('POST', path, previewDataOf(file, 'en'), {
      headers: { accept: 'application/pdf' },
    });
    return new Uint8Array(await answer.arrayBuffer());
  }

  test('conforms to PDF/UA-1 and to PDF/A-3b, with all that finishing adds', async () => {
    const terms = await harness.template(
      '<html lang="en"><h1>Terms</h1><ol><li>one</ol><p><a href="#x">x</a><b id="x">',
      {},
    );
    const append = [{ template: terms }];
    const attachments = [
      {
        name: 'factur-x.xml',
        content:
          '<i><c:GuidelineSpecifiedDocumentContextParameter xmlns:c="c"><c:ID>urn:cen.eu:en16931:2017</c:ID></c:GuidelineSpecifiedDocumentContextParameter></i>',
      },
    ];
    const conformance = 'PDF/A-3B';
    const archives = {
      archive: await pdf(page, { accessibility, conformance, watermark: 'NÁVRH', append }),
      eInvoice: await pdf(page, { accessibility, conformance, attachments }),
    };
    const pdfs = {
      ...archives,
      plain: await pdf(page, { accessibility }),
      finished: await pdf(page, { accessibility, watermark: 'NÁVRH', append, permissions: ['PRINT'] }),
      empty: await pdf('<html lang="cs"><title>Prázdný</title>', { accessibility }),
      invoice: await shipped('documents/invoice'),
      protocol: await shipped('documents/handoverProtocol'),
      order: await shipped('documents/serviceOrder'),
      notice: await shipped('documents/outageNotice'),
      untagged: await pdf(page, {}),
    };
    const none = { archive: [], eInvoice: [] };
    expect(violations(pdfs, 'ua1')).toEqual({
      ...none,
      plain: [],
      finished: [],
      empty: [],
      ...{ invoice: [], protocol: [], order: [], notice: [] },
      untagged: expect.arrayContaining([expect.stringContaining('StructTreeRoot')]),
    });
    expect(violations(archives, '3b')).toEqual(none);
  });

  test('is refused without a title, a language, and texts for images', async () => {
    const image = `<img src="${png}">`;
    expect(await made('<html lang="cs"><p>x', { accessibility })).toBe(
      '400 content: the document has no title, so readers show the name of its file, which PDF/UA-1 forbids: write <title>, or pdf.title of the template',
    );
    expect(await made('<html lang="Czech language"><title>x</title>', { accessibility })).toBe(
      '400 content: the document has the language "Czech language", which is none, so screen readers read it in their own, which PDF/UA-1 forbids: write <html lang="en">, or pdf.language of the template',
    );
    expect(await made('<p>x', { accessibility })).toMatch(
      /^400 content: .* no title, .*; the document has no language, /,
    );
    const named = { accessibility, title: '{{name}}', language: 'cs' };
    const before = `<img src="${png}" alt=""><p>`;
    expect(await made(before + image, named, { name: 'x' })).toBe(
      `400 content: line 1, column ${before.length + 1}: image 2 of the document has no alt text, so screen readers do not say what it shows, which PDF/UA-1 forbids: write what it shows into alt, or alt="" if it is decoration`,
    );
    const rect = '<rect width="9" height="9"/></svg>';
    const namespace = '<svg xmlns="http://www.w3.org/2000/svg" ';
    const svgs = `<svg width="9"><title>nine</title>${rect}\n${namespace}viewBox="0 0 9 9">${rect}`;
    expect(await made(svgs, named, { name: 'x' })).toBe(
      `400 content: line 2, column ${namespace.length + 1}: image 2 of the document has no alt text, so screen readers do not say what it shows, which PDF/UA-1 forbids: write what it shows into aria-label or <title>, or aria-hidden="true" if it is decoration`,
    );
    expect(await savedErrors({ accessibility, append: [{ data: 'a' }] })).toEqual([
      'pdf.accessibility: an appended file may not conform to PDF/UA; append templates only',
    ]);
  });
});

test('a tagged PDF warns of what keeps readers from understanding it', async () => {
  const image = 'images/logo.png';
  const without = `content: line 2, column 11: the image ${image} has no alt text, so screen readers do not say what it shows: write it, or alt="" for decoration`;
  const content = `<h1>a</h1>\n<h3>b</h3><img src="${image}" width="90"><img src="${image}" width="90" alt=""><img src="${image}" width="90" {{more}}>`;
  const template = { code: crypto.randomUUID(), inputType: 'HTML', content, pdf: { accessibility: 'TAGGED' } };
  const saved = await harness.send('POST', '/formatter-templates', template);
  expect(saved.headers.get('x-warnings')).toBe(without);
  const path = `/documents/generate/${template.code}/pdf?warnings=true`;
  const answer = await harness.send('POST', path, { more: 'alt=x' });
  expect(answer.headers.get('x-warnings')?.split('; ')).toEqual([
    'content: line 2, column 5: <h3> "b" follows <h1>, so it is tagged as a heading of level 2',
    'content: the document has no title, so readers show the name of its file: write <title>, or pdf.title of the template',
    'content: the document has no language, so screen readers read it in their own: write <html lang="en">, or pdf.language of the template',
    without,
  ]);
  const plain = await harness.send('POST', '/formatter-templates', { ...template, code: crypto.randomUUID(), pdf: {} });
  expect(plain.headers.get('x-warnings')).toBeNull();
});

describe.skipIf(popplerMissing !== undefined)('the structure of a PDF', () => {
  const structure = async (content: string): Promise<string[]> =>
    poppler(await pdf(content, { accessibility: 'TAGGED' }), 'pdfinfo', '-struct-text', '{}')
      .split('\n')
      .map((line) => line.replace(/ \((?:block|inline)\)/, '').replace(/:$/, ''))
      .filter((line) => line.trim() !== '' && !line.includes('Object '));

  /** The objects of a PDF as text. */
  async function objectsOf(content: string): Promise<string[]> {
    const document = await PDFDocument.load(await pdf(content, { accessibility: 'TAGGED' }));
    return document.context.enumerateIndirectObjects().map(([, object]) => String(object).replace(/\s+/g, ' '));
  }

  test('has the order of the HTML, with headings without gaps, links and lists', async () => {
    const content = `<header data-page>head</header><h2>A</h2><h4>B</h4><div style="display: flex"><i style="order: 1">1</i><i>2</i></div>
      <p>to <a href="https://example.com">the site</a> now</p><ul><li>one</ul>`;
    expect(await structure(content)).toEqual([
      'Document',
      '  H1',
      '    "A"',
      '  H2',
      '    "B"',
      '  P',
      '    "1"',
      '  P',
      '    "2"',
      '  P',
      '    "to "',
      '    Link',
      '      "the site"',
      '    " now"',
      '  L',
      '     /ListNumbering /Disc',
      '    LI',
      '      Lbl',
      // Drawn as a shape, and read as its replacement text.
      '        Span',
      '          ""',
      '      LBody',
      '        "one"',
    ]);
  });

  test('separates the words of its lines by spaces', async () => {
    const content = '<p style="width: 60pt">seven words that do not fit <b>one line</b><p>Street 1<br>City<pre>a\nb';
    const texts = (await structure(content)).filter((line) => line.includes('"')).map((line) => line.trim());
    expect(texts).toEqual(['"seven words that do not fit one line"', '"Street 1 City"', '"a b"']);
  });

  test('reads text from right to left as it is written, also beside other text and over several lines', async () => {
    const [hebrew, arabic] = ['שלום עולם (טוב) 12,5 מאוד', 'مرحبا بالعالم'];
    const content = `<p dir="rtl">${hebrew} and so on ${arabic}</p><p>see ${hebrew} <b>now</b></p>
      <p dir="rtl" style="width: 40pt; text-align: justify">${hebrew}</p><p dir="rtl">${arabic}<br>${hebrew}</p>`;
    const spoken = (await objectsOf(content)).flatMap((object) => {
      const [, hex] = /\/S \/Span.*\/ActualText <feff(\w+)>/.exec(object) ?? [];
      return hex === undefined ? [] : [Buffer.from(hex, 'hex').swap16().toString('utf16le')];
    });
    // Numbers and other scripts stand between, as text in its usual order.
    const [before, behind] = ['שלום עולם (טוב) ', ' מאוד'];
    expect(spoken).toEqual([
      ...[before, `${behind} `, ` ${arabic}`, before, behind],
      ...[hebrew, `${arabic} ${before}`, behind],
    ]);
    const others = (await structure(content))
      .filter((line) => /"[^\u0590-\u08ff]*"/.test(line))
      .map((line) => line.trim());
    expect(others).toEqual(['"12,5"', '"and so on"', '"see "', '"12,5"', '" now"', '"12,5"']);
  });

  test('reads scripts that reorder letters as they are written', async () => {
    const content = '<p>हिन्दी में <b>बिल</b> ภาษาไทย น้ำ</p>';
    const spoken = (await objectsOf(content)).flatMap((object) => {
      const [, hex] = /\/ActualText <feff(\w+)>/.exec(object) ?? [];
      return hex === undefined ? [] : [Buffer.from(hex, 'hex').swap16().toString('utf16le')];
    });
    // The spaces before Thai are of another font, and stand between.
    expect(spoken.join('')).toBe('हिन्दी में बिलภาษาไทยน้ำ');
  });

  test('has the places of figures, of those on a single page', async () => {
    const rect = '<rect width="9" height="9"/></svg>';
    const content = `<style>@page { margin: 0 } body { margin: 0 } svg { display: block }</style>
      <svg width="96" height="48" aria-label="one">${rect}<svg width="96" height="3000" aria-label="many">${rect}`;
    const figures = (await objectsOf(content)).filter((object) => object.includes('/S /Figure'));
    expect(figures.map((object) => /\/A <<.*?>>/.exec(object)?.[0])).toEqual([
      '/A << /O /Layout /Placement /Block /BBox [ 0 805.89 72 841.89 ] >>',
      '/A << /O /Layout /Placement /Block >>',
    ]);
  });

  test('has fields of forms with their roles', async () => {
    const content = `<p>Name <input value="Jana" title="First name"> <input type="checkbox" checked aria-label="Paid">
      <input type="radio"> <select><option>one<option selected>two</select> <input type="submit" value="Send"></p><textarea>note</textarea>`;
    const fields = (await objectsOf(content)).filter((object) => object.includes('/S /Form'));
    expect(fields.map((object) => /(?:\/ActualText <\w+> )?\/A <<.*?>>/.exec(object)?.[0])).toEqual([
      '/A << /O /PrintField /Role /tv /Desc (First name) >>',
      '/ActualText <feff2611> /A << /O /PrintField /Role /cb /checked /on /Desc (Paid) >>',
      '/ActualText <feff25cb> /A << /O /PrintField /Role /rb /checked /off >>',
      '/A << /O /PrintField /Role /tv >>',
      '/A << /O /PrintField /Role /pb >>',
      '/A << /O /PrintField /Role /tv >>',
    ]);
  });

  test('has tables with headings and spans, each row once, and none of the layout', async () => {
    const many = '<tr><td>a<td>b</tr>'.repeat(120);
    const content = `<table><tr><td>left</table><table><thead><tr><th>A<th>B</thead><tr><th rowspan="2">C<td>d<tr><td>e<tr><td>f</tr>${many}</table>`;
    const lines = await structure(content);
    expect(lines.slice(0, 28)).toEqual([
      'Document',
      '  P',
      '    "left"',
      '  Table',
      '    THead',
      '      TR',
      '        TH',
      '           /Scope /Column',
      '          "A"',
      '        TH',
      '           /Scope /Column',
      '          "B"',
      '    TBody',
      '      TR',
      '        TH',
      '           /Scope /Row',
      '           /RowSpan 2',
      '          "C"',
      '        TD',
      '          "d"',
      '      TR',
      '        TD',
      '          "e"',
      '      TR',
      '        TD',
      '          "f"',
      '        TD',
      '      TR',
    ]);
    expect(lines.filter((line) => line === '          "A"').length).toBe(1);
    expect(lines.filter((line) => line === '      TR').length).toBe(124);
  });
});

test('a PDF of others that is appended leaves its structure behind', async () => {
  const other = await PDFDocument.load(await pdf(page, { accessibility: 'TAGGED' }));
  const own = { accessibility: 'TAGGED', append: [{ data: 'other' }] };
  const bytes = await pdf('<p>own</p>', own, { other: Buffer.from(await other.save()).toString('base64') });
  const pages = (await PDFDocument.load(bytes)).getPages();
  expect(pages.map(({ node }) => node.lookup(PDFName.of('StructParents')) instanceof PDFNumber)).toEqual(
    pages.map((_, i) => i === 0),
  );
});
