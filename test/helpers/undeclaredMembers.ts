import { expect } from 'bun:test';
import fc from 'fast-check';
import { makeApi } from '../../api/http/server.ts';
import { allRoutes } from '../../api/routes/index.ts';
import type { Json, JsonObject, Kind } from '../../domain/kinds/kind.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import type { Services } from '../../domain/ports/services.ts';
import { makeHarnessForFile, stopAfterFile } from './bootstrap.ts';
import { engineOf, RecordingEngine } from './workerHarness.ts';

/** An api with its own database; a test can read and write the stored texts of the records. */
export interface RecordHarness {
  readonly databaseUrl: string;
  readonly services: Services;
  /** Throws unless the status of the response is 2xx. */
  call(method: string, path: string, body?: object | FormData): Promise<JsonObject>;
  readDoc(place: Place): Promise<JsonObject>;
  writeDoc(place: Place, doc: JsonObject): Promise<unknown>;
}

/** A record that a change is applied to. */
export interface Place {
  readonly kind: Kind;
  readonly id: string;
}

export const placeOf = (kind: Kind, record: JsonObject | undefined): Place => ({ kind, id: String(record?.id) });

export const silentEngine = engineOf(new RecordingEngine(), SearchUnavailable);

export async function makeRecordHarnessForFile(): Promise<RecordHarness> {
  const harness = await makeHarnessForFile(silentEngine);
  const { sql } = harness.services;
  const api = makeApi(harness.services, { host: '127.0.0.1', port: 0, maxBody: 1_048_576, routes: allRoutes() });
  await api.start();
  stopAfterFile(() => api.stop());
  return {
    databaseUrl: harness.database.url,
    services: harness.services,
    async call(method, path, body) {
      const json = body !== undefined && !(body instanceof FormData);
      const answer = await fetch(`${api.url}/api/v2${path}`, {
        method,
        ...(body && { body: json ? JSON.stringify(body) : body }),
        ...(json && { headers: { 'content-type': 'application/json' } }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === '' ? {} : (JSON.parse(text) as JsonObject);
    },
    async readDoc({ kind, id }) {
      const [row] = await sql<{ doc: string }[]>`select doc from ${sql(kind.table)} where id = ${id}`;
      return JSON.parse(row?.doc ?? '{}') as JsonObject;
    },
    writeDoc: ({ kind, id }, doc) => sql`update ${sql(kind.table)} set doc = ${JSON.stringify(doc)} where id = ${id}`,
  };
}

/** A way to change records. `prepare` creates records, `change` changes all of them. */
export interface Way {
  readonly name: string;
  readonly runs?: number;
  prepare(): Promise<{ readonly places: readonly Place[]; change(): Promise<unknown> }>;
}

const value = fc
  .jsonValue({ maxDepth: 2 })
  .filter((json) => json !== null && !JSON.stringify(json).includes('\\u0000')) as fc.Arbitrary<Json>;
const undeclaredMembers = fc.dictionary(fc.constantFrom('colours', 'aNewer', 'zone', 'x.y', 'Status', 'idOf'), value, {
  minKeys: 1,
  maxKeys: 3,
});

/** Returns the members of `doc` with `others` inserted at positions that `seed` determines; the id stays first. */
function interleaved(doc: JsonObject, others: JsonObject, seed: readonly number[]): JsonObject {
  const [id, ...entries] = Object.entries(doc);
  for (const [index, entry] of Object.entries(others).entries())
    entries.splice((seed[index] ?? 0) % (entries.length + 1), 0, entry);
  return Object.fromEntries([...(id ? [id] : []), ...entries]);
}

/**
 * The property: members that a newer release has written survive a change, and declared members stand in declared order.
 * Records with random undeclared members at random places are changed, and their texts are read from the database.
 */
export const keepsUndeclared = ({ readDoc, writeDoc }: RecordHarness, way: Way): Promise<void> =>
  fc.assert(
    fc.asyncProperty(undeclaredMembers, fc.array(fc.nat(30), { minLength: 3, maxLength: 3 }), async (others, seed) => {
      const { places, change } = await way.prepare();
      const before = new Map<Place, JsonObject>();
      for (const place of places) {
        const doc = interleaved(await readDoc(place), others, seed);
        before.set(place, doc);
        await writeDoc(place, doc);
      }
      await change();
      for (const place of places) {
        const doc = await readDoc(place);
        expect(doc).not.toEqual(before.get(place) as JsonObject);
        const { members } = place.kind;
        const isDeclared = (name: string) => Object.hasOwn(members, name);
        const undeclared = Object.entries(doc).filter(([name]) => !isDeclared(name));
        expect(Object.fromEntries(undeclared)).toEqual(JSON.parse(JSON.stringify(others)));
        const declared = Object.keys(members).filter((name) => Object.hasOwn(doc, name));
        expect(Object.keys(doc).filter(isDeclared)).toEqual(declared);
      }
    }),
    { numRuns: way.runs ?? 8, endOnFailure: true },
  );
