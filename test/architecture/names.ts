import { describe, expect, test } from 'bun:test';
import { basename } from 'node:path';
import { codeOf, featureOf, files, productFiles } from './graph.ts';
import { expectOffenders } from './offenders.ts';

/** Names that two files of a room have in common. */
const sharedFileNames: readonly string[] = [];

/** Names that two files of a room both export. */
const sharedExports: readonly string[] = [];

/**
 * Words that do not name a thing by itself: docs/glossary.md has the terms in their place. Each is the whole of an
 * identifier, and has the number of times that it is still used.
 */
const retired: Readonly<Record<string, number>> = {
  again: 50,
  anew: 0,
  ask: 60,
  asked: 80,
  asks: 0,
  atOnce: 0,
  away: 18,
  breather: 0,
  closings: 0,
  following: 0,
  follows: 0,
  forsaken: 0,
  given: 179,
  goes: 0,
  goesWith: 0,
  gone: 38,
  heard: 6,
  held: 21,
  kept: 89,
  later: 8,
  laterWindow: 0,
  looks: 2,
  most: 15,
  ours: 7,
  refusedBecause: 0,
  said: 45,
  says: 0,
  spelled: 0,
  tell: 14,
  tells: 0,
  there: 19,
  told: 93,
  tries: 25,
  turn: 51,
  turns: 3,
  waiter: 0,
  wanted: 31,
  whoever: 0,
};

const declaration = /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** The keys under which more than one path is listed. */
function shared(pairs: readonly (readonly [key: string, path: string])[]): string[] {
  const byKey = Map.groupBy(pairs, ([key]) => key);
  return [...byKey].filter(([, list]) => new Set(list.map(([, path]) => path)).size > 1).map(([key]) => key);
}

describe('a name is used once in a room', () => {
  test('by files', () => {
    const pairs = files.map(({ path }) => [`${featureOf(path)} ${basename(path)}`, path] as const);
    expectOffenders(shared(pairs), sharedFileNames);
  });

  test('by exports', () => {
    const pairs = productFiles.flatMap(({ path, text }) =>
      [...text.matchAll(declaration)].map(([, name]) => [`${featureOf(path)} ${name}`, path] as const),
    );
    expectOffenders(shared(pairs), sharedExports);
  });
});

test('retired words do not come back as identifiers', () => {
  const uses: Record<string, number> = Object.fromEntries(Object.keys(retired).map((word) => [word, 0]));
  for (const { path, text } of files) {
    if (path === 'client/api.ts' || path.startsWith('test/architecture/')) continue;
    for (const [word] of codeOf(text).matchAll(/[A-Za-z_$][\w$]*/g)) {
      if (Object.hasOwn(uses, word)) uses[word] = (uses[word] ?? 0) + 1;
    }
  }
  expect(Object.entries(uses).filter(([word, count]) => count > (retired[word] ?? 0))).toEqual([]);
});
