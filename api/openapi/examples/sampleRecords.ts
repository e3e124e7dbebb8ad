import { hasCode } from '../../../domain/kinds/declaration/members.ts';
import { kindNamed, kinds } from '../../../domain/kinds/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';

/** The records that examples name. The records of a kind differ by their number. */
type MakeRecord = (number: number) => JsonObject;

/** What the records of one kind are for: each example that creates or deletes a record has its own. */
export const numbers = {
  stored: 0,
  created: 1,
  compared: 2,
  bulk: 3,
  deleted: 4,
  deletedById: 5,
  member: 11,
  failed: 12,
} as const;

/** Further roles that are stored, because two links may not be the same. */
const linkedRoles = [6, 7, 8, 9, 10] as const;

const text = (texts: readonly string[], number: number): string => texts[number] ?? `${texts[0]}_${number}`;

/** Codes of the records with the numbers 0, 1 and so on. */
const coded = (codes: readonly string[], name: string, members: JsonObject = {}): MakeRecord => {
  return (number) => ({ code: text(codes, number), name: number === 0 ? name : `${name} ${number}`, ...members });
};

const outage = { salutation: 'Dear customer', street: 'Plzeňská 12' };

const roleOf = (number: number): string =>
  sampleId('Role', number === numbers.stored ? numbers.stored : (linkedRoles[number - 1] ?? 0));

/** In the order in which a service accepts them: a record refers only to records of kinds before it. */
const ownMakers: Readonly<Record<string, MakeRecord>> = {
  UserGroupType: coded(['TEAM', 'DEPOT', 'SHIFT', 'PARTNER'], 'Team', {
    registry: { size: { type: 'integer', minimum: 1 } },
  }),
  UserType: coded(['TECHNICIAN', 'DISPATCHER', 'PLANNER', 'VISITOR'], 'Technician', {
    type: 'INDIVIDUAL',
    registry: { licence: { type: 'string' } },
  }),
  Role: coded(['FIELD_WORK', 'DISPATCH', 'PLANNING', 'AUDIT'], 'Field work'),
  UserGroup: coded(['PRAGUE', 'PLZEN', 'BRNO', 'OSTRAVA'], 'Prague', {
    type: 'TEAM',
    email: 'prague@example.com',
    ldapMemberOf: 'cn=prague,ou=teams,dc=example,dc=com',
    chars: { size: 12 },
  }),
  User: (number) => ({
    code: text(['jana', 'petr', 'eva', 'karel'], number),
    type: 'TECHNICIAN',
    givenName: 'Jana',
    familyName: 'Nováková',
    email: 'jana@example.com',
    phoneNumber: '+420 601 234 567',
    chars: { licence: 'B' },
  }),
  AccessRule: coded(['READ_USERS', 'READ_GROUPS', 'READ_ROLES', 'READ_TYPES'], 'Read users', {
    entityName: 'User',
    accessRule: 'READ',
    fullAccess: true,
  }),
  RoleAccessRule: (number) => ({ roleId: roleOf(number), accessRuleId: sampleId('AccessRule') }),
  UserRole: (number) => ({ userId: sampleId('User', numbers.member), roleId: roleOf(number) }),
  UserUserGroup: (number) => ({
    userId: sampleId('User', numbers.member),
    userGroupId: sampleId('UserGroup'),
    roleInGroup: ['deputy'],
    period: { validFrom: `2026-01-0${number + 1}T00:00:00.000Z` },
  }),
  UserGroupRegion: (number) => ({ regionId: regionId(number), userGroup: { code: 'PRAGUE' } }),
  Sharing: (number) => ({
    ownerType: 'Ticket',
    ownerId: 'T-1001',
    refType: 'UserGroup',
    refId: text(['PRAGUE', 'PLZEN', 'BRNO', 'OSTRAVA'], number),
    sharingTypeCode: 'READ',
    isPublic: false,
  }),
  LogType: coded(['BILLING', 'PROVISIONING', 'MONITORING', 'ORDERING'], 'Billing', {
    appFrom: 'Waybill',
    appTo: 'Billing',
    protocol: 'REST',
  }),
  Script: coded(['double', 'triple', 'halve', 'negate'], 'Double', {
    source: 'return { twice: input.number * 2 };',
    inputSchema: { type: 'object', required: ['number'], properties: { number: { type: 'number' } } },
  }),
  FormatterTemplate: (number) => ({
    code: text(['outage-mail', 'delay-mail', 'repair-mail', 'thanks-mail'], number),
    inputType: 'HTML',
    documentType: 'EMAIL',
    content: '<p>{{salutation}}</p><p>No water in {{street}}.</p>',
    previewData: outage,
  }),
  NotificationRule: coded(['outage', 'delay', 'repair', 'thanks'], 'Outage', {
    eventType: 'REST',
    config: { emailTemplateCode: 'outage-mail', subject: 'Outage in {{street}}', requiredParams: ['street'] },
  }),
  Log: () => ({
    ownerType: 'Ticket',
    ownerId: 'T-1001',
    logTypeCode: 'BILLING',
    startDate: '2026-11-20T08:00:00.000Z',
    endDate: '2026-11-20T08:00:01.500Z',
    request: '{"customer":"C-17"}',
    response: '{"balance":120}',
    resultCode: '200',
    relatedData: {},
  }),
  Job: () => ({ startDate: '2026-11-20T09:00:00.000Z', status: 'NEW', jobType: 'METER_READING', closed: false }),
  JobStep: (number) => ({
    name: text(['read', 'check', 'report', 'archive'], number),
    status: number === numbers.failed ? 'FAILED' : 'NEW',
    jobId: sampleId('Job'),
    chunkId: regionId(number),
    chunk: ['meter-1', 'meter-2'],
  }),
};

