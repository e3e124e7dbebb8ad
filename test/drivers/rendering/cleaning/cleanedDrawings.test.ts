import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { MAX_SVG } from '../../../../domain/documents/warnings/sources/svgSupport.ts';
import { cleanTree, toHtml } from '../../../../drivers/rendering/sanitize/clean.ts';
import { popplerMissing, svg, textOf } from '../../../helpers/pdf.ts';
import { PIXEL, TestRenderer } from '../testRenderer.ts';

setDefaultTimeout(60_000);

const bench = new TestRenderer();
const { body, render } = bench;

beforeAll(() => bench.start());
afterAll(() => bench.stop());

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

const drawingOf = (html: string): string =>
  `<svg width="400" height="400"><foreignObject width="400" height="300">${html}</foreignObject></svg>`;

test('the filters of a drawing in an e-mail are counted at the width that its image declares', async () => {
  const mail = async (filter: string, width: number): Promise<string> => {
    const blurs = `<filter id="f">${'<feGaussianBlur stdDeviation="1"/>'.repeat(20)}</filter>`;
    const drawing = `<svg ${namespaces} width="10" height="10">${blurs}<rect x="2" y="2" width="6" height="6" ${filter}/></svg>`;
    const html = `<img width="${width}" alt="" src="data:image/svg+xml;base64,${btoa(drawing)}">`;
    const outcome = await render(html, {}, { format: 'email' });
    return 'problem' in outcome ? outcome.problem : (/src="([^"]*)/.exec(`${outcome.content}`)?.[1] ?? '');
  };
  const filter = 'filter="url(#f)"';
  const isFiltered = async (width: number): Promise<boolean> => (await mail(filter, width)) !== (await mail('', width));
  expect(await mail('', 2000)).toStartWith('data:image/png;base64,');
  expect([await isFiltered(10), await isFiltered(200), await isFiltered(2000)]).toEqual([true, true, false]);
});

test('a drawing that occurs several times in an e-mail has the pixels of each width at which it is shown', async () => {
  const source = (content: string): string =>
    `src="data:image/svg+xml;base64,${btoa(`<svg ${namespaces} width="10" height="10">${content}</svg>`)}"`;
  const [logo, empty] = [source('<path d="M2 2h6v3z"/>'), source('')];
  const html = `<img ${logo}><img width="20" ${logo}><img ${logo}><img ${empty}><img style="width:20px" ${logo}>`;
  const outcome = await render(html, {}, { format: 'email' });
  const mail = 'content' in outcome ? `${outcome.content}` : '';
  const drawn = [...mail.matchAll(/src="data:image\/png;base64,([^"]*)"/g)].map(([, bytes = '']) => bytes);
  expect(drawn.map((bytes) => drawn.indexOf(bytes))).toEqual([0, 1, 0, 3, 1]);
  expect(drawn.map((bytes) => Buffer.from(bytes, 'base64').readUInt32BE(16))).toEqual([20, 40, 20, 20, 40]);
});

