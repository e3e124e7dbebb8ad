import { hasCode } from '../kinds/declaration/members.ts';
import { kinds } from '../kinds/index.ts';
import type { JsonObject } from '../kinds/kind.ts';
import { numbers, sampleId, uuidOf } from './sampleIds.ts';

/** The sample records of a kind differ by their number. */
type MakeRecord = (number: number) => JsonObject;

const text = (texts: readonly string[], number: number): string => texts[number] ?? `${texts[0]}_${number}`;

/** Texts have the numbers 0, 1 and so on. */
const coded = (codes: readonly string[], names: readonly string[], members: JsonObject = {}): MakeRecord => {
  return (number) => ({ code: text(codes, number), name: text(names, number), ...members });
};

/** Makes names of codes: `Field work` of `FIELD_WORK`, `Planned work` of `planned-work`. */
const namesOf = (codes: readonly string[]): string[] =>
  codes.map((code) => {
    const words = code.toLowerCase().replaceAll(/[_-]/g, ' ');
    return `${words[0]?.toUpperCase()}${words.slice(1)}`;
  });

const named = (codes: readonly string[], members: JsonObject = {}): MakeRecord => coded(codes, namesOf(codes), members);

/** Roles after those that examples of roles use, because two links may not be the same. */
const FIRST_LINKED_ROLE = numbers.deletedById + 1;
const roles = ['FIELD_WORK', 'SHIFT_LEAD', 'BILLING', 'CONTRACTING', 'AUDIT', 'VISIT'];
const linkedRoles = ['DISPATCHING', 'PLANNING', 'REPORTING', 'STOCK_KEEPING', 'TRAINING', 'FIRST_AID'];
const linkedRole = (number: number): string => sampleId('Role', FIRST_LINKED_ROLE + number);

const cities = [
  ['PRAGUE', 'Prague'],
  ['LIBEREC', 'Liberec'],
  ['OLOMOUC', 'Olomouc'],
  ['ZLIN', 'Zlín'],
  ['BRNO', 'Brno'],
  ['OSTRAVA', 'Ostrava'],
] as const;

const people = [
  ['marta', 'Marta', 'Nováková'],
  ['lenka', 'Lenka', 'Dvořáková'],
  ['tomas', 'Tomáš', 'Černý'],
  ['jitka', 'Jitka', 'Procházková'],
  ['pavel', 'Pavel', 'Kučera'],
  ['hana', 'Hana', 'Veselá'],
  ['ivan', 'Ivan', 'Horák'],
] as const;

/** What messages are about. */
const occasions = ['water-outage', 'planned-work', 'line-repaired', 'visit-booked', 'order-shipped', 'contract-signed'];
const mailTexts = [
  'No water in {{street}}.',
  'We work on the pipes in {{street}} next week.',
  'Your line in {{street}} is repaired.',
  'A technician will visit you in {{street}}.',
  'Your order is on its way to {{street}}.',
  'The contract for your line in {{street}} is signed.',
];
const mailCode = (number: number): string => `${text(occasions, number)}-mail`;

/** Data of messages about an outage. */
export const outage = { salutation: 'Dear customer', street: 'Plzeňská 12' };

