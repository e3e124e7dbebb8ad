import type { ConfigurationContext, Json, JsonObject, Kind } from './kind.ts';

/** Configured defaults by kind and member. */
export type MemberDefaults = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Returns the kind with the configured defaults of its members in place of the declared ones, and with checks of values that
 * know the configuration. Throws if a configured member is not a string.
 */
export function withConfiguration(
  configuration: ConfigurationContext & { readonly memberDefaults?: MemberDefaults },
  kind: Kind,
): Kind {
  const defaults = configuration.memberDefaults?.[kind.name];
  const { checkValue, checkNew } = kind;
  if (!defaults && !checkValue && !checkNew) return kind;
  const members = { ...kind.members };
  for (const [name, value] of Object.entries(defaults ?? {})) {
    const member = members[name];
    if (member?.type !== 'string')
      throw new Error(`${kind.name}.${name} is not a string member: it cannot have a configured default`);
    members[name] = { ...member, default: value };
  }
  return {
    ...kind,
    members,
    ...(checkValue && { checkValue: (name: string, value: Json) => checkValue(name, value, configuration) }),
    ...(checkNew && { checkNew: (values: JsonObject) => checkNew(values, configuration) }),
  };
}
