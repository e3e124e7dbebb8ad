import { expect, test } from 'bun:test';
import { httpCodes } from '../../domain/errors.ts';

test('docs/errors.md lists every status with its code, and no other', async () => {
  const text = await Bun.file(new URL('../../docs/errors.md', import.meta.url)).text();
  const rows = [...text.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \|/gm)];
  const listed = Object.fromEntries(rows.map(([, status, code]) => [status, Number(code)]));
  expect(listed).toEqual(httpCodes);
});
