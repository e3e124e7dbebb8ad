import type { Database, Transaction } from '../../db/client.ts';
import {
  insertLinks,
  type NewLink,
  type Relinked,
  removeRows,
  rewriteLinked,
  setLinksUntil,
} from '../../db/queries/relations/linkRows.ts';
import { kindNamed, kinds } from '../kinds/index.ts';
import type { Audit, Caller, JsonObject, Kind, LinkMember, Values } from '../kinds/kind.ts';
import { inDeclaredOrder } from '../records/memberOrder.ts';
import { isValidAt } from '../records/presentRecord.ts';
import { firstAudit, indexSyncData, newId, recordTexts } from '../records/record.ts';
import { tableOf } from '../records/table.ts';
import { describe } from '../validation/values.ts';

/**
 * Members that are link records seen from one end: a user's `groups` are codes in its record, and the UserUserGroups
 * themselves. Whoever writes either side holds the record that owns the links first, so that two writers take turns;
 * then shares of the records that the links lead to, so that these are not renamed meanwhile.
 */
export interface Links extends LinkMember {
  readonly owner: Kind;
  readonly link: Kind;
  readonly target: Kind;
  readonly ownColumn: string;
  readonly otherColumn: string;
}

/** As many records are looked at together. */
const TOGETHER = 500;

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
  if (!link || !own || !other || !target) throw new Error(`${owner.name}.${rule.member} is no link`);
  return { ...rule, owner, link, target, ownColumn: own.column, otherColumn: other.column };
}

/** The members of a kind that are links. */
export const linksOf = (kind: Kind): readonly Links[] => allLinks().filter(({ owner }) => owner.name === kind.name);
/** Whose links the records of a kind are. */
export const ownersOf = (kind: Kind): readonly Links[] => allLinks().filter(({ link }) => link.name === kind.name);
/** The links that lead to the records of a kind. */
export const linksTo = (kind: Kind): readonly Links[] => allLinks().filter(({ target }) => target.name === kind.name);

/** A code that a link was to lead to is gone since it was looked up. */
export class LinkTargetMissing extends Error {
  override readonly name = 'TargetGone';
}

/** Looks up the codes, and brings them into the one form that a record keeps: each once, sorted, absent when none. */
export async function resolveLinks(
  sql: Database | Transaction,
  kind: Kind,
  settled: readonly { values: JsonObject; problems: string[] }[],
): Promise<void> {
  for (const { member, target } of linksOf(kind)) {
    const codes = new Set(settled.flatMap(({ values }) => codesOf(values, member)));
    const rows =
      codes.size === 0
        ? []
        : await sql<{ code: string }[]>`
      select code from ${sql(target.table)} where code = any(${[...codes]}::text[])`;
    const there = new Set(rows.map(({ code }) => code));
    for (const one of settled) {
      for (const [index, code] of codesOf(one.values, member).entries()) {
        if (!there.has(code))
          one.problems.push(`${member}[${index}]: no ${target.name} has the code ${describe(code)}`);
      }
      one.values = withCodes(kind, one.values, member, codesOf(one.values, member));
    }
  }
}

const codesOf = (values: JsonObject, member: string): string[] => {
  const codes = values[member];
  return Array.isArray(codes) ? codes.filter((code): code is string => typeof code === 'string') : [];
};

function withCodes<V extends JsonObject>(kind: Kind, values: V, member: string, codes: readonly string[]): V {
  const { [member]: _, ...others } = values;
  return inDeclaredOrder(kind, { ...others, ...(codes.length > 0 && { [member]: [...new Set(codes)].sort() }) } as V);
}

/** The members whose links a write makes or removes. */
export const linksChanged = (kind: Kind, before: JsonObject | undefined, after: JsonObject): Links[] =>
  linksOf(kind).filter(({ member }) => !Bun.deepEquals(codesOf(before ?? {}, member), codesOf(after, member)));

interface LinkRow {
  readonly id: string;
  readonly owner: string;
  readonly doc: string;
  readonly code: string;
}

/** Shares of the targets are taken in one order; what they are called is read once they are held. */
const linkRows = (
  transaction: Transaction,
  { link, target, ownColumn, otherColumn }: Links,
  owners: readonly string[],
) =>
  transaction<LinkRow[]>`
    select l.id, l.${transaction(ownColumn)} as owner, l.doc, t.code
    from ${transaction(link.table)} l join ${transaction(target.table)} t on t.id = l.${transaction(otherColumn)}
    where l.${transaction(ownColumn)} = any(${[...owners]}::uuid[]) order by t.id, l.id for share of t`;

