import { hasCode } from '../../../domain/kinds/declaration/members.ts';
import { kindAtPath } from '../../../domain/kinds/index.ts';
import type { Json, JsonObject, Kind } from '../../../domain/kinds/kind.ts';
import { numbers, sampleId } from '../../../domain/samples/sampleIds.ts';
import { sampleRecord } from '../../../domain/samples/sampleRecords.ts';
import { filteringExample, operationExamples } from './operationExamples.ts';
import type { RequestExample } from './requestExample.ts';

type Example = (kind: Kind) => RequestExample;

const idOrCode = (kind: Kind, number: number = numbers.stored): Json => {
  const { code } = sampleRecord(kind.name, number);
  return hasCode(kind) && code !== undefined ? code : sampleId(kind.name, number);
};

const stored: Example = (kind) => ({ path: { idOrCode: idOrCode(kind) } });
const storedById: Example = ({ name }) => ({ path: { id: sampleId(name) } });
const filtered: Example = () => ({ query: { filtering: filteringExample } });
const filteredByBody: Example = () => ({ body: filteringExample });

const storedRecord = ({ name }: Kind): JsonObject => ({
  id: sampleId(name),
  ...sampleRecord(name),
});

/** A small change that records of the kind accept. */
function patchOf({ name, members }: Kind): JsonObject {
  if (Object.hasOwn(members, 'description')) return { description: 'Changed by an example' };
  const [member = '', value] = Object.entries(sampleRecord(name)).at(-1) ?? [];
  return { [member]: value ?? null };
}

const envelopeOf = (kind: Kind): JsonObject => ({
  entityType: kind.name,
  compareField: 'id',
  filtering: [],
  data: [storedRecord(kind)],
});

/** Requests of the operations that many kinds have, by method and path below that of the kind. */
const ofKind: Readonly<Record<string, Example>> = {
  'GET /{idOrCode}': stored,
  'PUT /{idOrCode}': (kind) => ({ ...stored(kind), body: sampleRecord(kind.name) }),
  'PATCH /{idOrCode}': (kind) => ({ ...stored(kind), body: patchOf(kind) }),
  'DELETE /{idOrCode}': (kind) => ({ path: { idOrCode: idOrCode(kind, numbers.deleted) } }),
  'GET /by-id/{id}': storedById,
  'PUT /by-id/{id}': (kind) => ({ ...storedById(kind), body: sampleRecord(kind.name) }),
  'PATCH /by-id/{id}': (kind) => ({ ...storedById(kind), body: patchOf(kind) }),
  'DELETE /by-id/{id}': ({ name }) => ({ path: { id: sampleId(name, numbers.deletedById) } }),
  'GET ': () => ({}),
  'POST ': (kind) => ({ body: sampleRecord(kind.name, numbers.created) }),
  'POST /diff/save': (kind) => ({
    body: [{ diffType: 'DIFF_TYPE_NEW', right: sampleRecord(kind.name, numbers.compared) }],
  }),
  'POST /diff/file': (kind) => ({ body: { file: JSON.stringify([storedRecord(kind)]) } }),
  'POST /diff/only': (kind) => ({ body: envelopeOf(kind) }),
  'POST /backup': ({ name }) => ({ body: { entityType: name, filtering: [] } }),
  'POST /bulk': ({ name, operations }) =>
    operations.includes('bulkAction')
      ? {
          body: {
            operation: 'RESEND',
            filtering: { filters: [{ column: 'id', value: sampleId(name) }] },
            dryRun: true,
          },
        }
      : { body: { operation: 'CREATE', records: [sampleRecord(name, numbers.bulk)] } },
  'GET /search/list': filtered,
  'GET /search/page': filtered,
  'GET /search/count': filtered,
  'GET /search/deprecated/list': filtered,
  'GET /search/deprecated/page': filtered,
  'POST /search/list': filteredByBody,
  'POST /search/page': filteredByBody,
  'POST /search/count': filteredByBody,
  'GET /by-ids/{ids}': (kind) => ({ path: { ids: [sampleId(kind.name)] } }),
  'GET /by-code/{code}': (kind) => ({ path: { code: idOrCode(kind) } }),
  'GET /{idOrCode}/history': stored,
  'POST /{idOrCode}/restore': (kind) => ({ ...stored(kind), query: { version: 1 } }),
};

/** Returns the example of an operation. Throws if it has none. */
export function requestExampleOf({ method, path }: { readonly method: string; readonly path: string }): RequestExample {
  const own = operationExamples[`${method} ${path.replace('/api/v2', '')}`];
  if (own) return own;
  const [, , , first = '', ...rest] = path.split('/');
  const kind = kindAtPath(first);
  const example = ofKind[`${method} ${rest.map((part) => `/${part}`).join('')}`];
  if (!kind || !example) throw new Error(`${method} ${path} has no example; api/openapi/examples/ declares them`);
  return example(kind);
}
