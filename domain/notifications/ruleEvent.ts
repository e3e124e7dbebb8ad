import { string, uuid } from '../kinds/declaration/members.ts';
import type { JsonObject } from '../kinds/kind.ts';
import { notificationEvaluate } from '../kinds/processing/notification.ts';

/** Types of rules that events trigger. */
export const eventTypes = ['PROCESS', 'PG_BOSS', 'SYSTEM'] as const;
export type EventType = (typeof eventTypes)[number];

/** Returns the members of NotificationEvaluate that are missing. */
export const missingParameters = (parameters: JsonObject): string[] =>
  Object.keys(notificationEvaluate.members).filter((name) => parameters[name] === undefined);

/** The payload of `event.notification`, which any program may publish. */
export const notificationEvent = {
  name: 'NotificationEvent',
  members: {
    ...notificationEvaluate.members,
    eventType: string({ values: eventTypes, description: 'Selects the rules to evaluate if no rule is named.' }),
    ruleCode: string({ min: 1 }),
    eventId: uuid({ description: 'Identifies the event: an event published twice is evaluated once.' }),
    /** The one among the rules of its type that this job is for. */
    ruleId: uuid(),
  },
} as const;
