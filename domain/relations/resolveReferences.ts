import type { Database, Transaction } from '../../db/client.ts';
import { kindNamed } from '../kinds/index.ts';
import type { JsonObject, Kind, Reference } from '../kinds/kind.ts';
import { inDeclaredOrder } from '../records/memberOrder.ts';
import { isCopy } from '../records/table.ts';
import { type CharsCheck, compileRegistry } from '../validation/characteristics.ts';
import { describe, isObject } from '../validation/values.ts';
import { unknownCodes } from './codeReferences.ts';
import { resolveLinks } from './resolveLinks.ts';

/** The values of a record with its copies of other records filled in, and the problems of its references. */
export interface ResolvedReferences {
  readonly values: JsonObject;
  /** Each begins with the path of a member. */
  readonly problems: string[];
}

/** Whether records of this kind have members that must be resolved by other records. */
export const needsReferences = (kind: Kind): boolean =>
  kind.typeMember !== undefined ||
  kind.links !== undefined ||
  kind.codeReferences !== undefined ||
  copiesOf(kind).length > 0;

const copiesOf = (kind: Kind): Reference[] => (kind.references ?? []).filter((rule) => isCopy(kind, rule));

/**
 * Resolves the references of records: fills each reference by id or code with id, code and name, and checks chars
 * against the registry of the type. It makes one query for each member, not for each record.
 */
export async function resolveReferences(
  sql: Database | Transaction,
  kind: Kind,
  records: readonly JsonObject[],
): Promise<ResolvedReferences[]> {
  const settled = records.map((values) => ({ values, problems: [] as string[] }));
  for (const rule of copiesOf(kind)) await fillCopies(sql, rule, settled);
  await resolveLinks(sql, kind, settled);
  const unknown = await unknownCodes(sql, kind, records);
  for (const [index, { problems }] of settled.entries()) problems.push(...(unknown[index] ?? []));
  if (kind.typeMember !== undefined) await checkChars(sql, kind, kind.typeMember, settled);
  return settled;
}

interface Copy {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** If a reference has both id and code, the id decides, because the code of an old copy may have been renamed. */
async function fillCopies(
  sql: Database | Transaction,
  { member, target: targetName }: Reference,
  settled: { values: JsonObject; problems: string[] }[],
): Promise<void> {
  const target = kindNamed(targetName);
  const sent = settled.map(({ values }) => values[member]).filter(isObject);
  if (!target || sent.length === 0) return;
  const ids = sent.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  const codes = sent.flatMap(({ id, code }) => (id === undefined && typeof code === 'string' ? [code] : []));
  const rows = await sql<Copy[]>`
    select id, code, doc::json ->> 'name' as name from ${sql(target.table)}
    where id = any(${ids}::uuid[]) or code = any(${codes}::text[])`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byCode = new Map(rows.map((row) => [row.code, row]));
  for (const one of settled) {
    const value = one.values[member];
    if (!isObject(value)) continue;
    const { id, code } = value as Partial<Copy>;
    const found = id === undefined ? byCode.get(code ?? '') : byId.get(id);
    if (found) one.values = { ...one.values, [member]: { id: found.id, code: found.code, name: found.name } };
    else {
      const by = id === undefined ? 'code' : 'id';
      one.problems.push(`${member}.${by}: no ${target.name} has the ${by} ${describe(id ?? code)}`);
    }
  }
}

async function checkChars(
  sql: Database | Transaction,
  kind: Kind,
  member: string,
  settled: { values: JsonObject; problems: string[] }[],
): Promise<void> {
  const target = kindNamed(kind.references?.find((rule) => rule.member === member)?.target ?? '');
  if (!target) return;
  const codes = new Set(settled.map(({ values }) => values[member]).filter((code) => typeof code === 'string'));
  if (codes.size === 0) return;
  const rows = await sql<TypeRow[]>`
    select id, code, version, incarnation, doc from ${sql(target.table)} where code = any(${[...codes]}::text[])`;
  const types = new Map(rows.map((row) => [row.code, typeOf(target.name, row)]));
  for (const one of settled) {
    // An unknown type is reported with the other references.
    const type = types.get(one.values[member] as string);
    if (!type) continue;
    if (isObject(one.values.chars)) one.problems.push(...type.check(one.values.chars));
    const applied = kind.applyType?.(one.values, type.values);
    if (!applied) continue;
    one.values = inDeclaredOrder(kind, applied.values);
    one.problems.push(...applied.problems);
  }
}

interface TypeRow {
  readonly id: string;
  readonly code: string;
  readonly version: number;
  readonly incarnation: bigint;
  readonly doc: string;
}

interface TypeInUse {
  readonly values: JsonObject;
  readonly check: CharsCheck;
}

/** Compiling takes a thousand times as long as a check. A version of a type never changes, so entries never expire. */
const compiled = new Map<string, TypeInUse>();
const COMPILED = 500;

function typeOf(kind: string, { id, code, version, incarnation, doc }: TypeRow): TypeInUse {
  const key = `${kind} ${id} ${incarnation} ${version}`;
  let type = compiled.get(key);
  if (!type) {
    const values = JSON.parse(doc) as JsonObject & { registry?: JsonObject };
    type = { values, check: compileRegistry(values.registry ?? {}, code) };
    const [oldest] = compiled.keys();
    if (compiled.size >= COMPILED && oldest !== undefined) compiled.delete(oldest);
    compiled.set(key, type);
  }
  return type;
}
