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

/** Makes a name of a code: `Field work` of `FIELD_WORK`, `Planned work` of `planned-work`. */
const nameOf = (code: string): string => {
  const words = code.toLowerCase().replaceAll(/[_-]/g, ' ');
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
};

const named = (codes: readonly string[], members: JsonObject = {}): MakeRecord =>
  coded(codes, codes.map(nameOf), members);

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

/**
 * Occasions of messages, the subject and the text of the e-mail of each. Those with the numbers 1 to 5 are for examples, which
 * create and delete them, so that no rule may use them.
 */
const mails = [
  ['water-outage', 'Outage in {{street}}', 'No water in {{street}}.'],
  ['price-changed', 'New price', 'The price of your line in {{street}} changes.'],
  ['meter-read', 'Your meter', 'We have read your meter in {{street}}.'],
  ['invoice-due', 'Your invoice', 'The invoice for your line in {{street}} is due.'],
  ['number-ported', 'Your number', 'Your number is moved to the line in {{street}}.'],
  ['line-moved', 'Your line', 'Your line is moved to {{street}}.'],
  ['planned-work', 'Planned work in {{street}}', 'We work on the pipes in {{street}} next week.'],
  ['line-repaired', 'Your line is repaired', 'Your line in {{street}} is repaired.'],
  ['visit-booked', 'Visit in {{street}}', 'A technician will visit you in {{street}}.'],
  ['order-shipped', 'Your order is on its way', 'Your order is on its way to {{street}}.'],
  ['contract-signed', 'Your contract', 'The contract for your line in {{street}} is signed.'],
] as const;

/** The first template that no example deletes and that is not of the first rule. */
const FIRST_OF_RULES = numbers.deletedById + 1;

/** Numbers of the templates of rules. */
export const templatesOfRules: readonly number[] = mails.map((_, number) => number).slice(FIRST_OF_RULES);

/** Returns the number of the template of a rule. */
const templateOfRule = (rule: number): number => templatesOfRules[rule - 1] ?? 0;

const mailOf = (template: number) => {
  const [occasion, subject, content] = mails[template] ?? mails[0];
  return { occasion, subject, content };
};

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
  FormatterTemplate: (number) => {
    const { occasion, content } = mailOf(number);
    return {
      ...{ code: `${occasion}-mail`, name: `${nameOf(occasion)}, e-mail` },
      ...{ inputType: 'HTML', documentType: 'EMAIL' },
      content: `<p>{{salutation}}</p><p>${content}</p>`,
      previewData: outage,
      dataTags: [number === 0 ? 'outage' : 'line'],
    };
  },
  NotificationRule: (number) => {
    const { occasion, subject } = mailOf(templateOfRule(number));
    return {
      ...{ code: occasion, name: nameOf(occasion), eventType: 'REST' },
      config: { emailTemplateCode: `${occasion}-mail`, subject, requiredParams: ['street'] },
    };
  },
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
