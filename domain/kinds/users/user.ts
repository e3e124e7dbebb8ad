import { isObject } from '../../validation/values.ts';
import {
  code,
  date,
  free,
  number,
  object,
  objects,
  type StringMember,
  string,
  strings,
  uuid,
} from '../declaration/members.ts';
import { commonOperations } from '../declaration/operationSets.ts';
import type { JsonObject, Kind } from '../kind.ts';

/** Other operations of users: api/routes/users/users.ts. */
export const user: Kind = {
  name: 'User',
  path: 'users',
  // `user` is a reserved word in SQL.
  table: 'app_user',
  plural: 'users',
  members: {
    id: uuid(),
    code: code({ description: 'Business key.' }),
    type: code({ description: 'Code of the UserType. A rename of the type updates it.' }),
    givenName: string(),
    familyName: string(),
    name: string({
      description:
        'Required for types other than INDIVIDUAL, 1 to 255 characters. For an INDIVIDUAL, it is computed from givenName and familyName, or from the code if both are absent; the input is ignored.',
    }),
    email: string(),
    phoneNumber: string(),
    webSite: string(),
    status: string({ required: true, values: ['ENABLE', 'DISABLE'], default: 'ENABLE' }),
    validFrom: date(),
    validTo: date(),
    authentication: {
      type: 'string',
      required: true,
      values: ['LDAP', 'PKI', 'AD', 'PASSWORD', 'EMPTY'],
      default: 'PASSWORD',
      description: 'How the user logs in.',
    } satisfies StringMember,
    description: string(),
    groups: strings({ description: 'Codes of the current groups of the user, from its UserUserGroups.' }),
    roles: strings({ description: 'Codes of the roles of the user, from its UserRoles.' }),
    dataTags: strings(),
    chars: free({ required: true, description: 'Characteristics by name, validated by the registry of the type.' }),
    supervisorId: uuid({ description: 'The supervisor. The hierarchy has no cycles.' }),
    regions: objects({ regionId: uuid(), coefficient: number(), validFrom: date(), validTo: date() }),
    notificationConfig: object({ ignoredTemplateCodes: strings(), ignoredUserGroups: strings() }),
    modulesIds: strings({ uuids: true }),
  },
  operations: commonOperations,
  titles: { save: 'Create new user' },
  keepsHistory: true,
  references: [
    { member: 'type', target: 'UserType', by: 'code', column: 'type_id', denormalized: true },
    {
      member: 'supervisorId',
      target: 'User',
      by: 'id',
      column: 'supervisor_id',
      hierarchyLockTable: 'app_user_hierarchy_lock',
    },
  ],
  links: [
    { member: 'groups', linkKind: 'UserUserGroup', ownerMember: 'userId', targetMember: 'userGroupId' },
    { member: 'roles', linkKind: 'UserRole', ownerMember: 'userId', targetMember: 'roleId' },
  ],
  typeMember: 'type',
  applyType: named,
  check: (values) => [
    ...endsBeforeItBegins(values, ''),
    ...(Array.isArray(values.regions) ? values.regions : []).flatMap((region, index) =>
      isObject(region) ? endsBeforeItBegins(region, `regions[${index}].`) : [],
    ),
  ],
};

/** Computes the name of an INDIVIDUAL; requires a name of any other user. The `type` of its UserType decides. */
function named(values: JsonObject, type: JsonObject): { values: JsonObject; problems: string[] } {
  const { code, givenName, familyName, name } = values;
  if (type.type === 'INDIVIDUAL') {
    const names = [givenName, familyName].filter((part) => typeof part === 'string' && part !== '');
    return { values: { ...values, name: names.join(' ') || (code ?? '') }, problems: [] };
  }
  if (typeof name !== 'string') return { values, problems: ['name: is required'] };
  const { length } = [...name];
  return { values, problems: length >= 1 && length <= 255 ? [] : ['name: must have 1 to 255 characters'] };
}

const endsBeforeItBegins = ({ validFrom, validTo }: JsonObject, at: string): string[] =>
  typeof validFrom === 'string' && typeof validTo === 'string' && validTo < validFrom
    ? [`${at}validTo: must not be before validFrom`]
    : [];
