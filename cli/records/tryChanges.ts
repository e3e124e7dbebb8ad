import { WaybillError } from '../../client/index.ts';
import { kindNamed } from '../../domain/kinds/index.ts';
import type { JsonObject, Kind } from '../../domain/kinds/kind.ts';
import { isObject } from '../../domain/validation/values.ts';
import { type Connection, call } from '../base/connection.ts';
import { changeAfter, type PlannedChange, type PlanOptions, requestOf } from './changes.ts';
import { pathOf, type StoredRecord } from './recordAccess.ts';

/**
 * Has the service check a change as the write would, without storing anything. Throws the error that the write would get.
 *
 * @returns what could not be checked, as a sentence without its full stop
 */
export type TryChange = (change: PlannedChange) => Promise<string | undefined>;

const NO_DRY_RUN = 'not checked, the service has no dry run of this write';
const NEW_REFERENCES = 'not checked completely, it refers to records that this run would create';

/** Returns the function that tries the changes of one run, in the order in which they would be written. */
export async function makeTryChange(connection: Connection): Promise<TryChange> {
  const operations = await operationsWithDryRun(connection);
  const created = new Set<string>();
  const tryOne: TryChange = async (change) => {
    const { method, path, body } = requestOf(change);
    const { kind } = change.document;
    // An older service would ignore the parameter and write.
    if (!operations.has(`${method} ${pathOf(kind)}${method === 'PATCH' ? '/{idOrCode}' : ''}`)) return NO_DRY_RUN;
    try {
      await call(connection, `${path}?dryRun=true`, { method, body });
      return undefined;
    } catch (error) {
      if (error instanceof WaybillError && lacksOnly(created, kind, change.result, error)) return NEW_REFERENCES;
      throw error;
    }
  };
  return async (change) => {
    const unchecked = await tryOne(change);
    for (const name of namesOf(change)) created.add(name);
    return unchecked;
  };
}

/** What a real run does with a record, as far as it can be known. */
export interface TriedChange {
  readonly result: PlannedChange['action'];
  /** Why, and what could not be checked. */
  readonly reason?: string;
}

/** Tries the changes of one run, in the order in which they would be written. Throws the error that the write would get. */
export type DryRun = (change: PlannedChange) => Promise<TriedChange>;

/** Returns the function that tries each change as if the earlier changes of the run were stored. */
export async function makeDryRun(connection: Connection, options: PlanOptions): Promise<DryRun> {
  const tryChange = await makeTryChange(connection);
  const written = new Map<string, PlannedChange>();
  return async (planned) => {
    const { kind, values } = planned.document;
    const member = typeof values['id'] === 'string' ? 'id' : 'code';
    const earlier = written.get(nameIn(kind.name, String(values[member])));
    const change = earlier ? changeAfter(earlier, planned, options) : planned;
    const reasons = earlier ? [`${earlier.document.source} has the same ${member}`] : [];
    if (change.action !== 'unchanged') {
      const unchecked = await tryChange(change);
      if (unchecked !== undefined) reasons.push(unchecked);
      for (const name of namesOf(change)) written.set(name, change);
    }
    return { result: change.action, ...(reasons.length > 0 && { reason: reasons.join('; ') }) };
  };
}

interface Described {
  readonly parameters?: readonly { readonly name?: string }[];
}

/** Returns the operations of the service that have the parameter: `POST /api/v2/users`. */
async function operationsWithDryRun(connection: Connection): Promise<ReadonlySet<string>> {
  const { paths } = (await call(connection, '/openapi.json')) as { paths: Record<string, Record<string, Described>> };
  return new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'dryRun'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    ),
  );
}

const nameIn = (kind: string, key: string): string => `${kind} ${key}`;

/** The names of a record under its id and its code. */
const namesOf = ({ document, result }: PlannedChange): string[] =>
  [result['id'], result['code']].flatMap((key) => (typeof key === 'string' ? nameIn(document.kind.name, key) : []));

/** Whether all that is wrong with a record is that it refers to records which the run would have created before. */
function lacksOnly(
  created: ReadonlySet<string>,
  kind: Kind,
  values: StoredRecord,
  { code: status, problems }: WaybillError,
): boolean {
  if (status !== 400 || problems.length === 0) return false;
  const named = kind.findNamedRecords?.(values) ?? [];
  return problems.every(({ code, path }) => {
    if (code !== 'NOT_FOUND') return false;
    const key = valueAt(values, path);
    const targets = [...targetsOf(kind, path), ...named.filter((one) => one.path === path).map((one) => one.kind)];
    return typeof key === 'string' && targets.some((target) => created.has(nameIn(target, key)));
  });
}

/** The kinds of which the member at a path names records. */
function targetsOf(kind: Kind, path: string): string[] {
  const [member] = path.split(/[.[]/, 1);
  const own = <One extends { readonly member: string }>(all: readonly One[] = []): One[] =>
    all.filter((one) => one.member === member);
  return [
    ...own(kind.references).map(({ target }) => target),
    ...own(kind.codeReferences && [kind.codeReferences]).map(({ target }) => target),
    ...own(kind.codeLists).flatMap(({ targets }) => targets),
    ...own(kind.links).flatMap(({ linkKind, targetMember }) =>
      (kindNamed(linkKind)?.references ?? [])
        .filter((reference) => reference.member === targetMember)
        .map(({ target }) => target),
    ),
  ];
}

/** Returns the value at a path such as `roles[0].code`. */
const valueAt = (values: JsonObject, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter((name) => name !== '')
    .reduce<unknown>(
      (value, name) => (Array.isArray(value) ? value[Number(name)] : isObject(value) ? value[name] : undefined),
      values,
    );
