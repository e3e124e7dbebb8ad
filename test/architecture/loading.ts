import { expect, test } from 'bun:test';
import { files, imports } from './graph.ts';

const optional = [
  'drivers/search/elasticsearch/elasticsearchEngine.ts',
  'drivers/directory/ldapDirectory.ts',
  'drivers/identity/directoryBind.ts',
  'drivers/identity/oidcSignIn.ts',
  'drivers/identity/oidcTokens.ts',
  'drivers/tracing/otlp.ts',
];
const heavy = [
  'workers/handlers/index.ts',
  'drivers/channels/channels.ts',
  'drivers/rendering/renderer.ts',
  'drivers/rendering/office/office.ts',
  'app/standalone.ts',
];

/** The file that a process starts from, and what it must not load before it needs it. */
const unwanted: Readonly<Record<string, readonly string[]>> = {
  'main.ts': [...optional, ...heavy, 'workers/runtime/worker.ts', 'app/api.ts', 'app/worker.ts', 'app/migrate.ts'],
  // An api runs the steps of one queue.
  'app/api.ts': [...optional, ...heavy],
  'app/migrate.ts': [...optional, ...heavy, 'workers/runtime/worker.ts'],
  'app/worker.ts': [...optional, 'api/http/server.ts', 'app/standalone.ts'],
  'app/standalone.ts': [...optional, 'api/http/server.ts', 'workers/runtime/worker.ts'],
};

/** The files that are loaded with `entry`, without those that it imports on demand. */
function loadedBy(entry: string): Set<string> {
  const loaded = new Set([entry]);
  for (const file of loaded) {
    for (const { from, to, typesOnly, dynamic } of imports) if (from === file && !typesOnly && !dynamic) loaded.add(to);
  }
  return loaded;
}

test('a process loads only what it runs', () => {
  const wrong = Object.entries(unwanted).flatMap(([entry, paths]) => {
    const loaded = loadedBy(entry);
    return paths.filter((path) => loaded.has(path)).map((path) => `${entry} loads ${path}`);
  });
  expect(wrong).toEqual([]);
  const existing = new Set(files.map(({ path }) => path));
  expect(
    Object.values(unwanted)
      .flat()
      .filter((path) => !existing.has(path)),
  ).toEqual([]);
});