/** The other kinds with codes declare their examples themselves, or need no other members than these. */
const makers: Readonly<Record<string, MakeRecord>> = {
  ...ownMakers,
  ...Object.fromEntries(
    kinds
      .filter((kind) => hasCode(kind) && !Object.hasOwn(ownMakers, kind.name))
      .map(({ name, examples = { codes: ['FIRST', 'SECOND', 'THIRD', 'FOURTH'], name: 'First' } }) => [
        name,
        coded(examples.codes, examples.name, examples.members),
      ]),
  ),
};

const sampleKinds = Object.keys(makers);

/** Records that others refer to, or that operations on failed work need. */
const furtherStored: Readonly<Record<string, readonly number[]>> = {
  Role: linkedRoles,
  User: [numbers.member],
  JobStep: [numbers.failed],
};

export const isSampleKind = (name: string): boolean => Object.hasOwn(makers, name);

/** Returns the id of a record of the examples. */
export function sampleId(kind: string, number: number = numbers.stored): string {
  return idWith('8e4a1c', sampleKinds.indexOf(kind), number);
}

/** Ids of other systems. */
const regionId = (number: number): string => idWith('b23f90', 0, number);

const idWith = (word: string, ...parts: readonly [number, number]): string =>
  `0198c0de-7a51-7c3e-9d2f-5b${word}${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** Returns a record without its id. */
export function sampleRecord(kind: string, number: number = numbers.stored): JsonObject {
  const make = makers[kind];
  if (!make) throw new Error(`the examples have no ${kind}`);
  return make(number);
}

/** The records that a service must have stored so that it answers the requests of the examples, in the order of their creation. */
export function storedSamples(): { readonly kind: string; readonly path: string; readonly record: JsonObject }[] {
  return sampleKinds.flatMap((kind) => {
    const stored: number[] = [numbers.stored];
    if (kindNamed(kind)?.keepsHistory) stored.push(numbers.deleted, numbers.deletedById);
    stored.push(...(furtherStored[kind] ?? []));
    return stored.map((number) => ({
      kind,
      path: `/${kindNamed(kind)?.path}`,
      record: { id: sampleId(kind, number), ...sampleRecord(kind, number) },
    }));
  });
}
