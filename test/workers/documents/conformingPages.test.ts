import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { templatesFolder } from '../../../domain/documents/templates/templateFiles.ts';
import { outputOf } from '../../../drivers/rendering/output.ts';
import { Pages } from '../../../drivers/rendering/pageCache.ts';
import type { LayoutProblem } from '../../../drivers/rendering/pdf/layoutProblems.ts';
import { fidelityPages, pageNamed } from '../../drivers/rendering/fidelityPages.ts';
import { poppler, textOf } from '../../helpers/pdf.ts';
import { verapdfMissing, violations } from './verapdf.ts';

setDefaultTimeout(300_000);

const pages = new Pages(templatesFolder);

/** Renders a page as an archived PDF with a structure. Throws where the service would refuse it. */
async function conforming(html: string): Promise<Uint8Array> {
  const problems: LayoutProblem[] = [];
  const outcome = await outputOf(html, {
    ...{ format: 'pdf', size: 'A4', folder: templatesFolder, pages },
    ...{ accessibility: 'PDF/UA-1', conformance: 'PDF/A-3B' },
    properties: { title: 'A page', language: 'en' },
    report: (problem) => void problems.push(problem),
  });
  if ('problem' in outcome) throw new Error(outcome.problem);
  expect(problems.filter(({ breaks = [] }) => breaks.length > 0)).toEqual([]);
  return outcome.content;
}

/** Names the images that have no text. */
const withNames = (html: string): string =>
  html.replaceAll(/<img(?![^>]*\balt=)/g, '<img alt="a picture"').replaceAll('<svg', '<svg aria-label="a drawing"');

/** Pages in the manner of those that operators bring, as PDF/A-3b and PDF/UA-1. */
describe.skipIf(verapdfMissing() !== undefined)('pages of all kinds', () => {
  test('conform to PDF/A-3b and to PDF/UA-1', async () => {
    const pdfs: Record<string, Uint8Array> = {};
    for (const name of fidelityPages()) pdfs[name] = await conforming(withNames(pageNamed(name)));
    const none = Object.fromEntries(Object.keys(pdfs).map((name) => [name, []]));
    expect(violations(pdfs, '3b')).toEqual(none);
    expect(violations(pdfs, 'ua1')).toEqual(none);
  });

  test('conform to both with HTML in drawings', async () => {
    const inner = '<svg width="90" height="20"><text y="15">inner</text></svg><a href="https://example.org">link</a>';
    const html = `<g opacity=".5"><foreignObject width="200" height="90" opacity=".8"><h2>a</h2>${inner}</foreignObject></g>`;
    const svg = withNames(`<svg xmlns="http://www.w3.org/2000/svg" width="200" height="90">${html}</svg>`);
    const pdf = await conforming(
      `<!DOCTYPE html><html lang="en"><title>A page</title><h1>one</h1>${svg}<img alt="a file" src="data:image/svg+xml;base64,${btoa(svg)}">`,
    );
    expect(textOf(pdf).match(/inner/g)).toHaveLength(2);
    expect([violations({ pdf }, '3b'), violations({ pdf }, 'ua1')]).toEqual([{ pdf: [] }, { pdf: [] }]);
  });

  test('conform to both with masks, blended colours and filters in drawings', async () => {
    const svg = withNames(`<svg xmlns="http://www.w3.org/2000/svg" width="200" height="90">
      <linearGradient id="g"><stop stop-color="white"/><stop offset="1"/></linearGradient><filter id="f"><feGaussianBlur stdDeviation="1"/></filter>
      <mask id="m"><rect width="200" height="90" fill="url(#g)"/></mask><mask id="a" style="mask-type: alpha"><rect width="50" height="90" opacity=".5"/></mask>
      <g mask="url(#m)"><text y="15">inner</text></g><rect width="20" height="20" fill="red" mask="url(#a)" style="mix-blend-mode: multiply"/>
      <rect x="40" width="20" height="20" filter="url(#f)"/></svg>`);
    const pdf = await conforming(
      `<!DOCTYPE html><html lang="en"><title>A page</title><h1>one</h1>${svg}<img alt="a file" src="data:image/svg+xml;base64,${btoa(svg)}">`,
    );
    expect(textOf(pdf).match(/inner/g)).toHaveLength(2);
    expect([violations({ pdf }, '3b'), violations({ pdf }, 'ua1')]).toEqual([{ pdf: [] }, { pdf: [] }]);
  });

  test('conform to both where boxes are not opaque, and their text is read in its place', async () => {
    const inner = '<p style="background:#fff">two <a href="https://example.org">three</a></p>';
    const box = (style: string, content: string): string => `<div style="background:#ddd;${style}">${content}</div>`;
    const pdf = await conforming(
      `<!DOCTYPE html><html lang="en"><title>A page</title><h1>one</h1>${box('opacity:.9', inner)}
      <p>four</p>${box('opacity:.9', `five ${box('opacity:.9', 'six')}`)}
      ${box('opacity:.9;transform:rotate(2deg)', `seven ${box('opacity:.9', 'eight')}`)}<p>nine</p>`,
    );
    expect([violations({ pdf }, '3b'), violations({ pdf }, 'ua1')]).toEqual([{ pdf: [] }, { pdf: [] }]);
    const read = poppler(pdf, 'pdfinfo', '-struct-text', '{}').match(/(?<=")[a-z]+/g);
    expect(read).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']);
  });
});
