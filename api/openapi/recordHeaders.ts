import type { Route, Schema } from '../http/route.ts';
import { headText } from './schemas.ts';

/** Headers of requests to one record. */
export const preconditions: Record<string, Schema> = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    schema: headText,
    example: '*',
    description: 'ETags that the record may have, or * for any; otherwise the response is a 412.',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    schema: headText,
    example: '"Xk3v1mZ0aQp8sT5uWb2c4w"',
    description:
      'ETags that the record must not have, or * for any; otherwise a read responds with 304, and a write with 412.',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    schema: headText,
    example: 'return=minimal',
    description:
      'Preferences about the response: return=minimal requests a 204 without a body, return=representation the record, which a deletion does not have. Others are ignored.',
  },
};

/** Returns the headers by which a request to one record states conditions and preferences. */
export function recordParameters(route: Route): Schema[] {
  const { record } = route;
  if (record === undefined) return [];
  const names = [
    ...(record === 'created' ? [] : ['IfMatch', 'IfNoneMatch']),
    ...(prefersReturn(route) ? ['Prefer'] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** Whether a request can choose a response without a body. */
export const prefersReturn = ({ record, method }: Route): boolean => method !== 'GET' && record !== undefined;

/** Returns the headers of a response with the representation of a record. */
export function recordHeaders({ record, method }: Route): Schema {
  if (record === undefined) return {};
  const applied = { $ref: '#/components/headers/PreferenceApplied' };
  if (record === 'removed') return { 'Preference-Applied': applied };
  const names = { ETag: 'ETag', ...(method !== 'GET' && { 'Preference-Applied': 'PreferenceApplied' }) };
  const all = { ...names, ...(method === 'POST' && { Location: 'Location' }) };
  return Object.fromEntries(Object.entries(all).map(([name, of]) => [name, { $ref: `#/components/headers/${of}` }]));
}

/** Headers of responses with the representation of a record. */
export const representationHeaders: Record<string, Schema> = {
  ETag: {
    schema: headText,
    example: '"Xk3v1mZ0aQp8sT5uWb2c4w"',
    required: true,
    description: 'Strong entity tag of the representation of the record, for If-Match and If-None-Match.',
  },
  PreferenceApplied: {
    schema: headText,
    example: 'return=minimal',
    description: 'The preference of the request that the service has followed.',
  },
  Location: {
    schema: headText,
    example: '/api/v2/user-groups/0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f70',
    description: 'The record, if the body is empty because of Prefer.',
  },
};
