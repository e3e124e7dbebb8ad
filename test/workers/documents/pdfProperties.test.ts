import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { PDFDocument } from '@cantoo/pdf-lib';
import { infoOf, popplerMissing } from '../../helpers/pdf.ts';
import { makeFinishingHarnessForFile } from './finishingHarness.ts';

setDefaultTimeout(120_000);

/** What a PDF says about itself, through the API and a worker. */

const { made, pdf, savedErrors } = await makeFinishingHarnessForFile();

describe.skipIf(popplerMissing !== undefined)('the properties of a PDF', () => {
  const html =
    '<html lang="cs"><title>HTML</title><meta name="author" content="HTML"><meta name="keywords" content="HTML">x';

  test('are those of the template, with data; where their text is empty, those of the HTML', async () => {
    const members = {
      title: 'Invoice {{no}} & "{{name}}"',
      author: '{{author}}',
      subject: '{{name}}',
      keywords: 'a, {{no}}',
      language: '{{lang}}',
    };
    const data = { no: 7, name: 'Ž <x>', lang: 'en-GB' };
    for (const accessibility of [undefined, 'TAGGED']) {
      const bytes = await pdf(html, { ...members, ...(accessibility && { accessibility }) }, data);
      const { Title, Author, Subject, Keywords } = infoOf(bytes);
      expect([Title, Author, Subject]).toEqual(['Invoice 7 & "Ž <x>"', 'HTML', 'Ž <x>']);
      expect(Keywords).toMatch(/^a, 7, template \S+, version 1$/);
      expect((await PDFDocument.load(bytes)).getLanguage()).toBe('en-GB');
    }
  });

  test('are checked', async () => {
    expect(await savedErrors({ title: '{{#if}}' })).toEqual([expect.stringMatching(/^pdf\.title: line 1/)]);
    expect(await savedErrors({ language: 'in Czech' })).toEqual([
      'pdf.language: must be a language, such as cs or en-GB, not "in Czech"',
    ]);
    expect(await made(html, { language: '{{lang}}' }, { lang: 'in Czech' })).toBe(
      '400 pdf.language: must be a language, such as cs or en-GB, not "in Czech"',
    );
  });
});
