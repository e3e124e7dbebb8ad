import type { Kind } from './kind.ts';

/** Configured defaults by kind and member. */
export type MemberDefaults = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Returns the kind with the configured defaults of its members in place of the declared ones. Throws if a configured
 * member is not a string.
 */
export function withConfiguredDefaults<K extends Pick<Kind, 'name' | 'members'>>(
  { memberDefaults }: { readonly memberDefaults?: MemberDefaults },
  kind: K,
): K {
  const configured = memberDefaults?.[kind.name];
  if (!configured) return kind;
  const members = { ...kind.members };
  for (const [name, value] of Object.entries(configured)) {
    const member = members[name];
    if (member?.type !== 'string')
      throw new Error(`${kind.name}.${name} is not a string member: it cannot have a configured default`);
    members[name] = { ...member, default: value };
  }
  return { ...kind, members };
}
