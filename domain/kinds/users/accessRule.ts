import { checkRule } from '../../access/rules/checkRule.ts';
import { reservedEntities } from '../../access/rules/reservedEntities.ts';
import { boolean, code, name, primaryKey, string, timePeriod } from '../declaration/members.ts';
import { codedOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** Permission to read or write records of a kind. domain/access/grants.ts combines the rules of several roles. */
export const accessRule: Kind = {
  name: 'AccessRule',
  path: 'access-rules',
  table: 'access_rule',
  plural: 'access rules',
  description:
    'Permission to read or to write records of a kind: all of them, or those that match an expression. Roles have rules, and users have roles.',
  members: {
    id: primaryKey(),
    code: code(),
    name: name(),
    validFor: timePeriod({ description: 'When the rule applies; always if absent.' }),
    entityName: string({
      description: `Kind of the records, or one of ${reservedEntities.join(', ')} with fullAccess. A rule with fullAccess and no entityName covers every kind.`,
    }),
    expression: string({
      // biome-ignore lint/suspicious/noTemplateCurlyInString: these are the placeholders themselves
      description: 'A filtering in JSON with the placeholders ${user.id}, ${user.code} and ${user.groups}.',
    }),
    accessRule: string({
      values: ['READ', 'READ_WRITE'],
      description: 'If absent, READ_WRITE with fullAccess and READ without.',
    }),
    fullAccess: boolean({ required: true, description: 'Covers all records, whatever the expression.' }),
    description: string({ description: 'Why the rule exists.' }),
  },
  operations: codedOperations,
  keepsHistory: true,
  guarded: true,
  check: checkRule,
};