describe('a drawing is cleaned of', () => {
  test('what runs in SVGs, or is fetched by them', async () => {
    const contents: Record<string, string> = {
      '<script>x</script><g onload="x"><desc><img src=x onerror=x></desc></g>': '<g><desc></desc></g>',
      '<a xlink:href="http://x"><text>a&nbsp;b</text></a>': '<a><text>a&#160;b</text></a>',
      '<image href="http://x"/><use xlink:href="//x#a"/><use href="#a"/>':
        '<image></image><use></use><use href="#a"></use>',
      [`<image href="data:image/png;base64,${PIXEL}"/><image href="data:text/html;base64,AAAA"/>`]: `<image href="data:image/png;base64,${PIXEL}"></image><image></image>`,
      '<rect fill="url(http://x)"/><rect style="fill:&#117;rl(http://x)"/><rect style="fill:u\\72l(http://x)"/>':
        '<rect></rect><rect></rect><rect></rect>',
      '<g xmlns="http://www.w3.org/1999/xhtml" xml:base="http://x"><video src="http://x"/></g>':
        '<g><video src="http://x"></video></g>',
      [`<rect style="fill:red;font-family:'\\41 rial'"/><rect style="fill:image-set('http://x' 1x)"/>`]: `<rect style="fill:red;font-family:&quot;Arial&quot;"></rect><rect></rect>`,
      [`<rect fill="url( #a )"/><path style="d:path('M0 0h9')"/><rect style="background:url(images/pixel.png);fill:red"/>`]:
        '<rect fill="url( #a )"></rect><path style="d:path(&quot;M0 0h9&quot;)"></path><rect style="fill:red"></rect>',
      '<style>@import "http://x"; .a > .b { fill: url(#a) } .c { fill: url(//x) }</style>':
        '<style>.a&gt;.b{fill:url(#a)}.c{}</style>',
      '<filter><feDropShadow dx="1"/></filter>': '<filter><feDropShadow dx="1"></feDropShadow></filter>',
      '<filter><feMorphology radius="1 400"/><feMorphology radius="4, 4"/><feTurbulence numOctaves="1e9" seed="400"/><feConvolveMatrix order="90"/></filter>':
        '<filter><feMorphology></feMorphology><feMorphology radius="4, 4"></feMorphology><feTurbulence seed="400"></feTurbulence><feConvolveMatrix></feConvolveMatrix></filter>',
      '<foreignObject><p onclick=x>a</p></foreignObject><animate onbegin=x /><set attributeName=href to=x />': '',
      '<g xmlns:x="urn:x" x:y="1" @click="x"><x:z>a</x:z><rect y="1"/></g>': '<g><rect y="1"></rect></g>',
    };
    for (const [inner, left] of Object.entries(contents)) {
      const svg = Buffer.from(`<svg ${namespaces}>${inner}</svg>`).toString();
      const cleaned = `<img src="data:image/svg+xml;base64,${btoa(`<svg ${namespaces}>${left}</svg>`)}">`;
      expect(await body(svg)).toBe(cleaned);
      expect(await body(`<img src="data:image/svg+xml;base64,${btoa(svg)}">`)).toBe(cleaned);
    }
    expect(await body('<svg/><math><mtext>x</mtext></math>a')).toMatch(/^<img src="[^"]*">a$/);
  });

  test('what stands before an SVG in its file', async () => {
    const own = `<svg ${namespaces}><rect fill="#c00"></rect></svg>`;
    const left = `<img src="data:image/svg+xml;base64,${btoa(own)}">`;
    for (const file of [
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd"><svg><rect fill="#c00"/></svg>',
      '<!-- <!DOCTYPE svg [<!ENTITY red "blue">]> --><?x?><!DOCTYPE svg [<!ENTITY red "#c00">]><!-- a --><svg><rect fill="&red;"/></svg>',
      '<!DOCTYPE svg [<!ENTITY red "#c00"> <!ENTITY b SYSTEM "file:///etc/passwd">]>\n<svg><rect fill="&red;"/></svg>',
      '<?xml-stylesheet href="http://x"?><!-- a --><s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect fill="#c00"/></s:svg>',
    ])
      expect(await body(`<img src="data:image/svg+xml,${encodeURIComponent(file)}">`)).toBe(left);
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><svg><text>\u00e9</text></svg>', 'latin1');
    expect(await body(`<img src="data:image/svg+xml;base64,${latin.toString('base64')}">`)).toBe(
      `<img src="data:image/svg+xml;base64,${Buffer.from(`<svg ${namespaces}><text>\u00e9</text></svg>`).toString('base64')}">`,
    );
    const declared = '<?xml version="1.0" encoding="UTF-16"?><svg><rect fill="#c00"/></svg>';
    expect(await body(`<img src="data:image/svg+xml;base64,${btoa(declared)}">`)).toBe(left);
    const bomb = `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(10_000)}">]><svg><text>${'&a;'.repeat(1_000)}</text></svg>`;
    expect(await body(`<img src="data:image/svg+xml,${encodeURIComponent(bomb)}">`)).toBe('<img>');
  });

  test.skipIf(popplerMissing !== undefined)('the same as the page, in its HTML', async () => {
    const html =
      '<p onclick=x>shown</p><script>run</script><iframe src="http://x">frame</iframe><object>object</object><img src="/etc/passwd" alt="replaced"><svg><foreignObject width="99" height="99"><p>inner</p><video>film</video></foreignObject></svg>';
    const drawing = drawingOf(html);
    for (const page of [drawing, `<img src="${svg(drawing)}">`]) {
      const outcome = await bench.render(page, {}, { format: 'pdf' });
      const text = 'problem' in outcome ? outcome.problem : textOf(outcome.content);
      expect(text.match(/\w+/g)?.sort()).toEqual(['inner', 'replaced', 'shown']);
    }
    const deep = `${'<div>'.repeat(390)}<svg><foreignObject>${'<div>'.repeat(20)}a`;
    expect(await bench.render(deep, {}, { format: 'pdf' })).toMatchObject({
      problem: expect.stringContaining('nested more than 400 deep'),
    });
  });

  test.skipIf(popplerMissing !== undefined)('the same in each kind of document, whichever was first', async () => {
    const textIn = async (html: string): Promise<string> => {
      const outcome = await bench.render(html, {}, { format: 'pdf' });
      return 'problem' in outcome ? outcome.problem : textOf(outcome.content);
    };
    const checkHtml = async (page: string): Promise<void> => {
      const [, base64 = ''] = /base64,([^"]*)/.exec(await body(page)) ?? [];
      expect(atob(base64)).toMatch(/^<svg [^>]*><\/svg>$/);
    };
    const checkPdf = async (page: string): Promise<void> => expect(await textIn(page)).toMatch(/inner\s+link/);
    // Cleaned files are cached, so each order needs one of its own.
    for (const checks of [
      [checkHtml, checkPdf],
      [checkPdf, checkHtml],
    ]) {
      const file = svg(drawingOf(`<p>inner</p><a href="nowhere">link</a><b>${checks[0]?.name}</b>`));
      for (const check of checks) await check(`<img src="${file}">`);
    }
  });

  test('HTML that does not count towards its length', () => {
    const html = drawingOf(`<p>inner</p><script>${'x'.repeat(MAX_SVG)}</script>`);
    const cleaned = toHtml(cleanTree(html, { folder: '', isLaidOut: true }));
    expect(cleaned).toContain('<p>inner</p></foreignObject>');
  });

  test('the same for a browser and the layout, with its links', () => {
    const image = `<img src="${svg(drawingOf('<a href="nowhere">only here</a>'))}">`;
    for (const inertLinks of [false, true]) {
      const html = toHtml(cleanTree(image, { folder: '', isLaidOut: true, inertLinks }));
      const [, base64 = ''] = /base64,([^"]*)/.exec(html) ?? [];
      expect(atob(base64)).toContain('<a href="nowhere">');
    }
  });
});
