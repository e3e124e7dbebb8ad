import { describe, expect, test } from 'bun:test';
import pino from 'pino';
import type { Route } from '../../api/http/route.ts';
import { openApiDocument } from '../../api/openapi/openapi.ts';
import { healthRoutes } from '../../api/routes/health.ts';
import { allRoutes, interfaceRoutes } from '../../api/routes/index.ts';
import { metricsRoutes } from '../../api/routes/metrics.ts';
import { unsubscribeRoutes } from '../../api/routes/notifications/unsubscribe.ts';
import { reservedEntities } from '../../domain/access/access.ts';
import { kindNamed } from '../../domain/kinds/index.ts';
import type { LiveStats } from '../../domain/monitoring/liveStats.ts';
import { PollingFeed } from '../../domain/runtime/pollingFeed.ts';

const noFeed = new PollingFeed<LiveStats>(pino({ level: 'silent' }), {
  name: 'nothing',
  pollMs: 1_000,
  read: async () => new Map(),
});

/** Every route that an api process serves. */
const routes = allRoutes([...healthRoutes([]), ...metricsRoutes(undefined, noFeed), ...unsubscribeRoutes]);
const document = JSON.parse(JSON.stringify(openApiDocument(interfaceRoutes(), { version: '2.0' })));

const key = ({ method, path }: Route): string => `${method} ${path}`;
const withEntity = (name: string): string[] =>
  routes.filter(({ access }) => typeof access === 'object' && 'entity' in access && access.entity === name).map(key);

describe('the access that operations require', () => {
  for (const route of routes) {
    test(`${key(route)} requires what exists`, () => {
      const { access } = route;
      if (typeof access === 'string') expect(['public', 'signedIn']).toContain(access);
      else if ('kind' in access) expect(kindNamed(access.kind)?.name).toBe(access.kind);
      else expect(reservedEntities).toContain(access.entity);
    });
  }

  for (const { method, path, access } of interfaceRoutes()) {
    test(`the document has the requirement of ${method} ${path}`, () => {
      const operation = document.paths[path][method.toLowerCase()];
      expect(operation['x-access']).toEqual(access);
      expect(operation.security).toEqual(access === 'public' ? [] : undefined);
    });
  }

  test('the document has both credentials', () => {
    expect(document.security).toEqual([{ bearer: [] }, { cookie: [] }]);
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      cookie: { type: 'apiKey', in: 'cookie' },
    });
  });

  test('only these operations are public', () => {
    expect(routes.filter(({ access }) => access === 'public').map(key)).toEqual([
      'POST /api/v2/notifications/receipts/twilio',
      'POST /api/v2/notifications/receipts/ses',
      'POST /api/v2/notifications/receipts/postmark',
      'POST /api/v2/notifications/receipts/mailgun',
      'POST /api/v2/session',
      'POST /api/v2/session/certificate',
      'DELETE /api/v2/session',
      'GET /api/v2/session/oidc',
      'GET /api/v2/session/oidc/callback',
      'POST /api/v2/session/oidc/backchannel-logout',
      'GET /',
      'GET /console/',
      'GET /api/v2',
      'GET /openapi.json',
      'GET /docs/reference',
      'GET /docs/reference/{name}',
      'GET /docs',
      'GET /docs/',
      'GET /docs/{page}',
      'GET /docs/tutorials/{page}',
      'GET /docs/assets/{name}',
      'GET /docs/assets/chunks/{name}',
      'GET /docs/guides',
      'GET /docs/guides/{page}',
      'GET /console',
      'GET /console/operations',
      'GET /console/interface',
      'GET /console/{name}',
      'GET /health/live',
      'GET /health/ready',
      'GET /unsubscribe/{token}',
      'POST /unsubscribe/{token}',
    ]);
  });

  test('a generic operation requires the right to its kind, and only the writing ones READ_WRITE', () => {
    const of = (path: string) =>
      routes.filter((route) => route.path.startsWith(path)).map(({ method, path: at, access }) => [method, at, access]);
    const writes = of('/api/v2/worklog-types')
      .filter(([, , access]) => (access as { right: string }).right === 'READ_WRITE')
      .map(([method, path]) => `${method} ${path}`);
    expect(writes.sort()).toEqual([
      'DELETE /api/v2/worklog-types/by-id/{id}',
      'DELETE /api/v2/worklog-types/{idOrCode}',
      'PATCH /api/v2/worklog-types/by-id/{id}',
      'PATCH /api/v2/worklog-types/{idOrCode}',
      'POST /api/v2/worklog-types',
      'POST /api/v2/worklog-types/bulk',
      'POST /api/v2/worklog-types/diff/save',
      'POST /api/v2/worklog-types/{idOrCode}/restore',
      'PUT /api/v2/worklog-types/by-id/{id}',
      'PUT /api/v2/worklog-types/{idOrCode}',
    ]);
  });

  test('everything under /admin requires Admin, except what Metrics and Mailbox cover, and records of a kind', () => {
    const admin = routes.filter(({ path }) => path.startsWith('/api/v2/admin/')).map(key);
    const covered = new Set([...withEntity('Admin'), ...withEntity('Metrics'), ...withEntity('Mailbox')]);
    expect(admin.filter((one) => !covered.has(one))).toEqual(['GET /api/v2/admin/schedules']);
    expect(withEntity('Metrics').sort()).toEqual([
      'GET /api/v2/admin/claim-limits',
      'GET /api/v2/admin/client-workers',
      'GET /api/v2/admin/indexes',
      'GET /api/v2/admin/queues',
      'GET /api/v2/admin/workers',
      'GET /metrics',
      'GET /metrics/activity',
      'GET /metrics/live',
    ]);
    expect(withEntity('Mailbox').length).toBe(3);
  });
});
