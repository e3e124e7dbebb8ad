import { expect, test } from 'bun:test';
import { dirname } from 'node:path';
import { files } from './graph.ts';
import { expectOffenders } from './offenders.ts';

const MAX_LINES = 300;
const MAX_FILES = 20;

/** Files that may be longer. */
const longFiles: readonly string[] = [
  // The table of every variable, its default and its text.
  'app/config.ts',
  // Generated.
  'client/api.ts',
];

test(`no file has more than ${MAX_LINES} lines`, () => {
  const long = files.filter(({ text }) => text.split('\n').length - 1 > MAX_LINES);
  expectOffenders(
    long.map(({ path }) => path),
    longFiles,
  );
});

test(`no folder has more than ${MAX_FILES} files`, () => {
  const folders = Map.groupBy(files, ({ path }) => dirname(path));
  const full = [...folders].filter(([, list]) => list.length > MAX_FILES).map(([folder]) => folder);
  expect(full).toEqual([]);
});
