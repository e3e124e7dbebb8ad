import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, textOf, wordsOf } from '../../../helpers/pdf.ts';
import { bare, colourAt, picturedPage } from '../../../helpers/templatePictures.ts';
import { renderPage } from '../fidelityPages.ts';

setDefaultTimeout(60_000);

const plain =
  '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0 } table { border-spacing: 0 } td { padding: 0 }</style>';

describe.skipIf(popplerMissing !== undefined)(`attributes${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('with sizes count up to what follows their number, and sizes of zero do not count in tables', async () => {
    const second = async (first: string): Promise<number | undefined> => {
      const words = wordsOf(await pdfOf(`${plain}<table width="400px;"><tr>${first}<td>b</td></tr></table>`));
      return Math.round(words.find(({ text }) => text === 'b')?.left ?? Number.NaN);
    };
    expect(await second('<td width="100px;">a</td>')).toBe(75);
    expect(await second('<td width="100em">a</td>')).toBe(75);
    expect(await second('<td width=" 50%;">a</td>')).toBe(150);
    const open = await second('<td>a a</td>');
    for (const width of ['0', '+90', '-90', '2*', 'wide'])
      expect(await second(`<td width="${width}">a a</td>`)).toBe(open);
  });

  test('with colours and vertical alignments count for the elements that have them in HTML', async () => {
    const lime = 'bgcolor="lime"';
    const blocks = ['div', 'p', 'h1', 'ul'].map((name) => `<${name} ${lime} style="margin:0;height:10pt"></${name}>`);
    const rows = `<thead ${lime}><tr><td></thead><tr ${lime}><td><tr><td ${lime}>`;
    const html = `<!DOCTYPE html>${bare}<style>td { padding: 0; width: 100pt; height: 10pt }</style>${blocks.join('')}
      <table cellspacing="0">${rows}</table><table ${lime} cellspacing="0"><tr><td></table>`;
    const seen = picturedPage(await pdfOf(html));
    const colours = [5, 15, 25, 35, 45, 55, 65, 75].map((y) => colourAt(seen, 50, y));
    expect(colours).toEqual([...Array(4).fill('#ffffff'), ...Array(4).fill('#00ff00')]);
    const tops = async (text: string, image: string): Promise<number[]> => {
      const small = `<b ${text} style="font-size:6pt">b</b><img ${image} style="width:9pt;height:50pt" src="">`;
      const words = wordsOf(await pdfOf(`${plain}<p style="margin:0;font:10pt/20pt sans-serif">a ${small}</p>`));
      return words.map(({ top }) => Math.round(top));
    };
    const top = 'valign="top"';
    expect(await tops(top, '')).toEqual(await tops('', ''));
    expect(await tops('', top)).toEqual(await tops('', 'align="top"'));
    expect(await tops('', top)).not.toEqual(await tops('', ''));
  });

  test('that HTML does not define are found by selectors', async () => {
    const sheet = '<style>[indented] { margin-left: 50pt } b[tone=loud] { margin-left: 30pt }</style>';
    const words = wordsOf(await pdfOf(`${plain}${sheet}<p indented>a</p><b tone="loud">b</b> <b tone="low">c</b>`));
    expect(words.map(({ left }) => Math.round(left)).slice(0, 2)).toEqual([50, 30]);
  });

  test('that align cells move the tables and blocks in them, whatever margins these have', async () => {
    const left = async (align: string, style: string): Promise<number> => {
      const table = `<table style="width:100pt;${style}"><tr><td>a</td></tr></table>`;
      const words = wordsOf(
        await pdfOf(`${plain}<table width="400"><tr><td align="${align}">${table}</td></tr></table>`),
      );
      return Math.round(words[0]?.left ?? Number.NaN);
    };
    expect(await left('center', '')).toBe(100);
    expect(await left('center', 'margin:0')).toBe(100);
    expect(await left('center', 'margin:0 20pt 0 0')).toBe(90);
    expect(await left('right', 'margin:0 20pt 0 5pt')).toBe(180);
    expect(await left('right', 'margin:0 auto 0 5pt')).toBe(5);
  });

  test('that clear lines end them below floats of the side', async () => {
    const floats = `<div style="float:left;height:40pt">left</div><div style="float:right;height:60pt">right</div>`;
    const top = async (line: string): Promise<number> => {
      const page = `${plain}<body style="font: 10pt/20pt sans-serif">${floats}${line}<div>next</div>`;
      return Math.floor((wordsOf(await pdfOf(page)).find(({ text }) => text === 'next')?.top ?? Number.NaN) / 20);
    };
    const tops: number[] = [];
    for (const value of ['left', 'RIGHT', 'all', 'All', 'both', 'none', 'other'])
      tops.push(await top(`line<br clear="${value}">`));
    expect(tops).toEqual([2, 3, 3, 3, 3, 1, 1]);
    expect(await top('<br style="clear:none" clear="all" />')).toBe(1);
  });

  test('with addresses that lead nowhere make links of the style sheet, which lead nowhere', async () => {
    const link = (attribute: string): string => `<a ${attribute} style="display:block;height:10pt"></a>`;
    const links = [
      'href="/terms"',
      'href=""',
      'href',
      'href="#"',
      'href="javascript:go()"',
      'href="file:///terms"',
      '',
    ];
    const sheet = '<style>a:link { background: #00ff00 }</style>';
    const pdf = await renderPage(`<!DOCTYPE html>${bare}${sheet}${links.map(link).join('')}`);
    const seen = picturedPage(pdf);
    const green = links.map((_, at) => colourAt(seen, 20, 10 * at + 5) === '#00ff00');
    expect(green).toEqual([true, true, true, true, true, true, false]);
    expect(Buffer.from(pdf).toString('latin1')).not.toMatch(/\/URI|\/Link|terms/);
    const shown = '<style>a[href^="/"]::after { content: " (" attr(href) ")" }</style><a href="/terms">Terms</a>';
    expect(textOf(await renderPage(shown))).toContain('Terms (/terms)');
  });

  test('are those that the HTML has, and not what objects of the program have', async () => {
    const css = `[constructor], [__proto__], [constructor^=x], [valueOf="x" i] { display: none }
      p::before { content: attr(constructor) attr(__proto__) attr(title) }`;
    const html = `<style>${css}</style><p title="a">b</p><p constructor="c">d</p>`;
    expect(textOf(await renderPage(html)).trim()).toBe('ab');
  });

  test('that elements lack are replaced by the fallback of attr()', async () => {
    const css = `p::before { content: attr(data-unit, "pcs, \\201Cnet\\201D ") attr(data-no string, '-') attr(data-none) }`;
    const html = `<style>${css}</style><p>b<p data-unit="kg " data-no="">d`;
    expect(
      textOf(await renderPage(html))
        .trim()
        .split(/\n+/),
    ).toEqual(['pcs, “net”-b', 'kg d']);
  });

  test('select elements although their names contain those of attributes that refer to files', async () => {
    const css = '[transaction], [fraction=half], [srcs], [hreflang] { text-transform: uppercase }';
    const active = ['src', 'xlink:href', 'formaction', 'imagesrcset', 'attributionsrc', 'v:src', 'onclick', 'poster'];
    const none = `${active.map((name) => `[${name.replace(':', '\\:')}]`).join()} { display: none }`;
    const found = '<p transaction>a<p fraction=half>b<p srcs=1>c<p hreflang=cs>d';
    const html = `<style>${css} ${none}</style>${found}${active.map((name) => `<p ${name}="x">e`).join('')}`;
    expect(textOf(await renderPage(html)).replaceAll(/\s/g, '')).toBe('ABCDeeeeeeee');
  });

  test('that align other elements than cells and blocks of text align their text', async () => {
    const left = async (html: string): Promise<number> =>
      Math.round(wordsOf(await pdfOf(`${plain}${html}`)).find(({ text }) => text === 'word')?.left ?? Number.NaN);
    const sides = await Promise.all(
      ['left', 'center', 'right'].map((align) => left(`<p style="text-align: ${align}">word</p>`)),
    );
    for (const tag of ['section', 'form', 'blockquote', 'x-own style="display: block"']) {
      const found = await Promise.all(
        ['left', 'middle', 'right'].map((align) => left(`<${tag} align="${align}" style="margin: 0">word`)),
      );
      expect({ tag, found }).toEqual({ tag, found: sides });
    }
    expect(await left('<div align="middle">word')).toBe(await left('<div align="center">word'));
  });

  test('with the colour of a drawing do not count for links outside of drawings', async () => {
    const link = '<a color="#ff0000" href="https://example.org" style="font: 80px monospace">\u2588</a>';
    expect(colourAt(picturedPage(await pdfOf(plain + link)), 20, 40)).toBe('#0000ee');
  });
});

test.skipIf(popplerMissing !== undefined)(
  'border="0" of a table leaves only the lines whose width the CSS declares',
  async () => {
    const style = 'width:100pt;height:100pt;border-style:solid;border-color:#f00';
    const coloursIn = async (table: string): Promise<string[]> => {
      const page = picturedPage(await pdfOf(`<!DOCTYPE html>${bare}${table}<tr><td></table>`));
      return [colourAt(page, 50, 1), colourAt(page, 1, 50)];
    };
    expect(await coloursIn(`<table border="0" style="border-top-width:4pt;${style}">`)).toEqual(['#ff0000', '#ffffff']);
    expect(await coloursIn(`<table style="${style}">`)).toEqual(['#ff0000', '#ff0000']);
    expect(await coloursIn(`<table border="0" style="border:solid #f00;${style}">`)).toEqual(['#ff0000', '#ff0000']);
  },
);
