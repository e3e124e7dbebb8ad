import { kinds } from '../../domain/kinds/index.ts';
import { preferredType } from '../http/contentNegotiation.ts';
import type { Answer, Route, Schema } from '../http/route.ts';

/** Paths that are typed by hand, and the page to which a browser is redirected from each. */
const pages = { '/': '/console', '/console/': '/console', '/api/v2': '/docs/' } as const;

const paths: Schema = { type: 'object', additionalProperties: { type: 'string' } };

const success: Schema = {
  type: 'object',
  required: ['links', 'records'],
  properties: { links: paths, records: { ...paths, description: 'By kind, a page of its records.' } },
};

const index = JSON.stringify({
  links: {
    console: '/console',
    documentation: '/docs/',
    openapi: '/openapi.json',
    caller: '/api/v2/me',
    ready: '/health/ready',
    live: '/health/live',
  },
  records: Object.fromEntries(
    kinds
      .filter(({ operations }) => operations.includes('searchPage'))
      .map(({ name, path }) => [name, `/api/v2/${path}/search/page?filtering=%7B%7D`]),
  ),
});

/** The routes of paths that are typed by hand: they redirect browsers to a page, and return an index to programs. */
export const frontDoorRoutes: readonly Route[] = Object.entries(pages).map(([path, page]) => ({
  kind: 'Documentation',
  title: 'Returns an index of the service',
  description: 'Redirects browsers to a page.',
  method: 'GET',
  path,
  access: 'public',
  ignoresUnknownQuery: true,
  success,
  codes: [200, 302, 500],
  handle: async ({ raw }): Promise<Answer> =>
    preferredType(raw.headers.get('accept'), ['text/html']) === undefined
      ? { body: index, headers: { vary: 'Accept' } }
      : { body: null, code: 302, headers: { location: page, vary: 'Accept' } },
}));
