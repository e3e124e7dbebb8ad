import { preferenceProblems } from '../../notifications/rules/preferences.ts';
import { isObject } from '../../validation/values.ts';
import {
  code,
  date,
  free,
  number,
  object,
  objects,
  primaryKey,
  type StringMember,
  string,
  strings,
  uuid,
} from '../declaration/members.ts';
import { codedOperations, without } from '../declaration/operationSets.ts';
import type { AppliedType, Json, JsonObject, Kind } from '../kind.ts';
import { phoneWarnings } from './phoneWarnings.ts';

/** Other operations of users: api/routes/users/users.ts. */
export const user: Kind = {
  name: 'User',
  path: 'users',
  // `user` is a reserved word in SQL.
  table: 'app_user',
  plural: 'users',
  description:
    'A person, a work group, an organization or an external system that works with the platform. Its type decides which characteristics it has.',
  members: {
    id: primaryKey(),
    code: code({ description: 'Business key.' }),
    type: code({ description: 'Code of the UserType. A rename of the type updates it.' }),
    givenName: string({ description: 'Given name of a person.' }),
    familyName: string({ description: 'Family name of a person.' }),
    name: string({
      filled: true,
      description:
        'Required for types other than INDIVIDUAL, 1 to 255 characters. For an INDIVIDUAL, it is computed from givenName and familyName, or from the code if both are absent; the input is ignored.',
    }),
    email: string({ format: 'email', description: 'An e-mail address (RFC 5321, RFC 6531).' }),
    phoneNumber: string({
      format: 'phone',
      description:
        'A phone number of 3 to 15 digits in any usual notation, such as +420 601 234 567. One to which no SMS can be sent causes a warning in X-Warnings.',
    }),
    webSite: string({ format: 'httpUrl', description: 'An http or https URL.' }),
    status: string({
      required: true,
      values: ['ENABLE', 'DISABLE'],
      default: 'ENABLE',
      description: 'A user with DISABLE cannot sign in, and has no rights.',
    }),
    validFrom: date({ description: 'Start of the validity; without it there is no start.' }),
    validTo: date({ description: 'End of the validity; without it there is no end.' }),
    authentication: {
      type: 'string',
      required: true,
      values: ['LDAP', 'PKI', 'AD', 'PASSWORD', 'EMPTY'],
      default: 'PASSWORD',
      description: 'How the user logs in.',
    } satisfies StringMember,
    description: string({ description: 'A comment.' }),
    groups: strings({ description: 'Codes of the current groups of the user, from its UserUserGroups.' }),
    roles: strings({ description: 'Codes of the roles of the user, from its UserRoles.' }),
    dataTags: strings({ description: 'Tags by which applications group users.' }),
    chars: free({ required: true, description: 'Characteristics by name, validated by the registry of the type.' }),
    supervisorId: uuid({ description: 'The supervisor. The hierarchy has no cycles.' }),
    regions: objects(
      {
        regionId: uuid({ description: 'Id of the region.' }),
        coefficient: number({ description: 'Weight of the region for this user.' }),
        validFrom: date({ description: 'Start of the assignment.' }),
        validTo: date({ description: 'End of the assignment.' }),
      },
      { description: 'Regions of the user. Each needs a regionId, and no two are the same.' },
    ),
    notificationConfig: object(
      {
        ignoredTemplateCodes: strings({ description: 'Codes of NotificationRules and FormatterTemplates.' }),
        ignoredUserGroups: strings({ description: 'Codes of UserGroups.' }),
        quietFrom: string({ description: 'Start of the quiet hours, as HH:mm in timeZone.' }),
        quietTo: string({
          description: 'End of the quiet hours. E-mails and SMS wait until then, unless their rule is critical.',
        }),
        timeZone: string({ description: 'Time zone of the user, such as Europe/Prague.' }),
        language: string({ description: 'Language of messages, such as cs or en-GB, where their rule has it.' }),
      },
      { description: 'Notifications that the user does not get, and when and in which language it gets the others.' },
    ),
    modulesIds: strings({ uuids: true, description: 'Ids of the application modules of the user.' }),
  },
  operations: without(codedOperations, 'updateById', 'patchById'),
  titles: { save: 'Create new user' },
  keepsHistory: true,
  guarded: true,
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
  codeLists: [
    {
      member: 'notificationConfig',
      list: 'ignoredTemplateCodes',
      targets: ['NotificationRule', 'FormatterTemplate'],
    },
    { member: 'notificationConfig', list: 'ignoredUserGroups', targets: ['UserGroup'] },
  ],
  typeMember: 'type',
  applyType: { members: ['type'], apply: named },
  warnings: phoneWarnings,
  checkValue: (member, value) => {
    if (member === 'notificationConfig') return preferenceProblems(value);
    return member === 'regions' && Array.isArray(value) ? regionProblems(value) : [];
  },
};

function regionProblems(regions: readonly Json[]): string[] {
  return regions.flatMap((region, index) => {
    if (!isObject(region) || region.regionId === undefined) return [`regions[${index}].regionId: is required`];
    const first = regions.findIndex((other) => Bun.deepEquals(other, region));
    return first < index ? [`regions[${index}]: is the same as regions[${first}]`] : [];
  });
}

/** Computes the name of an INDIVIDUAL; requires a name of any other user. The `type` of its UserType decides. */
function named(values: JsonObject, type: JsonObject): AppliedType {
  const { code, givenName, familyName, name } = values;
  if (type.type === 'INDIVIDUAL') {
    const names = [givenName, familyName].filter((part) => typeof part === 'string' && part !== '');
    const computed = names.join(' ') || (code ?? '');
    const text = 'name: must have 1 to 255 characters, as computed from givenName and familyName';
    const isStored = (stored: JsonObject) => stored.name === computed;
    // A code that is absent has a problem of its own.
    const valueProblems = code === undefined || hasLengthOfName(computed) ? [] : [{ text, isStored }];
    return { values: { ...values, name: computed }, problems: [], valueProblems };
  }
  const required = typeof name === 'string' ? [] : ['name: is required'];
  const problems =
    typeof name !== 'string' || hasLengthOfName(name) ? required : ['name: must have 1 to 255 characters'];
  return { values, problems, valueProblems: [] };
}

function hasLengthOfName(name: Json): boolean {
  const { length } = typeof name === 'string' ? [...name] : [];
  return length >= 1 && length <= 255;
}
