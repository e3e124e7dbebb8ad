import { channels } from '../../notifications/channels/index.ts';
import { originOf } from '../../notifications/channels/webhook.ts';
import { newRuleProblems, recipientsNamed } from '../../notifications/rules/newRuleProblems.ts';
import { recordChangeProblems } from '../../notifications/rules/recordChangeRule.ts';
import { checkRule, templatesNamed } from '../../notifications/rules/ruleConfig.ts';
import { ruleWarnings } from '../../notifications/rules/ruleWarnings.ts';
import { baseMembers, free, string } from '../declaration/members.ts';
import { referenceDataOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

const eventTypes = ['SYSTEM', 'PROCESS', 'PG_BOSS', 'REST', 'DIRECT'] as const;
const senders = channels.map(({ sender }) => sender);

/** Leads an event to a notification. Its evaluation: api/routes/notifications/notifications.ts. */
export const notificationRule: Kind = {
  name: 'NotificationRule',
  path: 'notification-rules',
  table: 'notification_rule',
  plural: 'notification rules',
  description:
    'Turns an event into a notification: which event, which templates, which channels, and when messages may go out.',
  members: {
    ...baseMembers,
    apiSenderBeanName: string({
      values: senders,
      description: 'The only sender to use. If absent, each channel with a template in config uses its own sender.',
    }),
    config: free({
      description:
        'Templates, subject, delivery window, expiry and other settings: see docs/notifications.md. Required beside eventType and evalNotificationUrl. `secret` is write-only: `secretSet` and `secretChangedAt` report it.',
    }),
    configFormCode: string({ description: 'Code of the form that edits config.' }),
    evalNotificationUrl: string({
      description: 'URL of the data of an evaluation: absolute, or relative to the address of the microservice.',
    }),
    eventType: string({ values: eventTypes, description: 'The event that triggers the rule; REST if absent.' }),
    microserviceCode: string({
      description: 'Related microservice: one of those of MICROSERVICE_URLS, by whose URL a relative URL is absolute.',
    }),
    configTypeCode: string({ description: 'Distinguishes configurations of application areas.' }),
  },
  operations: referenceDataOperations,
  titles: {
    searchDeprecatedPage: 'Search notification rules',
    searchDeprecatedList: 'Search notification rules',
  },
  keepsHistory: true,
  guarded: true,
  codeReferences: {
    member: 'config',
    target: 'FormatterTemplate',
    findCodes: templatesNamed,
    lockTable: 'notification_rule_template_lock',
  },
  findNamedRecords: recipientsNamed,
  // A signature proves to the receiver at this origin that Waybill is the sender.
  writeOnly: {
    member: 'config',
    name: 'secret',
    table: 'notification_rule_secret',
    boundTo: ({ url }) => originOf(url),
  },
  check: (values, kinds) => [...checkRule(values), ...recordChangeProblems(values, kinds)],
  checkNew: (values, context = {}) => newRuleProblems(values, context),
  // A rule may post the changes of records; it posts what its writer may see.
  actsForWriter: true,
  warnings: ruleWarnings,
};
