import fc from 'fast-check';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { TestBody } from '../api.ts';
import { type Content, content, idOf, titleOf, type WorldKind, worldKinds } from './worlds.ts';

/** Requests about the records of a pair of databases, visible, hidden and missing ones. */

export interface Call {
  readonly kind: WorldKind;
  readonly operation: keyof typeof requests;
  /** Select records. */
  readonly places: readonly [number, number, number];
  readonly content: Content;
  readonly filtering: JsonObject;
}

export interface CallRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: TestBody;
}

const paths: Readonly<Record<WorldKind, string>> = {
  UserGroupType: '/user-group-types',
  UserGroup: '/user-groups',
  WorklogType: '/worklog-types',
  Sharing: '/sharings',
};
const letters = { UserGroupType: 't', UserGroup: 'g', WorklogType: 'w' } as const;

/** What a request is made from. */
interface Parts {
  readonly path: string;
  readonly kind: WorldKind;
  /** An id or code. */
  readonly key: string;
  readonly id: string;
  readonly code: string;
  readonly otherId: string;
  readonly name: string;
  readonly filtering: string;
  readonly content: Content;
  /** A record that is new in both databases, or a visible one. */
  readonly values: JsonObject;
}

const get = (path: string): CallRequest => ({ method: 'GET', path });
const post = (path: string, body: TestBody): CallRequest => ({ method: 'POST', path, body });

function fileOf(records: unknown): FormData {
  const form = new FormData();
  form.set('file', new Blob([JSON.stringify(records)]), 'records.json');
  return form;
}

/** Codes and ids of hidden records are never written: the service admits that they are taken. */
const requests = {
  get: ({ path, key }: Parts) => get(`${path}/${key}`),
  history: ({ path, key }: Parts) => get(`${path}/${key}/history`),
  version: ({ path, key }: Parts) => get(`${path}/${key}/history?version=1`),
  byIds: ({ path, id, otherId, key }: Parts) => get(`${path}/by-ids/${key},${id},${otherId}`),
  page: ({ path, filtering }: Parts) => get(`${path}/search/page?filtering=${filtering}`),
  list: ({ path, filtering }: Parts) => get(`${path}/search/list?size=4&filtering=${filtering}`),
  count: ({ path, filtering }: Parts) => get(`${path}/search/count?filtering=${filtering}`),
  backup: ({ path, kind, filtering }: Parts) =>
    post(`${path}/backup?filtering=${filtering}`, { entityType: kind, filtering: [] }),
  compareEmpty: ({ path, kind }: Parts) => post(`${path}/diff/only`, { entityType: kind, filtering: [], data: [] }),
  compare: ({ path, id, values, kind }: Parts) =>
    post(`${path}/diff/only?compareField=id`, { entityType: kind, filtering: [], data: [{ ...values, id }] }),
  compareByCode: ({ path, code, values }: Parts) =>
    post(`${path}/diff/file?compareField=code`, fileOf([{ ...values, code }])),
  compareByTitle: ({ path, kind, values }: Parts) =>
    post(`${path}/diff/file?compareField=${titleOf(kind)}`, fileOf([values])),
  create: ({ path, values }: Parts) => post(path, values),
  replace: ({ path, key, values: { id: _, ...values } }: Parts) => ({
    ...{ method: 'PUT', path: `${path}/${key}`, body: values },
  }),
  patch: ({ path, key, kind, content: { title, ...rest } }: Parts) => ({
    ...{ method: 'PATCH', path: `${path}/${key}`, body: { [titleOf(kind)]: title, ...rest } },
  }),
  remove: ({ path, key }: Parts) => ({ method: 'DELETE', path: `${path}/${key}` }),
  saveNew: ({ path, values }: Parts) => post(`${path}/diff/save`, [{ diffType: 'DIFF_TYPE_NEW', right: values }]),
  removeByDiff: ({ path, id, values }: Parts) =>
    post(`${path}/diff/save`, [{ diffType: 'DIFF_TYPE_REMOVE', left: { ...values, id, auditInfo: { version: 1 } } }]),
  all: ({ kind, path, filtering }: Parts) =>
    kind === 'WorklogType' || kind === 'UserGroupType' ? get(path) : get(`${path}/search/count?filtering=${filtering}`),
  expanded: ({ name }: Parts) =>
    post(
      '/user-groups/expanded',
      [0, 1, 2, 3, 4, 5].flatMap((index) => [`${name}-g${index}`, `${name}-g${index}x`]),
    ),
  byChars: ({ content: { title } }: Parts) => get(`/user-groups/by-chars/color/${title}`),
  byOwner: ({ name, content: { title } }: Parts) => get(`/sharings/by-owner/${name}/${title}`),
  byRef: ({ name }: Parts) => get(`/sharings/by-ref/${name}/R/r0`),
  publicOrMatching: ({ name }: Parts) => get(`/sharings/public-or-matching/${name}/r1`),
  me: () => get('/me'),
} satisfies Record<string, (parts: Parts) => CallRequest>;

