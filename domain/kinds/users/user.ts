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

/** Its operations by id are routes of its own (api/routes/users/users.ts). */
export const user: Kind = {
  name: 'User',
  path: 'users',
  // `user` is a word of SQL.
  table: 'app_user',
  plural: 'users',
  members: {
    id: uuid(),
    code: code({ description: 'Business key.' }),
    type: code({ description: 'Code of the UserType; follows when that is renamed.' }),
    givenName: string(),
    familyName: string(),
    name: string({
      description:
        'Of a company or a group, 1 to 255 characters. Of an INDIVIDUAL it is made of givenName and familyName, or else the code, and what is sent is ignored.',
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
    groups: strings({ description: 'Codes of the groups that the user is in now: its UserUserGroups.' }),
    roles: strings({ description: 'Codes of the roles that the user has: its UserRoles.' }),
    dataTags: strings(),
    chars: free({ required: true, description: 'Characteristics by name, as the registry of the type has them.' }),
    supervisorId: uuid({ description: 'The user above; no user stands above itself.' }),
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

/** Whether a user is a person its type's `type` says, whatever the type's code is. */
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