const periodOf = ({ doc }: { doc: string }): { validFrom?: string; validTo?: string } =>
  (JSON.parse(doc) as { period?: { validFrom?: string; validTo?: string } }).period ?? {};

/**
 * Makes the links what the records say: those that hold now and are not said go, those that are said and do not hold are
 * made, without a period; the others stay as they are. The records are written and held. Throws TargetGone.
 */
export async function makeLinks(
  transaction: Transaction,
  links: Links,
  records: readonly Values[],
  caller: Caller,
): Promise<void> {
  const { link, target, member, ownerMember, targetMember } = links;
  const now = new Date();
  for (let start = 0; start < records.length; start += TOGETHER) {
    const page = records.slice(start, start + TOGETHER);
    const codes = [...new Set(page.flatMap((values) => codesOf(values, member)))];
    const targets = await transaction<{ id: string; code: string }[]>`
      select id, code from ${transaction(target.table)} where code = any(${codes}::text[]) order by id for share`;
    if (targets.length < codes.length) throw new LinkTargetMissing(`a ${target.name} was renamed or removed`);
    const idOf = new Map(targets.map(({ id, code }) => [code, id]));
    const rows = await linkRows(
      transaction,
      links,
      page.map(({ id }) => id),
    );
    const holding = Map.groupBy(
      rows.filter((row) => isValidAt(periodOf(row), now.toISOString())),
      ({ owner }) => owner,
    );
    const gone: string[] = [];
    const made: NewLink[] = [];
    const audit = firstAudit(caller, now);
    for (const values of page) {
      const wanted = new Set(codesOf(values, member));
      const held = holding.get(values.id) ?? [];
      gone.push(...held.filter(({ code }) => !wanted.has(code)).map(({ id }) => id));
      const there = new Set(held.map(({ code }) => code));
      for (const code of wanted) {
        if (there.has(code)) continue;
        const leadsTo = idOf.get(code) as string;
        const record = { id: newId(), [ownerMember]: values.id, [targetMember]: leadsTo };
        made.push({ ...recordTexts(link, record, audit), owner: values.id, target: leadsTo });
      }
    }
    const writing = {
      who: caller.user,
      when: now.toISOString(),
      syncData: (ids: readonly string[]) => indexSyncData(link, ids, caller),
    };
    const columns = { owner: links.ownColumn, target: links.otherColumn };
    if (gone.length > 0) await removeRows(transaction, tableOf(link), 'id', gone, writing);
    if (made.length > 0) await insertLinks(transaction, tableOf(link), columns, made, writing);
  }
}

/** Holds records that own links until the transaction ends, in one order. */
export async function lockOwners(transaction: Transaction, kind: Kind, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await transaction`select from ${transaction(kind.table)} where id = any(${[...ids]}::uuid[]) order by id for update`;
}

/** Lets records say what their links are now, in doc and search text alone: no change of the records themselves. */
export async function recomputeLinks(
  transaction: Transaction,
  kind: Kind,
  all: Iterable<string>,
  caller: Caller,
): Promise<void> {
  const sorted = [...new Set(all)].sort();
  for (let start = 0; start < sorted.length; start += TOGETHER) {
    const ids = sorted.slice(start, start + TOGETHER);
    await lockOwners(transaction, kind, ids);
    const now = new Date().toISOString();
    const said = new Map<string, Record<string, string[]>>();
    const until = new Map<string, string | null>(ids.map((id) => [id, null]));
    for (const links of linksOf(kind)) {
      for (const row of await linkRows(transaction, links, ids)) {
        const { owner, code } = row;
        const period = periodOf(row);
        const next = [period.validFrom, period.validTo].filter((at) => at !== undefined && at > now).sort()[0];
        const known = until.get(owner) ?? null;
        if (next !== undefined && (known === null || next < known)) until.set(owner, next);
        if (!isValidAt(period, now)) continue;
        const members = said.get(owner) ?? {};
        members[links.member] = [...(members[links.member] ?? []), code];
        said.set(owner, members);
      }
    }
    await setLinksUntil(transaction, tableOf(kind), until);
    const rows = await transaction<{ id: string; doc: string; audit: string }[]>`
      select id, doc, audit from ${transaction(kind.table)} where id = any(${ids}::uuid[])`;
    const anew = rows.flatMap(({ id, doc, audit }): Relinked[] => {
      const before = JSON.parse(doc) as Values;
      let values = before;
      for (const { member } of linksOf(kind)) values = withCodes(kind, values, member, said.get(id)?.[member] ?? []);
      return Bun.deepEquals(before, values) ? [] : [recordTexts(kind, values, JSON.parse(audit) as Audit)];
    });
    if (anew.length > 0)
      await rewriteLinked(transaction, tableOf(kind), anew, (changed) => indexSyncData(kind, changed, caller));
  }
}

