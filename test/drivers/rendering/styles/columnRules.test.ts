import { expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing } from '../../../helpers/pdf.ts';
import { bare, colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

test.skipIf(popplerMissing !== undefined)('columns in either direction have rules between them', async () => {
  const columns = 'columns: 3; column-gap: 20pt; column-rule: 4pt solid #ff0000; width: 220pt; line-height: 20pt';
  for (const direction of ['ltr', 'rtl']) {
    const page = picturedPage(await pdfOf(`${bare}<div dir="${direction}" style="${columns}">a<br>b<br>c</div>`));
    expect([70, 150].map((x) => colourAt(page, x, 10))).toEqual(['#ff0000', '#ff0000']);
  }
});
