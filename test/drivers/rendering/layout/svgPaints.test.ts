import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { coloursOf, drawing, expectColours, image, type Places, plain } from '../../../helpers/pages/drawings.ts';
import { pdfOf, popplerMissing, svg } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const [white, red, green, blue] = ['#ffffff', '#ff0000', '#008000', '#0000ff'];
/** A red PNG of two pixels in a row. */
const wide = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4z8AARAAI/gH/xp559wAAAABJRU5ErkJggg==';

describe.skipIf(popplerMissing !== undefined)(`a drawing${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('has the pictures in it, in their proportion, cut or stretched', async () => {
    const picture = (attributes: string): string => `<image href="data:image/png;base64,${wide}" ${attributes}/>`;
    await expectColours(
      `${picture('x="10" y="10" width="40" height="40"')}${picture('x="60" y="10" width="40" height="40" preserveAspectRatio="none"')}
      ${picture('x="110" y="10" width="40" height="40" preserveAspectRatio="xMinYMin slice"')}${picture('x="160" y="10" width="40"')}
      ${picture('x="210" y="10" width="40" height="40" visibility="hidden"')}<image x="260" width="40" height="40" href=""/>`,
      [
        [30, 15],
        [30, 30],
        [80, 15],
        [130, 15],
        [155, 15],
        [180, 25],
        [180, 35],
        [230, 30],
      ],
      [white, red, red, red, white, red, white, white],
    );
  });

  test('has shapes filled with the tiles of a pattern', async () => {
    await expectColours(
      `<pattern id="a" width="20" height="20" patternUnits="userSpaceOnUse" x="10"><rect width="10" height="10" fill="red"/></pattern>
      <pattern id="b" viewBox="0 0 2 2" width=".5" height=".5"><rect width="1" height="2" fill="green"/></pattern>
      <pattern id="c" href="#a" patternTransform="translate(10 10)"/>
      <pattern id="d" width="10" height="10" patternUnits="userSpaceOnUse"><rect width="10" height="10" fill="url(#d)"/></pattern>
      <rect width="100" height="100" fill="url(#a)"/><rect x="100" width="40" height="40" fill="url(#b)" stroke="blue" stroke-width="4"/>
      <rect x="200" width="40" height="40" fill="url(#c)"/><rect x="300" width="40" height="40" fill="url(#d)"/>`,
      [
        [5, 5],
        [15, 5],
        [35, 25],
        [15, 15],
        [105, 5],
        [117, 5],
        [125, 30],
        [141, 20],
        [205, 15],
        [205, 5],
        [320, 20],
      ],
      [white, red, red, white, green, white, green, blue, red, white, white],
    );
  });

  test('turns shapes about places in themselves', async () => {
    await expectColours(
      `<rect x="20" y="40" width="80" height="10" fill="red" style="transform-box: fill-box; transform-origin: center; transform: rotate(90deg)"/>`,
      [
        [30, 45],
        [60, 45],
        [60, 10],
        [60, 80],
      ],
      [white, red, red, red],
    );
  });

  test('has dashes that are shares of the length of a path', async () => {
    await expectColours(
      `<g fill="none" stroke="red" stroke-width="10"><path d="M10 20h200" pathLength="4" stroke-dasharray="1" stroke-dashoffset="1"/>
      <circle cx="100" cy="100" r="40" pathLength="100" stroke-dasharray="75 100"/></g>`,
      [
        [30, 20],
        [90, 20],
        [130, 20],
        [190, 20],
        [100, 140],
        [60, 100],
        [130, 72],
      ],
      [white, red, white, red, red, red, white],
    );
  });

  test('has markers in the colours of the lines that they are on', async () => {
    await expectColours(
      `<marker id="m" markerWidth="10" markerHeight="10" refX="5" refY="5" markerUnits="userSpaceOnUse">
        <rect width="10" height="5" fill="context-stroke"/><rect y="5" width="10" height="5" fill="context-fill"/></marker>
      <path d="M10 20h50" stroke="red" fill="green" marker-end="url(#m)"/><rect x="100" width="20" height="20" fill="context-fill"/>`,
      [
        [60, 17],
        [60, 23],
        [110, 10],
      ],
      [red, green, white],
    );
  });

  async function allProblems(...pages: readonly string[]): Promise<string[]> {
    const problems: string[] = [];
    for (const html of pages) await pdfOf(plain + html, 'A4', ({ problem }) => problems.push(problem));
    return problems;
  }
  const problemsOf = (content: string): Promise<string[]> => allProblems(drawing(content), image(content));

  test('whose text becomes a picture has a warning that names the effect', async () => {
    const blur =
      '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><rect width="9" height="9" filter="url(#f)"/>';
    const problem = (what: string): string =>
      `the text "two words" of a drawing cannot be searched and is in Noto Sans, because ${what} becomes a picture`;
    const text = '<text y="40">two <tspan>words</tspan></text>';
    expect(await problemsOf(`${blur}<g filter="url(#f)">${text}</g>`)).toEqual(
      Array(2).fill(problem('an element with a filter')),
    );
    const path = '<path id="p" d="M0 40h90"/><text><textPath href="#p">two words</textPath></text>';
    expect(await problemsOf(path)).toEqual(Array(2).fill(problem('a drawing with text that is vertical or on a path')));
    expect(await allProblems(drawing(path, 'filter="blur(1px)"'))).toEqual([problem('a drawing with a filter')]);
    const unknown = '<g style="mix-blend-mode: plus-lighter"><rect width="9" height="9"/></g>';
    const ignored = 'mix-blend-mode: plus-lighter of a drawing is not supported or not valid, and is ignored';
    expect(await problemsOf(unknown + text)).toEqual([ignored, ignored]);
    expect(await problemsOf(blur + text)).toEqual([]);
  });

  test('has pictures of its elements with filters alone, in their places', async () => {
    await expectColours(
      `<style>.k rect:first-child { fill: red } .f { filter: url(#u) }</style>
      <filter id="u" filterUnits="userSpaceOnUse" x="0" y="0" width="400" height="100"><feOffset dx="50"/></filter>
      <filter id="b" x="-20000%" y="-20000%" width="40000%" height="40000%"><feOffset dy="50"/></filter>
      <symbol id="s" viewBox="0 0 2 2"><rect width="2" height="2" fill="oklch(0.52 0.18 142.5)"/></symbol>
      <g class="k f" fill="green"><rect x="10" y="10" width="20" height="20"/><rect x="10" y="40" width="20" height="20"/></g>
      <g transform="translate(100 10) scale(2)"><rect width="10" height="10" fill="green" filter="url(#b)"/></g>
      <use href="#s" x="200" y="10" width="20" height="20" filter="url(#u)"/><rect x="300" y="10" width="20" height="20" fill="red" filter="url(#none)"/>
      <rect x="10" y="200" width="20" height="20" fill="red" style="filter: drop-shadow(40px 0 #0000ff) drop-shadow(0 40px rgb(0 128 0))"/>`,
      [
        ...([
          [20, 20],
          [70, 20],
          [70, 50],
        ] as const),
        ...([
          [110, 20],
          [110, 120],
          [210, 20],
          [310, 20],
        ] as const),
        ...([
          [20, 210],
          [60, 210],
          [60, 250],
          [20, 250],
        ] as const),
      ],
      [white, red, green, white, green, white, red, red, blue, green, green],
    );
  });

  test('has filters within filters, in the units and the language of their elements', async () => {
    const content = `<filter id="f" x="0" y="0" width="1" height="1"><feOffset/></filter>
      <filter id="n" filterUnits="userSpaceOnUse" x="0" y="0" width="200" height="200"><feOffset/></filter>
      <g filter="url(#f)"><rect width="80" height="40" fill="blue"/><g transform="scale(.1)"><rect width="200" height="400" fill="red" filter="url(#f)"/>
      <rect x="400" width="200" height="400" fill="green" filter="url(#n)"/></g></g>
      <switch filter="url(#f)"><rect systemLanguage="de" x="100" width="40" height="40" fill="red"/><rect x="100" width="40" height="40" fill="blue"/></switch>`;
    const places: Places = [
      [10, 10],
      [50, 10],
      [110, 10],
    ];
    const seen = await coloursOf(`<html lang="de">${drawing(content)}`, places);
    expect(seen.map((one) => one.replaceAll('01', '00').replace('fe', 'ff'))).toEqual([red, blue, red] as string[]);
  });

  const shapes = (filter: string): string =>
    `<filter id="f" x="0" y="0" width="1" height="1">${filter}</filter><rect width="400" height="360" fill="red" filter="url(#f)"/>`;
  const slow = '<feOffset/>'.repeat(300);
  const problem = 'filter: url(#f) is ignored, because it computes more than 4 million pixels';

  test('is drawn without a filter that computes too many pixels, with a warning', async () => {
    const tooMany =
      'filter: url(#f) is ignored, because the filters of its drawing compute more than 8 million pixels: page 1';
    await expectColours(shapes(slow), [[20, 20]], [red]);
    const merge = `<feMerge>${'<feMergeNode in="SourceGraphic"/>'.repeat(5_000)}</feMerge>`;
    for (const filter of [slow, '<feMorphology operator="erode" radius="90"/>'.repeat(5), merge])
      expect(await problemsOf(shapes(filter))).toEqual(Array(2).fill(`${problem}: page 1`));
    const ofBox = shapes('<feMorphology radius="1"/>').replace(
      /x=.*?>/,
      'filterUnits="userSpaceOnUse" x="0" y="0" width="400" height="400" primitiveUnits="objectBoundingBox">',
    );
    const within = `<filter id="i"><feOffset/></filter><g filter="url(#i)"><rect width="9" height="9"/>${shapes(slow)}</g>`;
    expect(await problemsOf(ofBox)).toEqual(Array(2).fill(`${problem}: page 1`));
    expect(await problemsOf(within)).toContain(`${problem.replace('#f', '#i')}: page 1`);
    const byStyle = shapes('<feMorphology operator="erode" style="radius: 99"/>');
    await expectColours(byStyle, [[200, 20]], [red]);
    const thin =
      '<filter id="f" filterUnits="userSpaceOnUse" width="90000" height=".000001"><feOffset/></filter><rect width="9" height="9" filter="url(#f)"/>';
    expect(await problemsOf(thin.repeat(25))).toContain(tooMany);
    expect(await problemsOf(shapes('<feGaussianBlur stdDeviation="5000"/>'))).toEqual([]);
    expect(await problemsOf('<rect width="9" height="9" filter="blur(1px) smear(2)"/>')).toEqual(
      Array(2).fill('filter: blur(1px) smear(2) of a drawing is not supported or not valid, and is ignored'),
    );
    expect(await problemsOf('<rect width="9" height="9" filter="blur(2px) garbage"/>')).toEqual(
      Array(2).fill('filter: blur(2px) garbage of a drawing is not supported or not valid, and is ignored'),
    );
    const many = `<filter id="f"><feOffset/></filter>${'<rect width="400" height="400" filter="url(#f)"/>'.repeat(6)}`;
    expect(await problemsOf(many)).toContain(tooMany);
  });

  test('has a warning about its filters where it becomes a picture as a whole, or is larger than its own size', async () => {
    const whole = '<path id="p" d="M0 40h90"/><text><textPath href="#p" font-size="1">a</textPath></text>';
    const ignored = 'the filters of a drawing are ignored, because they compute too many pixels';
    const styled = shapes(`${slow}<feFlood flood-color="green"/>`).replace(
      'filter="url(#f)"',
      'style="filter:url(#f)"',
    );
    expect(await problemsOf(shapes(slow) + whole)).toContain(ignored);
    const bySheet = shapes(`${slow}<feFlood flood-color="green"/>`)
      .replace('filter="url(#f)"', 'class="filter"')
      .replace(/^/, '<style>.filter:first-of-type { fill: blue } .filter { filter/**/: url(#f) }</style>');
    for (const [content, colour] of [
      [styled, red],
      [bySheet, blue],
    ] as const) {
      const [seen = ''] = await coloursOf(drawing(content + whole), [[20, 20]]);
      expect(seen.replaceAll('01', '00').replace('fe', 'ff')).toBe(colour ?? '');
    }
    const scaled = drawing(shapes('<feOffset/>'.repeat(80)), 'viewBox="0 0 400 400"');
    const enlarged = `<img style="width: 700px" src="${svg(scaled)}">`;
    expect(await allProblems(enlarged)).toEqual([`${problem}: page 1`]);
    expect(
      await allProblems(`<div style="width: 700px; height: 400px; background: url(${svg(scaled)}) 0 0 / 700px">`),
    ).toEqual([`${problem}: page 1`]);
    const reduced = `<img style="width: 100px" src="${svg(drawing(shapes(slow), 'viewBox="0 0 400 400"'))}">`;
    expect(await allProblems(reduced)).toEqual([]);
    const inHtml = `<foreignObject width="400" height="400"><body style="margin: 0">${drawing(shapes(slow))}</body></foreignObject>`;
    expect(await problemsOf(inHtml)).toEqual(Array(2).fill(`${problem}: page 1`));
  });

  test('has its filters where the picture that it becomes has few pixels', async () => {
    const wide = drawing(shapes('<feOffset/>'.repeat(40))).replace('width="400"', 'width="4000" filter="url(#f)"');
    expect(await allProblems(`<img style="width: 500px" src="${svg(wide)}">`)).toEqual([]);
  });

  test('may have a thousand small elements with filters', async () => {
    const marker = '<rect width="4" height="4" filter="drop-shadow(0 1px 1px #000000)"/>'.repeat(1_000);
    expect(await allProblems(drawing(marker))).toEqual([]);
  });

  test('with long filters on many elements becomes a picture as a whole', async () => {
    const long = `<filter id="f"><feOffset/><feOffset result="${'a'.repeat(400_000)}"/></filter>`;
    const many = '<rect width="9" height="9" filter="url(#f)"/>'.repeat(30);
    const content = `${long}${many}<rect width="9" height="9" style="clip-path: circle(3px)"/><text y="40">whole</text>`;
    const problem =
      'the text "whole" of a drawing cannot be searched and is in Noto Sans, because a drawing with a filter becomes a picture';
    expect(await allProblems(drawing(content))).toEqual([problem]);
  });

  test('has the values of variables in its attributes and sheets', async () => {
    await expectColours(
      `<style>:root { --a: red } .b { --a: green }</style><rect width="20" height="20" fill="var(--a)"/>
      <g class="b"><rect x="20" width="20" height="20" style="fill: var(--a)"/></g><rect x="40" width="20" height="20" fill="var(--c, blue)"/>
      <g fill="red"><rect x="60" width="20" height="20" fill="var(--c)"/></g>`,
      [
        [10, 10],
        [30, 10],
        [50, 10],
        [70, 10],
      ],
      [red, green, blue, red],
    );
  });

  test('refers to what other drawings of the page define', async () => {
    const sprite = `<svg width="0" height="0"><style>.s { fill: green }</style><symbol id="s" viewBox="0 0 2 2"><title>US$$ $&amp; $'</title><rect class="s" width="2" height="2"/><text x="0" y="9">$&amp;</text></symbol>
      <g id="t"><use href="#s" width="20" height="20"/></g><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="red"/></linearGradient></svg>`;
    const uses = `<use href="#s" width="20" height="20"/><use href="#t" x="40"/><rect x="80" width="20" height="20" fill="url(#g)"/>
      <g transform="translate(120)"><use href="#own"/></g><rect id="own" y="40" width="20" height="20" fill="blue"/>`;
    const places: Places = [
      [10, 10],
      [50, 10],
      [90, 10],
      [130, 50],
    ];
    for (const html of [sprite + drawing(uses), drawing(uses) + sprite])
      expect(await coloursOf(html, places)).toEqual([green, green, red, blue] as string[]);
  });

  test('distinguishes capital letters in the names of classes and ids', async () => {
    const css =
      '.pieSlice { fill: green } .pieslice { fill: red } #Layer_1 .part { fill: blue } #layer_1 .part { fill: red }';
    const shapes =
      '<rect class="pieSlice" width="20" height="20"/><g id="Layer_1"><rect class="part" x="40" width="20" height="20"/></g>';
    const places: Places = [
      [10, 10],
      [50, 10],
    ];
    await expectColours(`<style>${css}</style>${shapes}`, places, [green, blue]);
  });
});
