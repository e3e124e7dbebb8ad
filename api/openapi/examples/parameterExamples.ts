import { hasCode } from '../../../domain/kinds/declaration/members.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import type { Json } from '../../../domain/kinds/kind.ts';
import { sampleId } from '../../../domain/samples/sampleIds.ts';
import type { Route } from '../../http/route.ts';
import { filteringExample } from './operationExamples.ts';

/** A cursor of a list. It is valid only for the list that it comes from. */
const cursorExample = 'AbX3v1mZ0aQp8sT5uWb2c4w';

const isCoded = ({ kind }: Pick<Route, 'kind'>): boolean => {
  const found = kindNamed(kind);
  return found !== undefined && hasCode(found);
};

/** Values of query parameters that many operations have, or that an example of a request leaves out. */
const byName: Readonly<Record<string, Json | ((route: Pick<Route, 'kind'>) => Json)>> = {
  filtering: filteringExample,
  fields: (route) => (isCoded(route) ? ['id', 'code', 'name'] : ['id']),
  compareField: (route) => (isCoded(route) ? 'code' : 'id'),
  after: cursorExample,
  chain: false,
  page: 0,
  size: 20,
  total: false,
  consistency: 'eventual',
  immediatelyRefresh: true,
  checkRegistry: true,
  save: false,
  dryRun: true,
  version: 1,
  at: '2099-01-01T00:00:00.000Z',
  expand: ['JOB_STEPS'],
  follow: false,
  wait: 1,
  format: 'tar.gz',
  search: 'out',
  async: true,
  warnings: true,
  templateVersion: 1,
  appendedVersions: `${sampleId('FormatterTemplate')}:1`,
  id: 'marta',
  returnTo: '/console#/jobs',
  code: 'SplxlOBeZQQYbYS6WxSbIA',
  state: 'af0ifjsldkj',
  iss: 'https://id.example.com/realms/waybill',
  session_state: '3f7a2c1e',
  reason: 'timeout',
  error: 'access_denied',
  error_description: 'The user cancelled the sign-in.',
};

/** Returns an example of a query parameter whose operation has none of its own. Throws if there is none. */
export function parameterExampleOf(route: Pick<Route, 'kind' | 'path'>, name: string): Json {
  const value = byName[name];
  if (value === undefined)
    throw new Error(`the parameter ${name} of ${route.path} has no example; api/openapi/examples/ declares them`);
  return typeof value === 'function' ? value(route) : value;
}
