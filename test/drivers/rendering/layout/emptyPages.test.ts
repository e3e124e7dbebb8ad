import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const plain =
  '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; font: 10pt/20pt sans-serif } p { margin: 0 }</style>';

/** Returns the page of each word. */
async function pagesOf(html: string): Promise<string> {
  const words = wordsOf(await pdfOf(plain + html));
  return words.map(({ text, page }) => `${text} ${page}`).join(', ');
}

describe.skipIf(popplerMissing !== undefined)(`empty pages${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  const below = '<p style="break-before:page">two</p>';
  const ended = '<div style="break-after:page"></div>';

  test('are between two declared breaks with an empty block, and above a first break below one', async () => {
    expect(await pagesOf(`<p>one</p>${ended}${ended}<p>two</p>`)).toBe('one 1, two 3');
    expect(await pagesOf(`<p>one</p><div style="break-before:page"></div>${below}`)).toBe('one 1, two 3');
    expect(await pagesOf(`${ended}<p>two</p>`)).toBe('two 2');
    expect(await pagesOf(`<div></div>${below}`)).toBe('two 2');
    expect(await pagesOf(`<div><b style="position:absolute">out</b></div><section>${below}</section>`)).toBe(
      'out 1, two 2',
    );
  });

  test('are not made by one break that several blocks declare, nor above the first block', async () => {
    expect(await pagesOf(below)).toBe('two 1');
    expect(await pagesOf(`<b style="position:absolute">out</b>${below}`)).toBe('out 1, two 1');
    expect(await pagesOf(`<div style="break-after:page"><p style="break-after:page">one</p></div>${below}`)).toBe(
      'one 1, two 2',
    );
    expect(await pagesOf(`<p>one</p><div style="break-before:page">${below}</div>`)).toBe('one 1, two 2');
    expect(await pagesOf(`<p>one</p>${ended}`)).toBe('one 1');
  });

  test('are not made by boxes that stand at the end of a page which ends before', async () => {
    const cover = `<div style="break-after:page"><p>title</p><b style="position:absolute;bottom:0">foot</b></div><p>two</p>`;
    expect(await pagesOf(cover)).toBe('title 1, foot 1, two 2');
    expect(await pagesOf(`<style>@page { margin: 40pt } @page :first { margin: 0 }</style>${cover}`)).toBe(
      'title 1, foot 1, two 2',
    );
  });

  test('are left out, but not the only page of a document', async () => {
    const edges =
      '<div style="padding-top:20pt"><div style="float:left;height:60pt">float</div><div style="height:70pt;break-inside:avoid"></div></div>';
    expect(await pagesOf(`<style>@page { size: 200pt 80pt }</style>${edges}`)).toContain('float');
  });

  test('are not made by what a box hides below its end', async () => {
    const high = '<div style="border:1pt solid"><p>one</p><div style="height:90pt"></div></div>';
    const box = `<div style="height:70pt;overflow:hidden">${high}</div>`;
    expect(await pagesOf(`<style>@page { size: 200pt 80pt }</style>${box}`)).toBe('one 1');
  });

  test('are made by what begins a page because it is longer than one, below something else alone', async () => {
    const lines = ['a', 'b', 'c', 'd', 'e'].map((name) => `<p>${name}</p>`).join('');
    const small = '<style>@page { size: 200pt 80pt } table { border-spacing: 0 } td { padding: 0 }</style>';
    const long = `${small}<div style="break-inside:avoid">${lines}</div>`;
    const row = `<table><tr style="break-inside:avoid"><td>${lines}</table>`;
    const inPlace = 'a 1, b 1, c 1, d 2, e 2';
    expect(await pagesOf(`<style>body { margin-top: 10pt }</style>${long}`)).toBe(inPlace);
    expect(await pagesOf(`<style>body { margin-top: 10pt }</style>${small}${row}`)).toBe(inPlace);
    expect(await pagesOf(`<div style="padding-top:10pt">${long}</div>`)).toBe(inPlace);
    expect(await pagesOf(`<div style="height:10pt"></div>${long}`)).toBe('a 2, b 2, c 2, d 2, e 3');
    expect(await pagesOf(`<div style="height:10pt"></div>${small}${row}`)).toBe('a 2, b 2, c 2, d 2, e 3');
    expect(await pagesOf(`<p>one</p>${long}`)).toBe('one 1, a 2, b 2, c 2, d 2, e 3');
  });

  test('no page ends in a row that stays together within a longer one, below the head of a table', async () => {
    const rows = ['a', 'b', 'c'].map((name) => `<tr><td>${name}<br>${name}</tr>`).join('');
    const css = '@page { size: 200pt 80pt } table { border-spacing: 0 } td { padding: 0 } tr { break-inside: avoid }';
    const html = `<style>${css}</style><table><thead><tr><td>head</thead><tr><td><table>${rows}</table></table>`;
    expect(await pagesOf(html)).toBe('head 1, a 1, a 1, head 2, b 2, b 2, head 3, c 3, c 3');
  });
});