/** In the order in which a service accepts them: a record refers only to records of kinds before it. */
const ownMakers: Readonly<Record<string, MakeRecord>> = {
  UserGroupType: named(['FIELD_TEAM', 'SHIFT', 'DEPOT', 'CONTRACTOR', 'WAREHOUSE', 'PARTNER'], {
    description: 'Users who work at one place.',
    registry: {
      vehicles: { type: 'integer', minimum: 0, title: 'Vehicles' },
      region: { type: 'string', title: 'Region' },
    },
  }),
  UserType: named(['TECHNICIAN', 'INSPECTOR', 'TRAINEE', 'FREELANCER', 'PLANNER', 'VISITOR'], {
    type: 'INDIVIDUAL',
    registry: { licence: { type: 'string', title: 'Driving licence' } },
  }),
  Role: named([...roles, ...linkedRoles]),
  UserGroup: (number) => {
    const [code, name] = cities[number] ?? cities[0];
    return {
      ...{ code, name, type: 'FIELD_TEAM', email: `${code.toLowerCase()}@example.com` },
      ldapMemberOf: `cn=${code.toLowerCase()},ou=teams,dc=example,dc=com`,
      chars: { vehicles: 12, region: 'Bohemia' },
    };
  },
  User: (number) => {
    const [code, givenName, familyName] = people[number] ?? people[0];
    return {
      ...{ code, type: 'TECHNICIAN', givenName, familyName, email: `${code}@example.com` },
      phoneNumber: '+420 601 234 567',
      chars: { licence: 'B' },
    };
  },
  AccessRule: (number) => {
    const entityName = text(['User', 'UserGroup', 'Role', 'UserType', 'Script', 'LogType'], number);
    return {
      code: `READ_${entityName.toUpperCase()}S`,
      name: `Read records of the kind ${entityName}`,
      ...{ entityName, accessRule: 'READ', fullAccess: true },
    };
  },
  RoleAccessRule: (number) => ({ roleId: linkedRole(number), accessRuleId: sampleId('AccessRule') }),
  UserRole: (number) => ({ userId: sampleId('User', numbers.member), roleId: linkedRole(number) }),
  UserUserGroup: (number) => ({
    userId: sampleId('User', numbers.member),
    userGroupId: sampleId('UserGroup'),
    roleInGroup: ['deputy'],
    period: { validFrom: `2026-01-0${number + 1}T00:00:00.000Z` },
  }),
  UserGroupRegion: (number) => ({ regionId: uuidOf('b23f90', number), userGroup: { code: 'PRAGUE' } }),
  Sharing: (number) => ({
    ...{ ownerType: 'Ticket', ownerId: 'T-1001', refType: 'UserGroup', refId: (cities[number] ?? cities[0])[0] },
    ...{ sharingTypeCode: 'READ', isPublic: false },
  }),
  LogType: named(['ORDER_EXPORT', 'PROVISIONING', 'MONITORING', 'TICKET_SYNC', 'METER_IMPORT', 'PAYMENT_IMPORT'], {
    appFrom: 'CRM',
    appTo: 'Provisioning',
    protocol: 'REST',
    language: 'JSON',
  }),
  Script: named(['total-price', 'net-price', 'gross-margin', 'unit-price', 'round-price', 'late-fee'], {
    source: 'return { total: input.price * 1.25 };',
    inputSchema: { type: 'object', required: ['price'], properties: { price: { type: 'number' } } },
  }),
  FormatterTemplate: (number) => ({
    ...{ code: mailCode(number), name: `${namesOf([text(occasions, number)])[0]}, e-mail` },
    ...{ inputType: 'HTML', documentType: 'EMAIL' },
    content: `<p>{{salutation}}</p><p>${mailTexts[number] ?? mailTexts[0]}</p>`,
    previewData: outage,
    dataTags: ['outage'],
  }),
  NotificationRule: named(occasions, {
    eventType: 'REST',
    config: { emailTemplateCode: mailCode(0), subject: 'Outage in {{street}}', requiredParams: ['street'] },
  }),
};

/** The other kinds with codes declare their samples themselves, or need no other members than these. */
export const sampleMakers: Readonly<Record<string, MakeRecord>> = {
  ...ownMakers,
  ...Object.fromEntries(
    kinds
      .filter((kind) => hasCode(kind) && !Object.hasOwn(ownMakers, kind.name))
      .map(({ name, samples = { codes: ['FIRST', 'SECOND', 'THIRD', 'FOURTH', 'FIFTH', 'SIXTH'] } }) => [
        name,
        named(samples.codes, samples.members),
      ]),
  ),
};
