import { checkExpression } from '../../filtering/accessExpression.ts';
import { boolean, code, name, string, timePeriod, uuid } from '../declaration/members.ts';
import { commonOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** What whoever has it may read and write of a kind. domain/users/access.ts says what the rules of several roles come to. */
export const accessRule: Kind = {
  name: 'AccessRule',
  path: 'access-rules',
  table: 'access_rule',
  plural: 'access rules',
  members: {
    id: uuid(),
    code: code(),
    name: name(),
    validFor: timePeriod({ description: 'When the rule holds; always when absent.' }),
    entityName: string({ description: 'The kind of the records; with fullAccess and without it, every kind.' }),
    expression: string({
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholders are written like that
      description: 'Which records: a filtering in JSON, with ${user.id}, ${user.code} and ${user.groups} as values.',
    }),
    accessRule: string({
      values: ['READ', 'READ_WRITE'],
      description: 'When absent, READ, and READ_WRITE with fullAccess.',
    }),
    fullAccess: boolean({ required: true, description: 'All records, whatever the expression says.' }),
    description: string(),
  },
  operations: [...commonOperations, 'getAll'],
  keepsHistory: true,
  check: checkExpression,
};
