import { describe, test } from 'bun:test';
import { dirname } from 'node:path';
import { edgesBetween, imports, isSource, nodesInCycles } from './graph.ts';
import { expectOffenders } from './offenders.ts';

/** Files that import each other in a circle. Imports of types count. */
const filesInCycles: readonly string[] = [];

/** Folders whose files import each other in a circle. */
const foldersInCycles: readonly string[] = [];

describe('there are no cycles', () => {
  test('of files', () => {
    const edges = edgesBetween(imports, (path) => (isSource(path) ? path : undefined));
    expectOffenders(nodesInCycles(edges), filesInCycles);
  });

  test('of folders', () => {
    const loaded = imports.filter(({ typesOnly }) => !typesOnly);
    const edges = edgesBetween(loaded, (path) => (isSource(path) ? dirname(path) : undefined));
    expectOffenders(nodesInCycles(edges), foldersInCycles);
  });
});
