import { expect, test } from 'bun:test';
import { files, productFiles } from './graph.ts';

/** A code of five characters in quotes, in one of PostgreSQL's classes of errors. */
const sqlState = /['"`](?:0[0-9A-Z]|2[0-9A-F]|3[0-9A-F]|4[0-4]|5[3-8]|F0|HV|P0|XX)[0-9A-Z]{3}['"`]/g;

/** Literals that only look like a SQLSTATE. */
const otherCodes: readonly string[] = [
  // Twilio's code of a recipient who has opted out.
  "'21610'",
  // A size in PostgreSQL's units.
  "'256MB'",
];

test('SQLSTATEs are spelled in db/errors.ts alone', () => {
  const found = productFiles.filter(
    ({ path, text }) =>
      path !== 'db/errors.ts' && [...text.matchAll(sqlState)].some(([code]) => !otherCodes.includes(code)),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('a suppression has its reason beside it', () => {
  const suppression = /(?:biome-ignore(?:-all)? \S+:|@ts-expect-error:?)(.*)/;
  const wrong = files
    .filter(({ path }) => !path.startsWith('test/architecture/'))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        // The head that the generator of the client writes.
        .filter((line) => /biome-ignore|@ts-/.test(line) && line !== '// @ts-nocheck')
        .filter((line) => (suppression.exec(line)?.[1] ?? '').trim().split(' ').length < 3)
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(wrong).toEqual([]);
});
