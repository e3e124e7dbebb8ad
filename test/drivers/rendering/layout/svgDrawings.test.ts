import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { coloursOf, drawing, image, plain } from '../../../helpers/pages/drawings.ts';
import { pdfOf, poppler, popplerMissing, svg, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const [white, black, red, green] = ['#ffffff', '#000000', '#ff0000', '#008000'];

describe.skipIf(popplerMissing !== undefined)(`a drawing${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('has its texts where its groups, spans, anchors and lengths place them', async () => {
    const content = `<style>.mid { text-anchor: middle } tspan.far { letter-spacing: 10px }</style>
      <g font-family="monospace" font-size="10" transform="translate(100 0)">
        <text class="mid" x="100" y="20">middle</text><text x="100" y="40" text-anchor="end">end</text>
        <g style="font-size: 20px"><text y="60" x="10">large</text></g>
        <text x="0" y="80">first<tspan x="0" dy="2em">second</tspan><tspan dx="50">third</tspan></text>
        <text x="0" y="120">  some
          white   <tspan> space</tspan></text>
        <text x="0" y="140" textLength="200" lengthAdjust="spacingAndGlyphs">wide</text>
        <text x="0" y="160"><tspan class="far">ab</tspan>after</text>
        <text x="0" y="200" dominant-baseline="text-before-edge">below</text>
        <text x="0 40" y="240">AB</text>
      </g><text x="50%" y="300">percent</text>`;
    for (const html of [drawing(content), image(content)]) {
      const words = wordsOf(await pdfOf(plain + html));
      const at = (text: string): number[] => {
        const { left, right, top } = word(words, text);
        return [left / 0.75, right / 0.75, top / 0.75].map(Math.round);
      };
      const [left = 0, right = 0] = at('middle');
      expect(Math.abs((left + right) / 2 - 200)).toBeLessThanOrEqual(1);
      expect(at('end')[1]).toBe(200);
      expect(at('large')[1]).toBe(110 + 60);
      expect(at('second')[0]).toBe(100);
      expect(at('third')[0]).toBe(100 + 36 + 50);
      expect(at('space')[0]).toBe(100 + 6 * 11);
      expect(at('wide').slice(0, 2)).toEqual([100, 300]);
      expect(at('after')[0]).toBe(100 + 12 + 20);
      expect(at('B')[0]).toBe(140);
      expect((at('below')[2] ?? 0) - (at('B')[2] ?? 0)).toBeGreaterThan(-40 + 7);
      expect(at('percent')[0]).toBe(200);
    }
  });

  test('has what is for the language of the document, and of a switch the first part of it', async () => {
    const texts = `<text y="40"><tspan systemLanguage="fr">bon</tspan> <tspan systemLanguage="de, da">gut</tspan></text>
      <switch><text y="60" systemLanguage="fr, it">jour</text><text y="60" systemLanguage="de-AT">tag</text><text y="60">other</text></switch>
      <switch><text y="80" requiredExtensions="http://example.com/ns">extended</text><g><text y="80">plain</text></g><text y="80">second</text></switch>
      <g systemLanguage="en"><text y="100">english</text></g><clipPath id="c"><rect systemLanguage="en" width="40" height="40"/></clipPath>
      <rect width="20" height="20" clip-path="url(#c)"/>`;
    const words = async (html: string): Promise<string[]> => wordsOf(await pdfOf(html)).map(({ text }) => text);
    for (const html of [drawing(texts), image(texts)]) {
      expect(await words(`<html lang="de">${plain}${html}`)).toEqual(['gut', 'tag', 'plain']);
      expect(await words(plain + html)).toEqual(['other', 'plain', 'english']);
      expect(await coloursOf(`<html lang="de">${html}`, [[10, 10]])).toEqual(['#ffffff']);
    }
    const inHtml = drawing('<text y="40" systemLanguage="de">innen</text>');
    const outer = image(`<foreignObject width="400" height="200"><div>${inHtml}</div></foreignObject>`);
    expect(await words(`<html lang="de">${plain}${outer}`)).toEqual(['innen']);
  });

  test('has the faces of its texts, and letters of other scripts', async () => {
    const texts = '<text y="20">a</text><text y="40" font-family="Courier New" font-weight="600">b שלום</text>';
    const fonts = (pdf: Uint8Array): string => poppler(pdf, 'pdffonts', '{}');
    expect(fonts(await pdfOf(plain + image(texts)))).toMatch(/NotoSerif-Regular[\s\S]*NotoSansMono-Bold[\s\S]*Hebrew/);
    expect(fonts(await pdfOf(plain + drawing(texts)))).toContain('NotoSans-Regular');
  });

  test('takes colours from sheets, groups, `currentColor` and the page', async () => {
    const shapes = `<style>.a { fill: #ff0000 } g > rect:last-child { fill: #008000 }</style>
      <g class="a"><rect width="20" height="20"/><rect x="40" width="20" height="20"/></g>
      <g color="#ff0000"><rect x="80" width="20" height="20" style="fill: currentColor"/></g>
      <rect x="120" width="20" height="20" style="fill: url(#missing) #008000"/>
      <rect x="160" width="20" height="20" fill="url(#missing)"/><rect x="200" width="20" height="20" fill="rgba(255, 0, 0, 1)"/>`;
    const places = [10, 50, 90, 130, 170, 210].map((x) => [x, 10] as const);
    for (const html of [drawing(shapes), image(shapes)])
      expect(await coloursOf(html, places)).toEqual([red, green, red, green, white, red] as string[]);
    const styled = `<style>.bar { fill: url(#g) }</style>${drawing(
      '<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#f00"/></linearGradient><rect class="bar" width="20" height="20"/><rect x="40" width="20" height="20" fill="currentColor"/>',
    )}`;
    expect(await coloursOf(styled, places.slice(0, 2))).toEqual([red, green] as string[]);
  });

  test('draws uses, symbols, drawings in it, markers, clip paths and groups as browsers do', async () => {
    const content = `<defs><symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol><rect id="r" width="20" height="20"/>
      <clipPath id="c"><rect width="10" height="20"/></clipPath><clipPath id="b" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>
      <marker id="m" markerWidth="10" markerHeight="10" refX="5" refY="5" markerUnits="userSpaceOnUse"><rect width="10" height="10" fill="red"/></marker></defs>
      <use href="#s" width="40" height="40" fill="red"/><use href="#r" x="60" y="10" fill="green"/>
      <svg x="100" width="20" height="20" viewBox="0 0 5 5"><rect width="5" height="5" fill="red"/></svg>
      <g transform="translate(140)" clip-path="url(#c)"><rect width="20" height="20" fill="red"/></g>
      <rect x="180" width="20" height="20" fill="red" clip-path="url(#b)"/>
      <g opacity=".5"><rect x="220" width="20" height="20"/><rect x="220" width="20" height="20" fill="red"/></g>
      <line x1="270" x2="300" y1="10" y2="10" marker-start="url(#m)"/>`;
    const places = [
      [20, 20],
      [2, 2],
      [70, 20],
      [110, 10],
      [145, 10],
      [155, 10],
      [185, 10],
      [195, 10],
      [230, 10],
      [270, 10],
    ] as const;
    const expected = [red, white, green, red, red, white, red, white, '#ff7f7f', red] as string[];
    for (const html of [drawing(content), image(content)])
      expect((await coloursOf(html, places)).map((one) => one.replace('8080', '7f7f'))).toEqual(expected);
    // Nothing of it is a picture of points.
    expect(
      poppler(await pdfOf(plain + drawing(content)), 'pdfimages', '-list', '{}')
        .trim()
        .split('\n'),
    ).toHaveLength(2);
  });

  test('draws effects, patterns and masks as a picture of points', async () => {
    const content = `<pattern id="p" patternUnits="userSpaceOnUse" width="10" height="10"><rect width="10" height="10" fill="red"/></pattern>
      <mask id="m"><rect width="30" height="60" fill="white"/></mask>
      <rect width="60" height="20" fill="url(#p)"/><rect y="40" width="60" height="20" mask="url(#m)"/>`;
    const places = [
      [30, 10],
      [10, 50],
      [50, 50],
    ] as const;
    for (const html of [drawing(content), image(content)]) {
      const seen = (await coloursOf(html, places)).map((one) => one.replaceAll('01', '00'));
      expect(seen).toEqual([red, black, white] as string[]);
    }
  });

  test('in the page without a view box is not scaled, and is cut at its box', async () => {
    const shape = '<rect width="30" height="100" fill="red"/><rect x="50%" width="10" height="10"/>';
    const box = `<svg width="60" height="60" style="width: 100px; height: 40px">${shape}</svg>`;
    const places = [
      [20, 10],
      [40, 10],
      [20, 50],
      [55, 5],
    ] as const;
    expect(await coloursOf(box, places)).toEqual([red, white, white, black] as string[]);
    const open = `<svg width="60" height="60" style="width: 100px; height: 40px; overflow: visible">${shape}</svg>`;
    expect((await coloursOf(open, places))[2]).toBe(red ?? '');
  });

  test('is placed in its box by `preserveAspectRatio`', async () => {
    const box = (fit: string): string =>
      `<svg viewBox="0 0 10 10" width="100" height="20" preserveAspectRatio="${fit}"><rect width="10" height="10" fill="red"/></svg>`;
    const places = [
      [5, 10],
      [50, 10],
      [95, 10],
    ] as const;
    const seen = await Promise.all(
      ['xMinYMin', 'xMidYMid', 'xMaxYMax meet', 'none', 'xMidYMid slice', 'x'].map((fit) =>
        coloursOf(box(fit), places),
      ),
    );
    expect(seen).toEqual([
      [red, white, white],
      [white, red, white],
      [white, white, red],
      [red, red, red],
      [red, red, red],
      [white, red, white],
    ] as string[][]);
  });

  const laughs = Array.from({ length: 12 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`);
  const usesEachOther = /^A drawing has more than 20 elements that use each other/;
  const hostile: readonly (readonly [name: string, content: string, problem?: RegExp])[] = [
    ['uses in a circle', '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use href="#a"/>'],
    [
      'clip paths and gradients in a circle',
      '<clipPath id="c" clip-path="url(#c)"><rect width="9"/></clipPath><linearGradient id="g" href="#h"/><linearGradient id="h" href="#g"/><rect width="9" height="9" clip-path="url(#c)" fill="url(#g)"/>',
    ],
    [
      'masks in each other',
      `${Array.from({ length: 5_000 }, (_, i) => `<mask id="m${i}"><rect width="9" height="9" fill="#777" mask="url(#m${i + 1})"/></mask>`).join('')}
       <rect width="9" height="9" mask="url(#m0)"/>`,
      usesEachOther,
    ],
    [
      'uses of uses',
      `<rect id="u0" width="1" height="1"/>${Array.from({ length: 50 }, (_, i) => `<g id="u${i + 1}"><use href="#u${i}"/></g>`).join('')}`,
      usesEachOther,
    ],
    [
      'patterns in each other',
      `${Array.from({ length: 5_000 }, (_, i) => `<pattern id="p${i}" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="url(#p${i + 1})"/></pattern>`).join('')}
       <rect width="9" height="9" fill="url(#p0)"/>`,
      usesEachOther,
    ],
    [
      'uses of ten uses of ten uses',
      `<rect id="a0" width="1" height="1"/>${laughs.join('')}`,
      /^A drawing has more than 100000 elements/,
    ],
    [
      'a text of 30,000 letters',
      `<text>${'x'.repeat(30_000)}</text>`,
      /^A text of a drawing has more than 20000 letters/,
    ],
    [
      'numbers without bounds',
      '<rect width="1e308" height="1e308"/><g transform="scale(1e300) scale(1e300)"><rect width="9" height="9"/></g><path d="M1e400 0L5 5"/><text x="1e300" font-size="1e300">x</text>',
    ],
    [
      'names that every object has, and maps without bounds',
      `<text dominant-baseline="constructor">x</text>
       <g transform="scale(1e-13)"><g transform="scale(1e21)"><rect width="9" height="9"/></g></g>
       <linearGradient id="g" gradientTransform="scale(1e300)"><stop/><stop offset="1"/></linearGradient>
       <linearGradient id="h" gradientTransform="constructor(1)"><stop/><stop offset="1"/></linearGradient>
       <rect width="9" height="9" fill="url(#g)"/><rect width="9" height="9" fill="url(#h)"/>
       <path d="M0 0H1e300V1e300Z" fill="url(#g)"/><path d="M0 0H9" stroke="red" stroke-dasharray="1e-9"/>`,
    ],
    [
      'letters whose size grows with each group',
      `${'<g font-size="1000%">'.repeat(30)}<text x="50%">x</text>${'</g>'.repeat(30)}`,
    ],
    ['a view box without bounds', '<svg viewBox="0 0 1e-300 1e-300"><rect width="9" height="9"/></svg>'],
    ['an address of white space', `<rect width="9" height="9" fill="url(${' '.repeat(500_000)}"/>`],
    ['a transform without a bracket', `<g transform="${'a'.repeat(500_000)}"><rect width="9" height="9"/></g>`],
    [
      'many transforms without a bracket',
      `<g transform="${'a'.repeat(9_999)}"><rect width="9" height="9"/></g>`.repeat(50),
    ],
    [
      '45 groups with opacity in each other',
      `${'<g opacity=".9"><rect width="9" height="9"/>'.repeat(45)}${'</g>'.repeat(45)}`,
    ],
  ];
  test('follows the curves and arcs of its paths', async () => {
    const paths = [
      ...['M0 20a20 20 0 0140 0z', 'M0 20A20 20 0 0 0 40 20Z'],
      ...['M0 20Q10-20 20 20T40 20Z', 'M0 20C0-6 20-6 20 20S40 46 40 20Z'],
    ];
    const content = paths.map((d, at) => `<path transform="translate(${60 * at})" fill="red" d="${d}"/>`).join('');
    const places = [
      ...[
        [20, 8],
        [20, 30],
        [80, 8],
        [80, 30],
        [130, 10],
      ],
      ...[
        [150, 30],
        [150, 10],
        [190, 10],
        [210, 30],
        [210, 10],
      ],
    ] as [number, number][];
    const expected = [red, white, white, red, red, red, white, red, red, white] as string[];
    expect(await coloursOf(drawing(content), places)).toEqual(expected);
  });

  test('with a stroke of no width and a pattern has its text as letters', async () => {
    const content = `<defs><pattern id="p" width="5" height="5"><path d="M0 0h5v5z"/></pattern></defs>
      <text y="20" stroke="url(#p)" stroke-width="0">letters</text>`;
    expect(wordsOf(await pdfOf(plain + drawing(content))).map(({ text }) => text)).toEqual(['letters']);
  });

  test('with effects that is no XML is replaced by its alternative text, with a warning', async () => {
    const content =
      '<path id="p" d="M0 9h9"/><text><textPath href="#p">on a path</textPath></text><use xlink:href="#p"/>';
    const problems: string[] = [];
    const html = `${plain}<img src="${svg(drawing(content))}" alt="replaced">`;
    expect(wordsOf(await pdfOf(html, 'A4', ({ problem }) => problems.push(problem))).map(({ text }) => text)).toEqual([
      'replaced',
    ]);
    expect(problems).toEqual([expect.stringContaining('an image is damaged')]);
  });

  for (const [name, content, problem] of hostile)
    test(`ends with ${name}`, async () => {
      for (const html of [drawing(content), image(content)]) {
        const outcome = await pdfOf(plain + html).then(
          () => 'document',
          (error) => String(error.message),
        );
        if (problem) expect(outcome).toMatch(problem);
        else expect(outcome).toBe('document');
      }
    });
});
