import { queryReadable } from '../../db/queries/access/readableRows.ts';
import { isReadable, type ReadScope, readableRows } from '../access/reach.ts';
import { withAudit } from '../kinds/declaration/members.ts';
import { kindNamed } from '../kinds/index.ts';
import type { Json, JsonObject, Kind, Reference, ValueProblem } from '../kinds/kind.ts';
import { inDeclaredOrder } from '../kinds/memberOrder.ts';
import { parseStored } from '../records/storedText.ts';
import { isCopy } from '../records/table.ts';
import { unknownMembers } from '../validation/readMembers.ts';
import { type CharsCheck, compileRegistry } from '../validation/schemas/characteristics.ts';
import { describe, isObject, textOf } from '../validation/values.ts';
import { unknownListed } from './codeLists.ts';
import { unknownCodes } from './codeReferences.ts';
import { unknownNamed } from './namedRecords.ts';
import { resolveLinks, type Settling } from './resolveLinks.ts';

/** The values of a record with its copies of other records filled in, and the problems of its references. */
export interface ResolvedReferences {
  readonly values: JsonObject;
  /** Each begins with the path of a member. */
  readonly problems: string[];
  /** What the registry of the type rejects in `chars`. A write that changes neither `chars` nor the type ignores it. */
  readonly charsProblems: string[];
  /** Listed codes and named records that do not exist, and what the type does not allow. */
  readonly valueProblems: readonly ValueProblem[];
}

/** Whether the record has the chars and the type that it had before. */
export const keepsChars = ({ typeMember = '' }: Kind, values: JsonObject, before: JsonObject): boolean =>
  values[typeMember] === before[typeMember] && Bun.deepEquals(values.chars, before.chars);

/** Whether records of this kind have members that must be resolved by other records. */
export const needsReferences = (kind: Kind): boolean =>
  kind.typeMember !== undefined ||
  kind.links !== undefined ||
  kind.codeReferences !== undefined ||
  kind.codeLists !== undefined ||
  kind.findNamedRecords !== undefined ||
  copiesOf(kind).length > 0;

const copiesOf = (kind: Kind): Reference[] => (kind.references ?? []).filter((rule) => isCopy(kind, rule));

/**
 * Resolves the references of records: fills each reference by id or code with id, code and name, and checks chars
 * against the registry of the type. It makes one query for each member, not for each record. A record that the caller may
 * not read is unknown, unless the stored record refers to it already.
 *
 * @param before the stored values of each record, as far as they may name records out of the caller's reach
 */
export async function resolveReferences(
  scope: ReadScope,
  kind: Kind,
  records: readonly JsonObject[],
  before: readonly JsonObject[] = [],
): Promise<ResolvedReferences[]> {
  const listed = await unknownListed(scope, kind, records);
  const named = await unknownNamed(scope, kind, records);
  const settled = records.map((values, index): SettlingChars => {
    const valueProblems = [...(listed[index] ?? []), ...(named[index] ?? [])];
    return { values, problems: [], charsProblems: [], valueProblems, before: before[index] ?? {} };
  });
  for (const rule of copiesOf(kind)) await fillCopies(scope, rule, settled);
  await resolveLinks(scope, kind, settled);
  const unknown = await unknownCodes(scope, kind, records, before);
  for (const [index, { problems }] of settled.entries()) problems.push(...(unknown[index] ?? []));
  if (kind.typeMember !== undefined) await checkChars(scope, kind, kind.typeMember, settled);
  return settled;
}

