import fc from 'fast-check';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { RuleOfCaller } from '../api/callers.ts';

/**
 * Pairs of sets of records that differ only in records that a caller cannot read. Each set of a pair is stored in a
 * database of its own, with the same ids. The codes of a pair begin with its name, and so do those that its rules let
 * through: the records of other pairs in the same databases are hidden too.
 */

export const worldKinds = ['UserGroupType', 'UserGroup', 'WorklogType', 'Sharing'] as const;
export type WorldKind = (typeof worldKinds)[number];

/** The members that rules and requests distinguish records by. */
export interface Content {
  readonly title: 'alpha' | 'beta' | 'gamma';
  readonly description?: 'shown' | 'secret';
}

/** A record in both databases, in one, or as two different ones. */
interface Slot {
  readonly first: Content;
  /** In the second database, if both are hidden. */
  readonly second: Content | undefined;
  /** Earlier versions, if they are hidden. */
  readonly past: readonly [Content, Content];
  /** The code of a hidden record differs. */
  readonly renamed: boolean;
  /** Selects the group's type and parent. */
  readonly linked: readonly [number, number];
}

interface Grant {
  readonly on: keyof typeof tests;
  readonly right: 'READ' | 'READ_WRITE';
}

export interface World {
  readonly slots: Readonly<Record<WorldKind, readonly Slot[]>>;
  readonly grants: Readonly<Record<WorldKind, readonly Grant[]>>;
}

/** Each test of a rule as filters on the members, and as a plain function. */
const tests = {
  shown: {
    filters: () => [{ column: 'description', value: 'shown' }],
    holds: ({ description }: Content) => description === 'shown',
  },
  alphaOrBeta: {
    filters: (title: string) => [{ column: title, operator: 'IN', value: 'alpha,beta' }],
    holds: ({ title }: Content) => title !== 'gamma',
  },
  endsWithA: {
    filters: (title: string) => [
      { column: title, operator: 'LIKE', value: '%ma' },
      { column: 'description', operator: 'IS_NULL' },
    ],
    holds: ({ title, description }: Content) => title === 'gamma' && description === undefined,
  },
} as const;

/** The member that has the title of a record. */
export const titleOf = (kind: WorldKind): string => (kind === 'Sharing' ? 'ownerId' : 'name');

export function rulesOf({ grants }: World, name: string): RuleOfCaller[] {
  return worldKinds.flatMap((kind) =>
    grants[kind].map(({ on, right }) => ({
      entityName: kind,
      // Types are only read: a group that is hidden prevents the deletion of its type, as decided.
      accessRule: kind === 'UserGroupType' ? ('READ' as const) : right,
      expression: [
        kind === 'Sharing'
          ? { column: 'ownerType', value: name }
          : { column: 'code', operator: 'LIKE', value: `${name}-%` },
        ...tests[on].filters(titleOf(kind)),
      ],
    })),
  );
}

const isVisible = ({ grants }: World, kind: WorldKind, content: Content): boolean =>
  grants[kind].some(({ on }) => tests[on].holds(content));

/** Returns the same id for the same text. */
export function idOf(text: string): string {
  const hex = new Bun.CryptoHasher('md5').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export interface StoredVersion {
  readonly kind: WorldKind;
  readonly values: JsonObject;
}

/** Returns the versions of records to store in the databases, in this order. */
export function recordsOf(world: World, name: string): [first: StoredVersion[], second: StoredVersion[]] {
  const both: [StoredVersion[], StoredVersion[]] = [[], []];
  for (const kind of worldKinds) {
    for (const [index, slot] of world.slots[kind].entries()) {
      const visible = isVisible(world, kind, slot.first);
      for (const [side, into] of both.entries()) {
        const content = contentOf(world, kind, slot, side);
        if (!content) continue;
        const suffix = side === 1 && !visible && slot.renamed && kind !== 'UserGroupType' ? 'x' : '';
        const values = (of: Content) => valuesOf(kind, { name, world, slot, content: of, code: `${index}${suffix}` });
        const id = idOf(`${name} ${kind} ${index}`);
        const past = pastOf(world, kind, slot, side);
        if (past) into.push({ kind, values: { id, ...values(past) } });
        into.push({ kind, values: { id, ...values(content) } });
      }
    }
  }
  return both;
}

/** The databases differ in an earlier version too, if it is hidden in both. */
function pastOf(world: World, kind: WorldKind, { past }: Slot, side: number): Content | undefined {
  return past.some((version) => isVisible(world, kind, version)) ? undefined : past[side];
}

function contentOf(world: World, kind: WorldKind, { first, second }: Slot, side: number): Content | undefined {
  if (side === 0 || isVisible(world, kind, first)) return first;
  if (second && !isVisible(world, kind, second)) return second;
  return kind === 'UserGroupType' ? first : undefined;
}

interface Naming {
  readonly name: string;
  readonly world: World;
  readonly slot: Slot;
  readonly content: Content;
  readonly code: string;
}

function valuesOf(kind: WorldKind, { name, world, slot, content, code }: Naming): JsonObject {
  const { title, ...rest } = content;
  const [type, parent] = slot.linked;
  switch (kind) {
    case 'Sharing':
      return {
        ownerType: name,
        ownerId: title,
        refType: 'R',
        refId: `r${type % 2}`,
        isPublic: parent % 2 === 0,
        // No two are the same.
        sharingTypeCode: code,
        ...rest,
      };
    case 'UserGroupType':
      return { code: `${name}-t${code}`, name: title, registry: {}, ...rest };
    case 'UserGroup': {
      const types = world.slots.UserGroupType.length;
      const above = world.slots.UserGroup[parent];
      const isInBoth = above !== undefined && contentOf(world, kind, above, 1) !== undefined;
      const isInSecond = contentOf(world, kind, slot, 1) !== undefined;
      const isBefore = parent < Number.parseInt(code, 10);
      return {
        ...{ code: `${name}-g${code}`, name: title, type: `${name}-t${type % types}`, chars: { color: title } },
        ...(isInBoth && isInSecond && isBefore && { parentUserGroupId: idOf(`${name} ${kind} ${parent}`) }),
        ...rest,
      };
    }
    case 'WorklogType':
      return { code: `${name}-w${code}`, name: title, ...rest };
  }
}

export const content: fc.Arbitrary<Content> = fc.record(
  { title: fc.constantFrom('alpha', 'beta', 'gamma'), description: fc.constantFrom('shown', 'secret') },
  { requiredKeys: ['title'] },
);

const slot: fc.Arbitrary<Slot> = fc.record({
  first: content,
  second: fc.option(content, { nil: undefined }),
  past: fc.tuple(content, content),
  renamed: fc.boolean(),
  linked: fc.tuple(fc.nat(5), fc.nat(5)),
});

const grants: fc.Arbitrary<Grant[]> = fc.array(
  fc.record({
    on: fc.constantFrom(...(Object.keys(tests) as (keyof typeof tests)[])),
    right: fc.constantFrom('READ', 'READ_WRITE'),
  }),
  { minLength: 1, maxLength: 2 },
);

export const world: fc.Arbitrary<World> = fc.record({
  slots: fc.record({
    UserGroupType: fc.array(slot, { minLength: 1, maxLength: 3 }),
    UserGroup: fc.array(slot, { minLength: 2, maxLength: 6 }),
    WorklogType: fc.array(slot, { minLength: 2, maxLength: 6 }),
    Sharing: fc.array(slot, { minLength: 2, maxLength: 5 }),
  }),
  grants: fc.record({ UserGroupType: grants, UserGroup: grants, WorklogType: grants, Sharing: grants }),
});
