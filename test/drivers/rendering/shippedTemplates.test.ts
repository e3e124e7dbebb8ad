import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import {
  previewDataOf,
  previewLanguages,
  shippedTemplateRecords,
  shippedTemplates,
} from '../../../domain/documents/shippedTemplates.ts';
import { checkTemplate } from '../../../domain/documents/templates/checkTemplate.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { infoOf, popplerMissing, textOf } from '../../helpers/pdf.ts';
import {
  documentOf,
  longInvoice,
  pagePicture,
  REFERENCE_DPI,
  referencesFolder,
  templatePictures,
  writtenBy,
} from '../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

/** The shipped templates, as a first start inserts them. */

const invoice = 'documents/invoice';
const plainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('each shipped template', () => {
  for (const { code, file, documentType } of shippedTemplates) {
    test(`${code} is valid, and has data with the same members in each language`, () => {
      expect(checkTemplate('FILE', `${file}.hbs`)).toBeUndefined();
      const [first, ...others] = previewLanguages.map((language) => membersOf(previewDataOf(file, language)));
      for (const other of others) expect(other).toEqual(first as string[]);
    });

    test(`${code} is rendered with minimal data`, async () => {
      const data = { currency: 'CZK', unknown: [{}] };
      if (documentType === 'SOURCE') expect(writtenBy(file, data, { escaped: false })).not.toContain('\n\n');
      else expect((await documentOf(file, data, 'pdf')).content.length).toBeGreaterThan(1_000);
    });
  }

  test('is one page as plain text', async () => {
    const { content } = await documentOf(invoice, previewDataOf(invoice, 'en'), 'txt');
    expect(new TextDecoder().decode(content)).toContain('· Page 1 of 1');
  });

  test('is a FILE with sample data', () => {
    const records = shippedTemplateRecords();
    expect(records.map(({ code }) => code)).toContain('INVOICE');
    for (const { inputType, content, previewData } of records) {
      expect([inputType, String(content).endsWith('.hbs')]).toEqual(['FILE', true]);
      expect((previewData as JsonObject).locale).toBe('en-GB');
    }
  });
});

