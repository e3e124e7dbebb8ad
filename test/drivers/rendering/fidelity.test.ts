import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { infoOf, popplerMissing } from '../../helpers/pdf.ts';
import { compare, fidelityPages, type Positions, pageNamed, positionsFile, renderPage } from './fidelityPages.ts';

setDefaultTimeout(60_000);

const stored: Record<string, Positions> = await Bun.file(positionsFile).json();

/** After a change of a page run `npm run fidelity -- NAME`, which asks Chromium for its positions. */
describe.skipIf(popplerMissing !== undefined)(
  `pages beside those of a browser${popplerMissing ? ` (${popplerMissing})` : ''}`,
  () => {
    const shares: number[] = [];

    test('are all stored', () => {
      expect(Object.keys(stored)).toEqual(fidelityPages());
    });

    for (const [name, positions] of Object.entries(stored)) {
      test(`${name} has all words, at least 80 % within 10 pt, on as many pages`, async () => {
        const pdf = await renderPage(pageNamed(name));
        const { inPlace, missing } = compare(positions, pdf);
        shares.push(inPlace);
        expect([name, missing, infoOf(pdf)['Pages']]).toEqual([name, [], String(positions.pages)]);
        expect(inPlace).toBeGreaterThanOrEqual(80);
      });
    }

    test('have 95 % of their words in place by the median', () => {
      const sorted = shares.toSorted((one, other) => one - other);
      expect(sorted[Math.floor(sorted.length / 2)]).toBeGreaterThanOrEqual(95);
    });
  },
);
