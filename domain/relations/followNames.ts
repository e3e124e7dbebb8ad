import { type LastState, lastStates } from '../../db/queries/records/formerCodes.ts';
import { isReadable } from '../access/reach.ts';
import { kindNamed } from '../kinds/index.ts';
import type { Json, JsonObject, Kind, Reference, Values } from '../kinds/kind.ts';
import { codesOf, linksOf, withCodes } from '../kinds/linkMembers.ts';
import type { Services } from '../ports/services.ts';
import { isCopy } from '../records/table.ts';
import { describe, isObject } from '../validation/values.ts';
import { formerHolders } from './formerHolders.ts';
import { listedIn } from './listedCodes.ts';

/**
 * An earlier version of a record contains the codes that other records had then. They may have been renamed since, and
 * their codes may belong to others: the records are found by their histories, and their present codes are put in place.
 */

/** A state of a record to be brought up to date. */
export interface FormerState {
  readonly values: Values;
  /** When it was written; ms since 1970. */
  readonly at: number;
  /** The newest state of the record, whose codes its readers see. */
  readonly newest: JsonObject;
}

export interface FollowedNames {
  readonly values: Values;
  /** Records that were deleted since, each with the path of its code. */
  readonly problems: string[];
}

export async function followNames(
  services: Services,
  kind: Kind,
  { values: former, at, newest }: FormerState,
): Promise<FollowedNames> {
  const problems: string[] = [];
  let values: Values = structuredClone(former);
  const places = namesIn(kind, values);
  const holders = await holdersOf(services, places, at);
  const known = new Set(namesIn(kind, newest).map(({ path, code }) => `${memberOf(path)} ${code}`));
  for (const place of places) {
    const found = place.targets.flatMap((target) => {
      const state = holders.get(target.name)?.get(place.code);
      return state ? [{ target, state }] : [];
    });
    // A record without a history is validated as any other.
    if (found.length === 0) continue;
    const codes = found.flatMap(({ target, state }) => {
      const code = state.id === values.id ? String(values.code) : state.code;
      const isKnown = isReadable(services, target, state) || known.has(`${memberOf(place.path)} ${code}`);
      return state.isDeleted || code === null || !isKnown ? [] : [code];
    });
    if (codes.length > 0) setAt(values, place.path, codes);
    else problems.push(missing(services, place, found));
  }
  for (const { member, list, element } of kind.codeLists ?? []) {
    const container = values[member];
    const codes = isObject(container) ? container[list] : undefined;
    if (element === undefined && isObject(container) && Array.isArray(codes))
      container[list] = [...new Set(codes.flat())];
  }
  values = await followLinks(services, kind, { values, at, problems });
  for (const rule of kind.references ?? []) if (isCopy(kind, rule)) await followCopy(services, rule, values, problems);
  return { values, problems };
}

interface NamedCode {
  readonly path: string;
  readonly code: string;
  /** The kinds of which it may be. */
  readonly targets: readonly Kind[];
}

/** The codes of other records in a record, but for links, which its readers see as far as they may. */
function namesIn(kind: Kind, values: JsonObject): NamedCode[] {
  const targetsOf = (names: readonly string[]) => names.flatMap((name) => kindNamed(name) ?? []);
  const references = (kind.references ?? []).flatMap((rule): NamedCode[] => {
    const code = values[rule.member];
    return rule.by === 'code' && typeof code === 'string'
      ? [{ path: rule.member, code, targets: targetsOf([rule.target]) }]
      : [];
  });
  const lists = (kind.codeLists ?? []).flatMap((list) =>
    listedIn(values, list).map(({ path, code }): NamedCode => ({ path, code, targets: targetsOf(list.targets) })),
  );
  const free = (kind.codeReferences?.findCodes(values) ?? []).map(
    ({ path, code }): NamedCode => ({ path, code, targets: targetsOf([kind.codeReferences?.target ?? '']) }),
  );
  return [...references, ...lists, ...free];
}

const memberOf = (path: string): string => /^[^.[]*/.exec(path)?.[0] ?? '';

async function holdersOf(
  services: Services,
  places: readonly NamedCode[],
  at: number,
): Promise<ReadonlyMap<string, ReadonlyMap<string, LastState>>> {
  const holders = new Map<string, ReadonlyMap<string, LastState>>();
  for (const target of new Set(places.flatMap(({ targets }) => targets))) {
    const codes = places.flatMap(({ targets, code }) => (targets.includes(target) ? [code] : []));
    holders.set(target.name, await formerHolders(services, target, [...new Set(codes)], at));
  }
  return holders;
}

/** Puts the only code, or an array of them, at a path such as `config.attachments[0].templateCode`. */
function setAt(values: JsonObject, path: string, codes: readonly string[]): void {
  const names = path.split(/[.[\]]+/).filter((name) => name !== '');
  const last = names.pop() ?? '';
  const container = names.reduce<Json | undefined>((inner, name) => (inner as JsonObject | undefined)?.[name], values);
  const [code = ''] = codes;
  if (container) (container as JsonObject)[last] = codes.length === 1 ? code : [...codes];
}

/** A record that the caller could not read is like one that never existed. */
function missing(
  services: Services,
  { path, code, targets }: NamedCode,
  found: readonly { readonly target: Kind; readonly state: LastState }[],
): string {
  const names = targets.map(({ name }) => name).join(' or ');
  const wasVisible = found.every(({ target, state }) => state.isDeleted && isReadable(services, target, state));
  return `${path}: no ${names} has the code ${describe(code)}${wasVisible ? ' of that time, it was deleted' : ''}`;
}

/** Links to records out of reach follow too: the caller neither sees nor changes them. */
async function followLinks(
  services: Services,
  kind: Kind,
  { values: former, at, problems }: { readonly values: Values; readonly at: number; readonly problems: string[] },
): Promise<Values> {
  let values = former;
  for (const { member, target } of linksOf(kind)) {
    const codes = codesOf(values, member);
    const holders = await formerHolders(services, target, codes, at);
    const followed = codes.flatMap((code, index) => {
      const state = holders.get(code);
      if (!state) return [code];
      if (!state.isDeleted) return state.code === null ? [] : [state.code];
      if (isReadable(services, target, state))
        problems.push(
          `${member}[${index}]: no ${target.name} has the code ${describe(code)} of that time, it was deleted`,
        );
      return [];
    });
    values = withCodes(kind, values, member, followed);
  }
  return values;
}

/** A copy has the id of its record, whose present code and name replace those of the copy. */
async function followCopy(
  services: Services,
  { member, target: name }: Reference,
  values: Values,
  problems: string[],
): Promise<void> {
  const [copy, target] = [values[member], kindNamed(name)];
  if (!target || !isObject(copy) || typeof copy.id !== 'string') return;
  const [state] = await lastStates(services.sql, { table: target.table, kind: name }, [copy.id]);
  if (state?.isDeleted && isReadable(services, target, state))
    problems.push(`${member}: no ${name} has the code ${describe(copy.code)} of that time, it was deleted`);
  values[member] = { id: copy.id };
}
