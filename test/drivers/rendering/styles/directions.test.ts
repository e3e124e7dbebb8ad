import { expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

test.skipIf(popplerMissing !== undefined)(
  'dir="auto" and unicode-bidi: isolate give elements of a PDF a direction',
  async () => {
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><p dir="auto"><bdi>x</bdi> 1 שלום first</p><p dir="auto">one שלום second</p>
      <input dir="auto" value="שלום third"><p>fourth <span style="unicode-bidi:isolate;direction:rtl">שלום fifth</span> sixth</p>`),
    );
    const leftOf = (text: string): number => word(words, text).left;
    expect(leftOf('first')).toBeGreaterThan(400);
    expect(leftOf('first')).toBeLessThan(leftOf('1'));
    expect(leftOf('second')).toBeLessThan(150);
    expect(leftOf('third')).toBeGreaterThan(100);
    expect(leftOf('fourth') < leftOf('fifth') && leftOf('fifth') < leftOf('sixth')).toBe(true);
    expect(leftOf('sixth')).toBeLessThan(250);
  },
);
