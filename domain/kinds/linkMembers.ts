import { kindNamed, kinds } from './index.ts';
import type { JsonObject, Kind, LinkMember } from './kind.ts';
import { inDeclaredOrder } from './memberOrder.ts';

/**
 * A member whose values are link records: a user's `groups` are codes in its record, and UserUserGroups. A writer of
 * either side locks the record that owns the links first, and then takes share locks on the targets, so that two writers
 * wait for each other in one order and no target is renamed meanwhile.
 */
export interface Links extends LinkMember {
  readonly owner: Kind;
  readonly link: Kind;
  readonly target: Kind;
  readonly ownColumn: string;
  readonly otherColumn: string;
}

let all: readonly Links[] | undefined;

function allLinks(): readonly Links[] {
  all ??= kinds.flatMap((owner) => (owner.links ?? []).map((rule) => resolved(owner, rule)));
  return all;
}

function resolved(owner: Kind, rule: LinkMember): Links {
  const link = kindNamed(rule.linkKind);
  const end = (member: string) => link?.references?.find((reference) => reference.member === member);
  const [own, other] = [end(rule.ownerMember), end(rule.targetMember)];
  const target = kindNamed(other?.target ?? '');
  if (!link || !own || !other || !target) throw new Error(`${owner.name}.${rule.member} is not a link`);
  return { ...rule, owner, link, target, ownColumn: own.column, otherColumn: other.column };
}

/** The members of a kind that are links. */
export const linksOf = (kind: Kind): readonly Links[] => allLinks().filter(({ owner }) => owner.name === kind.name);
/** Whose links the records of a kind are. */
export const ownersOf = (kind: Kind): readonly Links[] => allLinks().filter(({ link }) => link.name === kind.name);
/** The links that lead to the records of a kind. */
export const linksTo = (kind: Kind): readonly Links[] => allLinks().filter(({ target }) => target.name === kind.name);

/** The codes in a link member of a record. */
export const codesOf = (values: JsonObject, member: string): string[] => {
  const codes = values[member];
  return Array.isArray(codes) ? codes.filter((code): code is string => typeof code === 'string') : [];
};

/** The values with these codes in a link member, sorted and without duplicates; no codes remove the member. */
export function withCodes<V extends JsonObject>(kind: Kind, values: V, member: string, codes: readonly string[]): V {
  const { [member]: _, ...others } = values;
  return inDeclaredOrder(kind, { ...others, ...(codes.length > 0 && { [member]: [...new Set(codes)].sort() }) } as V);
}

/** Returns the link members of a record as JSON text; null for a kind without any. */
export function linksText(kind: Kind, values: JsonObject): string | null {
  const members = linksOf(kind);
  if (members.length === 0) return null;
  const links = members.flatMap(({ member }) => {
    const value = values[member];
    return value === undefined ? [] : [[member, value] as const];
  });
  return JSON.stringify(Object.fromEntries(links));
}

/** The members whose links a write makes or removes. */
export const linksChanged = (kind: Kind, before: JsonObject | undefined, after: JsonObject): Links[] =>
  linksOf(kind).filter(({ member }) => !Bun.deepEquals(codesOf(before ?? {}, member), codesOf(after, member)));