/** A record and the code that it had. */
export interface Renamed {
  readonly id: string;
  readonly from: string;
}

/**
 * Holds the records whose links lead to one that is about to be renamed. Whoever writes one of them holds it before he
 * wants a share of the renamed one: without this the two would meet crosswise, and the rename of a large group would be
 * the one to begin again.
 */
export async function lockLinked(transaction: Transaction, kind: Kind, renamed: readonly string[]): Promise<void> {
  for (const links of linksTo(kind)) {
    const { owner, link, ownColumn, otherColumn } = links;
    await transaction`
      select from ${transaction(owner.table)} where id in (
        select ${transaction(ownColumn)} from ${transaction(link.table)}
        where ${transaction(otherColumn)} = any(${[...renamed]}::uuid[]))
      order by id for update`;
  }
}

/**
 * After records were renamed: those whose links lead to them say so. Only codes change, and no other record is asked:
 * a group of 100,000 takes no shares of the other groups that its members are in.
 */
export async function propagateLinkRenames(
  transaction: Transaction,
  kind: Kind,
  renamed: readonly Renamed[],
  caller: Caller,
): Promise<void> {
  if (renamed.length === 0 || linksTo(kind).length === 0) return;
  const ids = renamed.map(({ id }) => id);
  const rows = await transaction<{ id: string; code: string }[]>`
    select id, code from ${transaction(kind.table)} where id = any(${ids}::uuid[])`;
  const codeOf = new Map(rows.map(({ id, code }) => [id, code]));
  // All at once: two records may have swapped their codes.
  const called = new Map(renamed.map(({ id, from }) => [from, codeOf.get(id) ?? from]));
  for (const { owner, link, member, ownColumn, otherColumn } of linksTo(kind)) {
    const owners = await transaction<{ id: string }[]>`
      select distinct ${transaction(ownColumn)} as id from ${transaction(link.table)}
      where ${transaction(otherColumn)} = any(${ids}::uuid[]) order by 1`;
    const pages = Array.from({ length: Math.ceil(owners.length / TOGETHER) }, (_, page) =>
      owners.slice(page * TOGETHER, (page + 1) * TOGETHER).map(({ id }) => id),
    );
    const read = async (page: readonly string[]) =>
      transaction<{ id: string; doc: string; audit: string }[]>`
        select id, doc, audit from ${transaction(owner.table)} where id = any(${[...page]}::uuid[]) order by id for update`;
    const renamedIn = ({ doc, audit }: { doc: string; audit: string }): Relinked[] => {
      const before = JSON.parse(doc) as Values;
      const codes = codesOf(before, member).map((code) => called.get(code) ?? code);
      const values = withCodes(owner, before, member, codes);
      return Bun.deepEquals(before, values) ? [] : [recordTexts(owner, values, JSON.parse(audit) as Audit)];
    };
    const write = async (anew: readonly Relinked[]): Promise<void> => {
      if (anew.length > 0)
        await rewriteLinked(transaction, tableOf(owner), anew, (changed) => indexSyncData(owner, changed, caller));
    };
    // A page is read while the one before it is made anew, and made anew while that one is written.
    let next = read(pages[0] ?? []);
    let writing = write([]);
    for (const [index] of pages.entries()) {
      const held = await next;
      next = watched(read(pages[index + 1] ?? []));
      const anew = held.flatMap(renamedIn);
      await writing;
      writing = watched(write(anew));
    }
    await next;
    await writing;
  }
}

/** One that fails while another is waited for: both do, and whoever waits for either is told. */
function watched<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
