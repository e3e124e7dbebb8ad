import type { StoredPeriod } from '../grants/periodCheck.ts';
import type { RuleLink, StoredRights } from '../grants/storedRights.ts';

/** Returns why a time does not lie in a period: `begins at …`, `ended at …`; undefined if it does. */
function outside(period: StoredPeriod | null | undefined, now: string): string | undefined {
  const validFrom = period?.validFrom ?? undefined;
  const validTo = period?.validTo ?? undefined;
  if (validTo !== undefined && validTo <= now) return `ended at ${validTo}`;
  return validFrom !== undefined && validFrom > now ? `begins at ${validFrom}` : undefined;
}

/** Returns why a user has no rights at all; undefined for an active user. */
export function inactivity({ status, validFor }: StoredRights, now: string): string | undefined {
  if (status !== 'ENABLE') return 'The user is disabled.';
  const problem = outside(validFor, now);
  return problem && `The validity of the user ${problem}.`;
}

/** How a user has a rule, as a sentence. */
export interface Way {
  readonly sentence: string;
  /** Whether all its periods include the time. */
  readonly isValid: boolean;
}

/** Returns the ways in which links give a rule to a user: by its own roles, and by those of its groups. */
export function waysOf(rights: StoredRights, links: readonly RuleLink[], now: string): Way[] {
  return links.flatMap((link): Way[] => {
    const role = rights.roles.find(({ id }) => id === link.roleId);
    if (!role) return [];
    const shared = [
      problem('the validity of the role', outside(role.validFor, now)),
      problem('the link of the role and the rule', outside(link.period, now)),
      problem('the validity of the rule', outside(link.rule.validFor, now)),
    ];
    const own = rights.ownRoleIds.includes(role.id) ? [wayOf(`The user has the role "${role.code}"`, shared)] : [];
    const byGroups = rights.memberships
      .filter(({ roleId }) => roleId === role.id)
      .map(({ group, period, validFor }) =>
        wayOf(`The user has the role "${role.code}" through the group "${group}"`, [
          problem('the membership', outside(period, now)),
          problem('the validity of the group', outside(validFor, now)),
          ...shared,
        ]),
      );
    return [...own, ...byGroups];
  });
}

const problem = (what: string, reason: string | undefined): string | undefined => reason && `${what} ${reason}`;

function wayOf(sentence: string, problems: readonly (string | undefined)[]): Way {
  const found = problems.filter((one) => one !== undefined);
  return found.length === 0
    ? { sentence: `${sentence}.`, isValid: true }
    : { sentence: `${sentence}, but ${found.join(', and ')}.`, isValid: false };
}
