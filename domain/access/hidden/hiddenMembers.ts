import { kindNamed } from '../../kinds/index.ts';
import type { JsonObject, Kind } from '../../kinds/kind.ts';
import { codesOf, linksOf, withCodes } from '../../kinds/linkMembers.ts';
import { parseJson } from '../../validation/parseJson.ts';
import { isObject } from '../../validation/values.ts';
import { type ReadScope, readableRows } from '../reach.ts';

/**
 * Members that show the code or the name of other records: the links of a user, and copies such as `userGroup` of a
 * region. A caller that may not read such a record does not see it there either, and changes of the caller leave it as
 * it is. Callers that may read all records of the target kinds cost no query.
 */

/** A member that shows records of a kind. A link shows an array of codes, a copy an id, a code and a name. */
export interface ShowingMember {
  readonly member: string;
  readonly target: Kind;
  readonly type: 'link' | 'copy';
}

const cache = new WeakMap<Kind, readonly ShowingMember[]>();

function showingMembers(kind: Kind): readonly ShowingMember[] {
  let members = cache.get(kind);
  if (!members) {
    const copies = (kind.references ?? []).flatMap((rule): ShowingMember[] => {
      const target = kindNamed(rule.target);
      return target && kind.members[rule.member]?.type === 'reference'
        ? [{ member: rule.member, target, type: 'copy' }]
        : [];
    });
    members = [
      ...linksOf(kind).map(({ member, target }): ShowingMember => ({ member, target, type: 'link' })),
      ...copies,
    ];
    cache.set(kind, members);
  }
  return members;
}

/** Returns the members of a kind that may show records which the caller may not read. */
export function membersThatMayHide({ access }: Pick<ReadScope, 'access'>, kind: Kind): readonly ShowingMember[] {
  if (access.unrestricted) return [];
  return showingMembers(kind).filter(({ target }) => access.of(target).read !== 'all');
}

/** The codes of a link, or the id of a copy. */
function keysOf({ member, type }: ShowingMember, values: JsonObject): string[] {
  if (type === 'link') return codesOf(values, member);
  const copy = values[member];
  return isObject(copy) && typeof copy.id === 'string' ? [copy.id] : [];
}

interface MaskedMember extends ShowingMember {
  /** The keys of the records that the caller may read. */
  readonly visible: ReadonlySet<string>;
}

/** What a caller sees of records of one kind. */
export class Mask {
  readonly #members: readonly MaskedMember[];

  constructor(members: readonly MaskedMember[]) {
    this.#members = members;
  }

  /** Whether nothing can be hidden. */
  get isTransparent(): boolean {
    return this.#members.length === 0;
  }

  /** Returns the record without hidden codes and names: the same object if it has none. Of a hidden copy, only the id is shown. */
  show(record: JsonObject): JsonObject {
    let shown = record;
    for (const member of this.#members) {
      if (this.#hiddenKeys(member, record).length === 0) continue;
      const { [member.member]: value, ...others } = shown;
      const left =
        member.type === 'link'
          ? this.#visibleCodes(member, record)
          : { id: isObject(value) ? (value.id ?? null) : null };
      const isEmpty = Array.isArray(left) && left.length === 0;
      // In the place of the member, because the order of the members is that of the declaration.
      shown = isEmpty ? others : { ...shown, [member.member]: left };
    }
    return shown;
  }

  /** As `show`, for the text of a record. */
  showText(text: string): string {
    if (this.isTransparent) return text;
    const record = parseJson(text) as JsonObject;
    const shown = this.show(record);
    return shown === record ? text : JSON.stringify(shown);
  }

  /** Returns the values that a change leads to: those that were sent, with the hidden codes of the stored record. */
  withHidden<V extends JsonObject>(kind: Kind, sent: V, stored: JsonObject): V {
    let values = sent;
    for (const member of this.#members) {
      const hidden = member.type === 'link' ? this.#hiddenKeys(member, stored) : [];
      if (hidden.length > 0)
        values = withCodes(kind, values, member.member, [...codesOf(values, member.member), ...hidden]);
    }
    return values;
  }

  /** Whether the links of two states of a record have the same hidden codes. */
  hidesSameLinks(one: JsonObject, other: JsonObject): boolean {
    return this.#members.every(
      (member) =>
        member.type === 'copy' || Bun.deepEquals(this.#hiddenKeys(member, one), this.#hiddenKeys(member, other)),
    );
  }

  #hiddenKeys(member: MaskedMember, record: JsonObject): string[] {
    return keysOf(member, record).filter((key) => !member.visible.has(key));
  }

  #visibleCodes(member: MaskedMember, record: JsonObject): string[] {
    return keysOf(member, record).filter((key) => member.visible.has(key));
  }
}

/** Returns what the caller sees of these records. One query for each member that may hide something. */
export async function maskOf(scope: ReadScope, kind: Kind, records: readonly JsonObject[]): Promise<Mask> {
  return makeMask(scope, kind, (member) => [...new Set(records.flatMap((values) => keysOf(member, values)))]);
}

/** Returns what the caller sees of all records of a kind, for statements whose rows are streamed. */
export const maskOfAll = (scope: ReadScope, kind: Kind): Promise<Mask> => makeMask(scope, kind);

async function makeMask(
  scope: ReadScope,
  kind: Kind,
  keysFor?: (member: ShowingMember) => readonly string[],
): Promise<Mask> {
  const members: MaskedMember[] = [];
  for (const member of membersThatMayHide(scope, kind))
    members.push({ ...member, visible: await visibleKeys(scope, member, keysFor?.(member)) });
  return new Mask(members);
}

/** @param keys the keys in question; all if absent */
async function visibleKeys(
  scope: ReadScope,
  { target, type }: ShowingMember,
  keys?: readonly string[],
): Promise<ReadonlySet<string>> {
  if (scope.access.of(target).read === 'none' || keys?.length === 0) return new Set();
  const column = type === 'link' ? 'code' : 'id';
  const source = `select ${column} as key from ${readableRows(scope, target)} as readable`;
  const array = type === 'link' ? 'text[]' : 'uuid[]';
  const rows = keys
    ? await scope.sql.unsafe<{ key: string }[]>(`${source} where ${column} = any($1::${array})`, [[...keys]])
    : await scope.sql.unsafe<{ key: string }[]>(source);
  return new Set(rows.map(({ key }) => key));
}

/** Returns the stored texts of records as the caller may see them. */
export async function visibleRows<Row extends { readonly doc: string }>(
  scope: ReadScope,
  kind: Kind,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (membersThatMayHide(scope, kind).length === 0) return rows;
  const records = rows.map(({ doc }) => parseJson(doc) as JsonObject);
  const mask = await maskOf(scope, kind, records);
  return rows.map((row, index) => {
    const record = records[index];
    const shown = record && mask.show(record);
    return shown === record ? row : { ...row, doc: JSON.stringify(shown) };
  });
}

/** As `visibleRows`, for one record. */
export async function visibleRow<Row extends { readonly doc: string }>(
  scope: ReadScope,
  kind: Kind,
  row: Row,
): Promise<Row> {
  const [visible] = await visibleRows(scope, kind, [row]);
  return visible ?? row;
}

/** As `visibleRows`, for the whole texts of records. */
export async function visibleTexts(scope: ReadScope, kind: Kind, texts: readonly string[]): Promise<readonly string[]> {
  const rows = await visibleRows(
    scope,
    kind,
    texts.map((doc) => ({ doc })),
  );
  return rows.map(({ doc }) => doc);
}