export const operationsOfCalls = Object.keys(requests);

export function requestOf({ kind, operation, places, content, filtering }: Call, name: string): CallRequest {
  const [place, other, newPlace] = places;
  const id = idOf(`${name} ${kind} ${place}`);
  const code = kind === 'Sharing' ? id : `${name}-${letters[kind]}${place}${other % 2 === 0 ? '' : 'x'}`;
  const otherId = idOf(`${name} ${kind} ${other}`);
  return requests[operation]({
    path: paths[kind],
    kind,
    key: other % 3 === 0 ? id : code,
    id,
    code,
    otherId,
    name,
    filtering: encodeURIComponent(JSON.stringify(filtering)),
    content,
    values: newValues(kind, { name, content, place: newPlace, groupId: idOf(`${name} UserGroup ${place}`) }),
  });
}

interface NewRecord {
  readonly name: string;
  readonly content: Content;
  readonly place: number;
  readonly groupId: string;
}

/** Types and parents may be visible, hidden or missing. */
function newValues(kind: WorldKind, { name, content: { title, ...rest }, place, groupId }: NewRecord): JsonObject {
  const id = idOf(`${name} new ${kind} ${place}`);
  if (kind === 'Sharing')
    return { id, ownerType: name, ownerId: title, refType: 'R', refId: 'r1', sharingTypeCode: `new${place}`, ...rest };
  const values = { id, code: `${name}-new${place}`, name: title, ...rest };
  if (kind === 'UserGroupType') return { ...values, registry: {} };
  if (kind === 'WorklogType') return values;
  const type = `${name}-t${place}`;
  return { ...values, type, chars: {}, ...(place % 2 === 0 ? {} : { parentUserGroupId: groupId }) };
}

const filter: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  { column: 'description', value: 'secret' },
  { column: 'description', operator: 'NE', value: 'shown' },
  { column: 'description', operator: 'IS_NULL' },
  { column: 'auditInfo.version', operator: 'GE', value: '2' },
  {
    or: [
      { column: 'description', value: 'secret' },
      { column: 'description', value: 'shown' },
    ],
  },
);

const filtering: fc.Arbitrary<JsonObject> = fc.record(
  {
    filters: fc.array(filter, { maxLength: 2 }),
    fulltext: fc.constantFrom('s', 'secret', 'shown'),
    sort: fc.constantFrom<JsonObject[]>(
      [{ column: 'description', direction: 'DESC' }],
      [{ column: 'auditInfo.version', direction: 'ASC' }],
      [{ column: 'id', direction: 'ASC' }],
    ),
    page: fc.nat(2),
    size: fc.constantFrom(1, 2, 20),
  },
  { requiredKeys: ['filters'] },
);

export const call: fc.Arbitrary<Call> = fc.record({
  kind: fc.constantFrom(...worldKinds),
  operation: fc.constantFrom(...(Object.keys(requests) as (keyof typeof requests)[])),
  places: fc.tuple(fc.nat(4), fc.nat(6), fc.nat(3)),
  content,
  filtering,
});