describe.skipIf(popplerMissing !== undefined)(`pages${popplerMissing ? ` (${popplerMissing})` : ''}`, () => {
  for (const { name, file, data, size, page } of templatePictures) {
    test(`${name} equals its reference picture`, async () => {
      const { content } = await documentOf(file, data, 'pdf', size);
      const drawn = PNG.sync.read(pagePicture(content, page, REFERENCE_DPI));
      const reference = PNG.sync.read(Buffer.from(await Bun.file(join(referencesFolder, `${name}.png`)).bytes()));
      expect([drawn.width, drawn.height]).toEqual([reference.width, reference.height]);
      const { width, height } = reference;
      const different = pixelmatch(drawn.data, reference.data, undefined, width, height, { threshold: 0.2 });
      // Versions of poppler differ slightly at edges; a moved line differs several times as much.
      // After an intended change run `bun scripts/templatePictures.ts`, and look at the pictures.
      expect(different / (width * height)).toBeLessThan(0.006);
    });
  }

  test('have no reference of a removed template', () => {
    const names = templatePictures.map(({ name }) => `${name}.png`);
    expect(readdirSync(referencesFolder).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('are numbered: one of a short document, several of a long one', async () => {
    for (const { code, file, documentType } of shippedTemplates.filter((one) => one.documentType === 'PDF')) {
      for (const language of previewLanguages) {
        const { content } = await documentOf(file, previewDataOf(file, language), 'pdf');
        expect([code, language, documentType, infoOf(content)['Pages']]).toEqual([code, language, 'PDF', '1']);
      }
    }
    const { content } = await documentOf(invoice, longInvoice('en'), 'pdf');
    const pages = textOf(content).split('\f').slice(0, -1);
    expect(pages.length).toBe(3);
    pages.forEach((page, i) => {
      expect(page).toContain(`Page ${i + 1} of 3`);
    });
    for (const page of pages.slice(0, 2)) expect(page).toContain('Unit price');
  });

  test('preserve the letters of all European languages', async () => {
    const names = [
      'Příliš žluťoučký kůň',
      'Zażółć gęślą jaźń',
      'Ξεσκεπάζω ψυχοφθόρα',
      'Съешь ещё этих булок',
      'שלום עולם',
    ];
    const items = names.map((name) => ({ name, price: 1, vat: 0.21 }));
    const data = { ...previewDataOf(invoice, 'cs'), items };
    const { content } = await documentOf(invoice, data, 'pdf', 'LETTER');
    // Poppler adds the marks of the text direction.
    const text = textOf(content).replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
    for (const name of names) expect(text).toContain(name);
    expect(infoOf(content)).toMatchObject({
      'Page size': '612 x 792 pts (letter)',
      Title: 'Faktura 2026-00118',
      Author: 'Northline a.s.',
    });
  });
});

describe('an invoice', () => {
  const cells = (html: string, of: string): number[] =>
    [...html.slice(html.indexOf(of)).matchAll(/data-number="([-\d.]+)"/g)].map(([, number]) => Number(number));

  test('adds up in print: lines to bases, bases and taxes to the total', () => {
    const items = [
      { name: 'a', price: '0.125', quantity: 1, vat: 0.21 },
      { name: 'b', price: '0.125', quantity: 1, vat: '0.210' },
      { name: 'c', price: '33.333', quantity: '3', vat: 0.12 },
      { name: 'd', price: 10 },
    ];
    const html = writtenBy(invoice, { locale: 'en', currency: 'EUR', items, paid: '10.00' }, { escaped: true });
    const lines = cells(html, 'class="items"').slice(0, 16);
    expect([3, 7, 11, 15].map((at) => lines[at])).toEqual([0.13, 0.13, 100, 10]);
    expect(cells(html, 'class="columns sums"')).toEqual([
      ...[0.21, 0.26, 0.05, 0.31],
      ...[0.12, 100, 12, 112],
      ...[0, 10, 0, 10],
      ...[110.26, 12.05, 122.31, -10, 112.31],
    ]);
  });

  test('that is paid has no QR code for a payment', () => {
    const data = { ...previewDataOf(invoice, 'en'), paid: '281.09' };
    const html = writtenBy(invoice, data, { escaped: true });
    expect(html).toContain('This invoice has been paid.');
    expect(html).not.toContain('data:image/png');
  });
});

describe('a message', () => {
  test('by SMS has no accents unless its data requests them', () => {
    for (const file of ['messages/sms', 'messages/outageSms']) {
      for (const language of previewLanguages) {
        const text = writtenBy(file, previewDataOf(file, language), { escaped: false });
        expect(text).toMatch(/^[A-Za-z0-9 .,:+'!?-]{40,160}$/);
      }
    }
    const data = previewDataOf('messages/sms', 'cs');
    expect(writtenBy('messages/sms', { ...data, accents: true }, { escaped: false })).toContain('přijede v úterý');
    const outage = { ...previewDataOf('messages/outageSms', 'en'), kind: 'RESTORED' };
    expect(writtenBy('messages/outageSms', outage, { escaped: false })).toBe(
      'Northline a.s.: outage OUT-2026-031 is over, your services work again. Thank you for your patience.',
    );
  });

  test('by e-mail has inline styles, and a readable plain text', async () => {
    const { content, plainText } = await documentOf('messages/email', previewDataOf('messages/email', 'cs'), 'email');
    const html = Buffer.from(content).toString();
    expect(html).toMatch(/<td class="band" style="[^"]*background-color:/);
    expect(html).toContain('@media (max-width:620px)');
    expect(html).not.toMatch(/<img|url\(/);
    expect(plainSpaces(plainText ?? '')).toContain(
      'V úterý přijede technik\n\nDobrý den, Jana Žďárská,\n\nV úterý k vám přijede Martin Beneš',
    );
    expect(plainText).toContain('Zakázka   SO-4712\n');
    expect(plainText).toContain('\n\nVybrat jiný termín [https://muj.northline.example/zakazky/SO-4712]\n\n');
  });

  test('replaces salutation, content and footer by those of its data, as text or as HTML', async () => {
    for (const file of ['messages/email', 'messages/outageEmail']) {
      const own = { salutation: 'Ahoj <Jano>', content: 'první\ndruhý <b>', footer: 'sbohem & šátečku' };
      const data = { ...previewDataOf(file, 'cs'), ...own };
      const made = async (more: object): Promise<string> =>
        Buffer.from((await documentOf(file, { ...data, ...more }, 'html')).content).toString();
      const text = await made({});
      for (const part of ['Ahoj &lt;Jano&gt;', 'první<br>druhý &lt;b&gt;', 'sbohem &amp; šátečku'])
        expect(text).toContain(part);
      expect(text).not.toContain('Dobrý den');
      const html = await made({ html: true, content: '<p onclick="x()">třetí <b>tučně</b></p><script>x</script>' });
      expect(html).toContain('<p>třetí <b>tučně</b></p>');
    }
  });
});

/** Returns the paths of all members; the elements of a list share their paths. */
function membersOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => membersOf(one, `${path}[]`)))].sort();
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value)
    .flatMap(([name, one]) => membersOf(one, `${path}.${name}`))
    .sort();
}
