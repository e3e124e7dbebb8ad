import type { Kind } from '../../common/schema.ts';
import type { MemberGuide } from '../../parts/form/labelled.tsx';

/** Why members are required, by kind and member, or by the name of a member in all kinds. */
const reasons: Readonly<Record<string, string>> = {
  code: 'programs, references and imports find the record by it',
  name: 'lists and choices show the record by it',
  jobType: 'it says which workers run the Jobs',
  ownerType: 'the record is found by what it belongs to',
  ownerId: 'the record is found by what it belongs to',
  refType: 'the record says who gets the share',
  refId: 'the record says who gets the share',
  roleId: 'the record gives the role',
  userId: 'the record is about a user',
  userGroupId: 'the record is about a group',
  accessRuleId: 'the record gives the rule to the role',
  registry: 'it says which characteristics the records of this type have',
  chars: 'the type checks them; a form without any saves an empty object',
  startDate: 'lists are in the order of the starts',
  endDate: 'the duration is computed from it',
  status: 'new work has the status NEW',
  jobId: 'a step is a part of a Job',
  'UserGroup.type': 'it says which characteristics the group has',
  'User.type': 'it says which characteristics the user has',
  'UserType.type': 'it says how the names of these users are made',
  'UserGroupRegion.regionId': 'the record gives the region to the group',
  'UserGroupRegion.userGroup': 'the record gives the region to the group',
  'AccessRule.fullAccess': 'without it, only records that match the expression are covered',
  'Script.source': 'it is what the script runs',
  'FormatterTemplate.inputType': 'it says how the content is read',
  'Log.request': 'a Log records a request with its response',
  'Log.response': 'a Log records a request with its response',
  'Log.relatedData': 'an empty object says that there is none',
};

/** Returns why the top-level members of a kind are required, and the values that the interface has as examples. */
export const guideOf =
  ({ name, example }: Pick<Kind, 'name' | 'example'>) =>
  (path: string): MemberGuide => ({
    reason: path.includes('.') ? undefined : (reasons[`${name}.${path}`] ?? reasons[path]),
    example: path
      .split(/[.[\]]+/)
      .filter((step) => step !== '')
      .reduce<unknown>((value, step) => (isIndexed(value) ? value[step] : undefined), example),
  });

const isIndexed = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
