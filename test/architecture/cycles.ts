import { describe, expect, test } from 'bun:test';
import { dirname } from 'node:path';
import { edgesBetween, imports, isSource, nodesInCycles } from './graph.ts';

describe('there are no cycles', () => {
  // Imports of types count.
  test('of files', () => {
    const edges = edgesBetween(imports, (path) => (isSource(path) ? path : undefined));
    expect(nodesInCycles(edges)).toEqual([]);
  });

  test('of folders', () => {
    const loaded = imports.filter(({ typesOnly }) => !typesOnly);
    const edges = edgesBetween(loaded, (path) => (isSource(path) ? dirname(path) : undefined));
    expect(nodesInCycles(edges)).toEqual([]);
  });
});