interface Copy {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Returns a problem for each member of a reference that its record does not have, at any depth. */
export function unknownMembersOfReferences(kind: Kind, input: unknown): string[] {
  if (!isObject(input)) return [];
  return copiesOf(kind).flatMap(({ member, target }) => {
    return unknownMembers(withAudit(kindNamed(target)?.members ?? {}), input[member], `${member}.`);
  });
}

/** If a reference has both id and code, the id decides. */
async function fillCopies(
  scope: ReadScope,
  { member, target: targetName }: Reference,
  settled: readonly SettlingChars[],
): Promise<void> {
  const target = kindNamed(targetName);
  const sent = settled.map(({ values }) => values[member]).filter(isObject);
  if (!target || sent.length === 0) return;
  const ids = sent.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  const codes = sent.flatMap(({ id, code }) => (id === undefined && typeof code === 'string' ? [code] : []));
  const text = `select id, code, doc::json ->> 'name' as name from ${readableRows(scope, target)} as readable
    where id = any($1::uuid[]) or code = any($2::text[])`;
  const rows = await queryReadable<Copy>(scope.sql, text, [ids, codes]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byCode = new Map(rows.map((row) => [row.code, row]));
  for (const one of settled) {
    const value = one.values[member];
    if (!isObject(value)) continue;
    const { id, code } = value as Partial<Copy>;
    const found = (id === undefined ? byCode.get(code ?? '') : byId.get(id)) ?? storedCopy(one.before[member], value);
    if (found) {
      one.values = { ...one.values, [member]: { id: found.id, code: found.code, name: found.name } };
      if (id !== undefined && code !== undefined && code !== found.code)
        one.valueProblems.push({
          text: `${member}.code: ${describe(code)} does not agree with the ${target.name} ${id}, whose code is ${describe(found.code)}`,
          isStored: () => false,
        });
    } else {
      const by = id === undefined ? 'code' : 'id';
      one.problems.push(`${member}.${by}: no ${target.name} has the ${by} ${describe(id ?? value.code)}`);
    }
  }
}

/** The stored reference if it is the one that was sent. By its id alone: callers see no code of a hidden record. */
const storedCopy = (stored: Json | undefined, { id }: JsonObject): Copy | undefined =>
  isObject(stored) && id !== undefined && stored.id === id ? (stored as unknown as Copy) : undefined;

interface SettlingChars extends Settling {
  readonly charsProblems: string[];
  readonly valueProblems: ValueProblem[];
}

async function checkChars(
  scope: ReadScope,
  kind: Kind,
  member: string,
  settled: readonly SettlingChars[],
): Promise<void> {
  const target = kindNamed(kind.references?.find((rule) => rule.member === member)?.target ?? '');
  if (!target) return;
  const codes = new Set(settled.map(({ values }) => values[member]).filter((code) => typeof code === 'string'));
  if (codes.size === 0) return;
  const { sql } = scope;
  const rows = await sql<TypeRow[]>`
    select id, code, version, incarnation, doc, audit from ${sql(target.table)} where code = any(${[...codes]}::text[])`;
  const types = new Map(
    rows.map((row) => [row.code, { ...typeOf(target.name, row), isReadable: isReadable(scope, target, row) }]),
  );
  for (const one of settled) {
    // An unknown type is reported with the other references; one out of reach that is set is as unknown.
    const type = types.get(textOf(one.values[member]) ?? '');
    if (!type || !(type.isReadable || one.values[member] === one.before[member])) continue;
    if (isObject(one.values.chars)) one.charsProblems.push(...type.check(one.values.chars));
    const applied = kind.applyType?.apply(one.values, type.values);
    if (!applied) continue;
    one.values = inDeclaredOrder(kind, applied.values);
    one.problems.push(...applied.problems);
    one.valueProblems.push(...applied.valueProblems);
  }
}

interface TypeRow {
  readonly id: string;
  readonly code: string;
  readonly version: number;
  readonly incarnation: bigint;
  readonly doc: string;
  readonly audit: string;
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
    const values = parseStored<JsonObject & { registry?: JsonObject }>(doc);
    type = { values, check: compileRegistry(values.registry ?? {}, code) };
    const [oldest] = compiled.keys();
    if (compiled.size >= COMPILED && oldest !== undefined) compiled.delete(oldest);
    compiled.set(key, type);
  }
  return type;
}
