import { describe, expect, test } from 'bun:test';
import type { Template } from '../../../domain/ports/rendering.ts';
import { infoOf, parentOf, pdfOf, poppler, popplerMissing, svg, textOf, word, wordsOf } from '../../helpers/pdf.ts';

/** A red pixel. */
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

describe.skipIf(popplerMissing !== undefined)(`PDF${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('letters of every script are preserved', async () => {
    const lines = [
      'Příliš žluťoučký kůň úpěl ďábelské ódy',
      'Zażółć gęślą jaźń',
      'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία',
      'Съешь же ещё этих мягких французских булок',
      'Őrült űr, Œuvre, Straße, naïve, şğı, ășț',
      'שלום עולם',
      'مرحبا',
      '1 234,50 € – „uvozovky“ … → ✓',
    ];
    const pdf = await pdfOf(lines.map((line) => `<p>${line}</p><p><b>${line}</b></p><p><i>${line}</i></p>`).join(''));
    // The reader adds the marks of the text direction.
    const text = textOf(pdf)
      .replace(/[\u202a-\u202e]/g, '')
      .normalize('NFKC');
    for (const line of lines) expect(text.split(line.normalize('NFKC')).length - 1).toBe(3);
  });

  test('characters without a glyph do not fail the document', async () => {
    const text = textOf(await pdfOf('<p>before 漢字 \ud800 \u0000 👩‍👩‍👧 🎉 ❤️ after</p>'));
    expect(text).toContain('before');
    expect(text).toContain('after');
    expect(text).toContain('🎉');
  });

  test('each document size has its dimensions', async () => {
    const sizes: [Template['documentSize'], string][] = [
      ['A4', '595.28 x 841.89 pts (A4)'],
      ['PORTRAIT', '595.28 x 841.89 pts (A4)'],
      ['LANDSCAPE', '841.89 x 595.28 pts (A4)'],
      ['B5', '498.9 x 708.66 pts'],
      ['LETTER', '612 x 792 pts (letter)'],
    ];
    for (const [size, expected] of sizes) {
      expect(infoOf(await pdfOf('<p>x</p>', size))['Page size']).toStartWith(expected);
    }
    const long = infoOf(await pdfOf('<p>line</p>'.repeat(200), 'AUTO'));
    expect(long['Pages']).toBe('1');
    expect(Number(/x ([\d.]+)/.exec(long['Page size'] as string)?.[1])).toBeGreaterThan(2000);
    const short = infoOf(await pdfOf('<p>line</p>', 'AUTO'));
    expect(Number(/x ([\d.]+)/.exec(short['Page size'] as string)?.[1])).toBeLessThan(200);
  });

  test('the document has its title, author, subject, keywords and language', async () => {
    const pdf =
      await pdfOf(`<html lang="cs"><head><title>Smlouva č. 7</title><meta name="author" content="Jana Nováková">
      <meta name="description" content="Přípojka"><meta name="keywords" content="a, b"></head><body>x</body></html>`);
    expect(infoOf(pdf)).toMatchObject({
      Title: 'Smlouva č. 7',
      Author: 'Jana Nováková',
      Subject: 'Přípojka',
      Keywords: 'a, b',
    });
    expect(Buffer.from(pdf).toString('latin1')).toContain('/Lang (cs)');
  });

  test('headings become nested bookmarks, across pages', async () => {
    const pdf = await pdfOf(
      '<h1>One</h1><h2>Two</h2><div style="page-break-before: always"><h2>Three</h2></div><h1>Four</h1>',
    );
    const outline = Buffer.from(pdf).toString('latin1');
    expect(infoOf(pdf)['Pages']).toBe('2');
    for (const [title, parent] of [
      ['One', undefined],
      ['Two', 'One'],
      ['Three', 'One'],
      ['Four', undefined],
    ] as const) {
      expect(parentOf(outline, title)).toBe(parent);
    }
  });

  test('a table of several pages repeats its head and has the page and the number of pages', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => `<tr><td>row${i}</td><td>${i}</td></tr>`);
    const pdf = await pdfOf(`<header data-page>Letterhead</header>
      <footer data-page>Page <span data-page-number></span> of <span data-page-count></span></footer>
      <table border="1"><thead><tr><th>Name</th><th>Number</th></tr></thead><tbody>${rows.join('')}</tbody></table>`);
    const words = wordsOf(pdf);
    const pages = Number(infoOf(pdf)['Pages']);
    expect(pages).toBeGreaterThan(1);
    for (let page = 1; page <= pages; page++) {
      const own = words.filter((one) => one.page === page);
      const head = word(own, 'Name');
      expect(word(own, 'Letterhead').bottom).toBeLessThanOrEqual(head.top);
      const body = own.filter((one) => one.text.startsWith('row'));
      for (const one of body) expect(one.top).toBeGreaterThan(head.bottom - 4);
      expect(word(own, 'of').top).toBeGreaterThan((body.at(-1)?.bottom ?? Number.NaN) - 1);
      expect(own.slice(-4).map((one) => one.text)).toEqual(['Page', String(page), 'of', String(pages)]);
    }
    expect(words.filter((one) => one.text.startsWith('row')).map((one) => one.text)).toEqual(
      rows.map((_, i) => `row${i}`),
    );
  });

  test('cells fill the columns and rows that they span', async () => {
    const words = wordsOf(
      await pdfOf(`<style>td { border: 1px solid; padding: 4px } table { width: 400px; border-collapse: collapse }</style>
      <table><tr><td rowspan="2">tall</td><td colspan="2" style="text-align: right">wide</td></tr>
      <tr><td>b</td><td style="text-align: right">c</td></tr>
      <tr><td>d</td><td>e<br>e2<br>e3</td><td style="vertical-align: bottom">f</td></tr></table>`),
    );
    expect(word(words, 'tall').left).toBeCloseTo(word(words, 'd').left, 1);
    expect(word(words, 'b').left).toBeCloseTo(word(words, 'e').left, 1);
    expect(word(words, 'wide').right).toBeCloseTo(word(words, 'c').right, 1);
    expect(word(words, 'b').top).toBeGreaterThan(word(words, 'wide').bottom - 3);
    // In the middle of its two rows.
    expect(word(words, 'tall').top).toBeGreaterThan(word(words, 'wide').top);
    expect(word(words, 'tall').top).toBeLessThan(word(words, 'b').top);
    expect(word(words, 'f').top).toBeCloseTo(word(words, 'e3').top, 1);
  });

  test('columns have the declared widths', async () => {
    const words = wordsOf(
      await pdfOf(`<style>@page { margin: 0 } body { margin: 0 } td { padding: 0 }</style>
      <table style="width: 400px; border-spacing: 0"><colgroup><col style="width: 100px"><col style="width: 50%"><col></colgroup>
      <tr><td>a</td><td>b</td><td>c</td></tr></table>`),
    );
    expect([word(words, 'a').left, word(words, 'b').left, word(words, 'c').left]).toEqual([0, 75, 225]);
  });

  test('styles by tag, class, id, position and nesting apply in the order of their specificity', async () => {
    const words = wordsOf(
      await pdfOf(`<style>@page { margin: 10pt } div { margin-left: 20pt } .far { margin-left: 100pt } #strongest { margin-left: 200pt }
      section > div { margin-left: 40pt } div:nth-child(3) { margin-left: 60pt } .late { margin-left: 80pt !important }
      p { margin: 0; text-align: right } .gone, :hover { display: none } p:not(.x) { text-align: center }</style>
      <div>plain</div><div class="far">far</div><div>third</div><div class="far" id="strongest">strongest</div>
      <section><div>child</div></section><div class="late" style="margin-left: 5pt">late</div><div style="margin-left:5pt">own</div>
      <p class="x">right</p><p>middle</p><div class="gone">gone</div>`),
    );
    const lefts = Object.fromEntries(words.map(({ text, left }) => [text, Math.round(left - 10)]));
    expect(lefts).toMatchObject({ plain: 20, far: 100, third: 60, strongest: 200, child: 40, late: 80, own: 5 });
    expect(word(words, 'right').right).toBeCloseTo(585.7, 0);
    expect((word(words, 'middle').left + word(words, 'middle').right) / 2).toBeCloseTo(595.5 / 2, 0);
    expect(lefts['gone']).toBeUndefined();
  });

  test('words are not split unless one is longer than its line', async () => {
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
    const text = textOf(await pdfOf(`<div style="width: 200pt">${'representation '.repeat(60)} ${long}</div>`));
    expect(text.split('representation').length - 1).toBe(60);
    expect(text.replace(/\s/g, '')).toContain(long);
  });

  test('lists have the declared numbers', async () => {
    const text = textOf(
      await pdfOf(`<ol start="3"><li>a<ol type="a"><li>b<li>c</ol><li>d</ol><ol style="list-style-type: upper-roman"><li value="9">e</ol>
      <ul style="list-style: none"><li>f</ul>`),
    );
    expect(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ).toEqual(['3. a', 'a. b', 'b. c', '4. d', 'IX. e', 'f']);
  });

  test('words break at soft hyphens, which are visible only there', async () => {
    const long = 'Donau&shy;dampf&shy;schiff&shy;fahrts&shy;gesellschaft';
    const lines = async (html: string) =>
      textOf(await pdfOf(html))
        .trim()
        .split(/\s*\n\s*/);
    expect(await lines(`<p>${long}</p>`)).toEqual(['Donaudampfschifffahrtsgesellschaft']);
    expect(await lines(`<div style="width: 105px">${long}</div>`)).toEqual([
      'Donaudampf-',
      'schifffahrts-',
      'gesellschaft',
    ]);
    expect(await lines('<div style="width: 62px">Donau&shy;<b>dampf</b></div>')).toEqual(['Donau-', 'dampf']);
    expect(await lines('<div style="width: 62px">Donau&shy; dampf&shy;</div>')).toEqual(['Donau', 'dampf']);
    expect(await lines(`<table><tr><td>${long}</td></tr></table>`)).toEqual(['Donaudampfschifffahrtsgesellschaft']);
    expect(await lines('<div style="width: 72px">example<wbr>.org<wbr>/path</div>')).toEqual(['example', '.org/path']);
    expect(await lines('<p style="text-transform: capitalize">do&shy;nau</p>')).toEqual(['Donau']);
  });

  test('the targets of links are ASCII', async () => {
    const raw = Buffer.from(
      await pdfOf(
        '<a href="https://žluťoučký.cz/ž?q=č">1</a><a href="mailto:ján@example.com">2</a><a href="http://[ž">3</a>',
      ),
    ).toString('latin1');
    for (const uri of [
      'https://xn--luouk-uva4it5a4g.cz/%C5%BE?q=%C4%8D',
      'mailto:j%C3%A1n@example.com',
      'http://[%C5%BE',
    ])
      expect(raw).toContain(`/URI (${uri})`);
  });

  test('links and pictures are in the PDF', async () => {
    const pdf =
      await pdfOf(`<p><a href="https://example.com/x">out</a> <a href="#there">in</a> <a href="file:///etc/passwd">bad</a></p>
      <p>before <img src="${png}" width="40" height="30"> after</p><h2 id="there">There</h2>
      <img src="${svg('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/><text font-family="Arial" font-size="2">Žluť</text></svg>')}" width="50">
      <img src="${svg('<svg xmlns="http://www.w3.org/2000/svg"><image href="http://example.com/x.png"/></svg>')}" alt="refused">
      <img src="data:image/png;base64,AAAA" alt="broken">`);
    const raw = Buffer.from(pdf).toString('latin1');
    expect(raw).toContain('https://example.com/x');
    expect(raw).not.toContain('passwd');
    expect(poppler(pdf, 'pdfimages', '-list', '{}').trim().split('\n')).toHaveLength(3);
    const words = wordsOf(pdf);
    expect(word(words, 'after').left - word(words, 'before').right).toBeGreaterThan(29);
    expect(textOf(pdf)).toMatch(/refused +broken/);
    expect(textOf(pdf)).toContain('Žluť');
  });

  test('a damaged picture is replaced by its alternative text, with a warning', async () => {
    const bytes = Buffer.from(png.slice(22), 'base64');
    bytes.fill(7, 45);
    const problems: string[] = [];
    const page = `<img src="data:image/png;base64,${bytes.toString('base64')}" alt="damaged">`;
    expect(textOf(await pdfOf(page, 'A4', ({ problem }) => problems.push(problem)))).toContain('damaged');
    expect(problems).toEqual([expect.stringContaining('an image is damaged')]);
  });

  test('pages end at page breaks, and headings that a rule keeps with what follows go with it', async () => {
    const page = (rule: string, heading: string): string =>
      `<!DOCTYPE html><style>@page { size: 300pt 200pt; margin: 0 } body { margin: 0 } h2, p { margin: 0; font: 10pt/20pt sans-serif } h2 { ${rule} }</style>
      <div style="height: 165pt"></div><h2>${heading}</h2><p>text<br>text</p><p style="page-break-before: always">last</p>`;
    const pages = async (rule: string, heading = 'Heading'): Promise<number[]> => {
      const words = wordsOf(await pdfOf(page(rule, heading)));
      return ['Heading', 'text', 'last'].map((text) => word(words, text).page);
    };
    expect(await pages('break-after: avoid', '<div>Heading</div>')).toEqual([2, 2, 3]);
    expect([await pages(''), await pages('break-after: avoid')]).toEqual([
      [1, 2, 3],
      [2, 2, 3],
    ]);
  });

  test('a row that is taller than a page continues on the next, with letters of any size', async () => {
    const words = wordsOf(
      await pdfOf(`<style>@page { margin: 20mm }</style><table border="1"><tr><td style="font-size: 9pt">${'small '.repeat(1000)}</td>
      <td style="font-size: 13pt">${'large '.repeat(900)}</td></tr></table>`),
    );
    expect(words).toHaveLength(1900);
    expect(Math.max(...words.map(({ page }) => page))).toBeGreaterThan(1);
    for (const { top, bottom } of words) {
      expect(top).toBeGreaterThan(52);
      expect(bottom).toBeLessThan(790);
    }
  });

  test('of rules with the same specificity the later one applies, in any sheet', async () => {
    const words = wordsOf(
      await pdfOf(`<style>b {} i {} p { text-align: left } div p { text-align: left }</style>
        <style>p { text-align: right } div p { text-align: right }</style><p>one</p><div><p>two</p></div>`),
    );
    for (const text of ['one', 'two']) expect(word(words, text).right).toBeGreaterThan(540);
  });

  test('tables are aligned as in e-mails, and no wider than their maximum', async () => {
    const words = wordsOf(
      await pdfOf(`<table width="100%"><tr><td align="center"><table style="width: 100%; max-width: 200pt"><tr>
        <td>left</td><td style="text-align: right">right</td></tr></table>middle</td></tr></table>
        <center><table style="width: 100pt"><tr><td>inner</td></tr></table></center>`),
    );
    const centre = 595.28 / 2;
    expect(word(words, 'left').left).toBeWithin(centre - 101, centre - 90);
    expect(word(words, 'right').right).toBeWithin(centre + 90, centre + 101);
    expect(word(words, 'middle').left).toBeWithin(centre - 30, centre - 10);
    expect(word(words, 'inner').left).toBeWithin(centre - 51, centre - 45);
  });

  test('text of right-to-left scripts is ordered from right to left', async () => {
    const words = wordsOf(await pdfOf('<p dir="rtl">שלום 12 abc</p>'));
    expect(word(words, 'abc').right).toBeLessThan(word(words, '12').left + 1);
    expect(Math.max(...words.map(({ right }) => right))).toBeGreaterThan(500);
  });
});
