import { channels } from '../../notifications/channels/index.ts';
import { checkRule, templatesNamed } from '../../notifications/rules/ruleConfig.ts';
import { baseMembers, free, string } from '../declaration/members.ts';
import { referenceDataOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** What may trigger a rule. */
const eventTypes = ['SYSTEM', 'PROCESS', 'PG_BOSS', 'REST', 'DIRECT'] as const;
/** Senders, one for each channel. */
const senders = channels.map(({ sender }) => sender);

/** How a notification is sent. Evaluating it is a route of its own (api/routes/notifications/notifications.ts). */
export const notificationRule: Kind = {
  name: 'NotificationRule',
  path: 'notification-rules',
  table: 'notification_rule',
  plural: 'notification rules',
  members: {
    ...baseMembers,
    apiSenderBeanName: string({
      values: senders,
      description: 'The one sender that delivers; absent, each channel that config has a template for has its own.',
    }),
    config: free({ description: 'Templates, subject, delivery window, expiry and more: docs/notifications.md.' }),
    configFormCode: string({ description: 'Form of the structure of config.' }),
    evalNotificationUrl: string({
      description:
        'Where the data of an evaluation come from: absolute, or relative to the address of the microservice.',
    }),
    eventType: string({ values: eventTypes, description: 'What may trigger the rule; REST when absent.' }),
    microserviceCode: string({ description: 'Related microservice.' }),
    configTypeCode: string({ description: 'Tells configurations of different application areas apart.' }),
  },
  operations: referenceDataOperations,
  titles: {
    searchDeprecatedPage: 'Search notification rules',
    searchDeprecatedList: 'Search notification rules',
  },
  keepsHistory: true,
  codeReferences: {
    member: 'config',
    target: 'FormatterTemplate',
    findCodes: templatesNamed,
    lockTable: 'notification_rule_template_lock',
  },
  check: checkRule,
};
