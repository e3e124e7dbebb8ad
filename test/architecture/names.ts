import { describe, expect, test } from 'bun:test';
import { basename } from 'node:path';
import { codeOf, featureOf, files, productFiles } from './graph.ts';

/** Words that do not name a thing by themselves: none is the whole of an identifier. docs/glossary.md has the terms. */
const retired: ReadonlySet<string> = new Set([
  'again',
  'anew',
  'ask',
  'asked',
  'asks',
  'atOnce',
  'away',
  'breather',
  'closings',
  'following',
  'follows',
  'forsaken',
  'given',
  'goes',
  'goesWith',
  'gone',
  'heard',
  'held',
  'kept',
  'later',
  'laterWindow',
  'looks',
  'most',
  'ours',
  'refusedBecause',
  'said',
  'says',
  'spelled',
  'tell',
  'tells',
  'there',
  'told',
  'tries',
  'turn',
  'turns',
  'waiter',
  'wanted',
  'whoever',
]);

const declaration = /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** The keys under which more than one path is listed. */
function shared(pairs: readonly (readonly [key: string, path: string])[]): string[] {
  const byKey = Map.groupBy(pairs, ([key]) => key);
  return [...byKey].filter(([, list]) => new Set(list.map(([, path]) => path)).size > 1).map(([key]) => key);
}

describe('a name is used once in a room', () => {
  test('by files', () => {
    const pairs = files.map(({ path }) => [`${featureOf(path)} ${basename(path)}`, path] as const);
    expect(shared(pairs)).toEqual([]);
  });

  test('by exports', () => {
    const pairs = productFiles.flatMap(({ path, text }) =>
      [...text.matchAll(declaration)].map(([, name]) => [`${featureOf(path)} ${name}`, path] as const),
    );
    expect(shared(pairs)).toEqual([]);
  });
});

test('no retired word is an identifier', () => {
  const uses = files.flatMap(({ path, text }) =>
    [...codeOf(text).matchAll(/[A-Za-z_$][\w$]*/g)]
      .filter(([word]) => retired.has(word))
      .map(([word]) => `${path}: ${word}`),
  );
  expect([...new Set(uses)]).toEqual([]);
});
