import { channelNames } from '../../notifications/channels/index.ts';
import { targetMembers } from '../../notifications/channels/targetMembers.ts';
import {
  auditMembers,
  date,
  free,
  integer,
  number,
  object,
  objects,
  primaryKey,
  string,
  uuid,
} from '../declaration/members.ts';
import { bulkActionOperations, searchOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

const notificationStatuses = [
  'PLAN',
  'IN_PROGRESS',
  'SENT',
  'PARTIALLY_SENT',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'SKIPPED',
] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** EXPANDED: the target was replaced by one target for each recipient or channel. */
const targetStatuses = [
  'PLAN',
  'IN_PROGRESS',
  'SENT',
  'DELIVERED',
  'UNDELIVERED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'SKIPPED',
  'EXPANDED',
] as const;
export type TargetStatus = (typeof targetStatuses)[number];

export const relatedEntityMembers = {
  id: primaryKey(),
  name: string({ description: 'Name of the entity.' }),
  refId: string({ description: 'Id of the entity in its own system.' }),
  refType: string({ description: 'Type of the entity.' }),
  type: string({ description: 'How the entity is related.' }),
  subType: string({ description: 'A finer distinction of type.' }),
  data: free({ description: 'More data about the relation.' }),
  placeId: uuid({ description: 'Id of the place of the entity.' }),
  gpsLat: number({ description: 'Latitude in degrees.' }),
  gpsLon: number({ description: 'Longitude in degrees.' }),
};

/** The notification that an entry belongs to. */
const notificationId = uuid({ filled: true, description: 'Id of the notification; set by the service.' });

const relatedEntities = 'Other entities that the notification concerns.';

/** The members of a delivery attempt. */
const attemptMembers = {
  attempt: integer({ description: 'Number of the attempt, from 1; a report about a sent e-mail has none.' }),
  at: date({ description: 'Start of the attempt, or arrival of the report.' }),
  worker: string({ description: 'The worker process.' }),
  provider: string({ description: 'The provider that the message was handed to, or that has sent the report.' }),
  outcome: string({
    description:
      'One of sent, rejected, retry, unknown, and lost (the worker died); of a report, bounced, soft-bounced or complained.',
  }),
  answer: string({ description: 'Response of the provider, or the reason if the provider did not respond.' }),
  durationMs: integer({ description: 'Duration of the attempt in ms.' }),
  segments: integer({ description: 'Segments of an SMS, each of which is billed.' }),
};

/** Messages to targets. Operations other than search: api/routes/notifications/notifications.ts. */
export const notification: Kind = {
  name: 'Notification',
  path: 'notifications',
  table: 'notification',
  plural: 'notifications',
  description:
    'Messages to users, groups and addresses, over e-mail, SMS and webhooks, with every attempt to deliver them.',
  members: {
    id: primaryKey(),
    ownerType: string({ required: true, description: 'Type of the entity that the notification is about.' }),
    ownerId: string({ required: true, description: 'Id of that entity in its own system.' }),
    subject: string({ description: 'Subject of the last message.' }),
    contents: string({ description: 'The text of the last message.' }),
    notificationTo: objects(
      {
        ...targetMembers,
        notificationId,
        parentId: uuid({
          description: 'The EXPANDED target that this target comes from: a group, or a target with several channels.',
        }),
        channel: string({ values: channelNames, description: 'The channel of the delivery.' }),
        status: string({ values: targetStatuses, description: 'State of the delivery.' }),
        statusReason: string({ description: 'Why the delivery has this status.' }),
        providerId: string({ description: 'Id of the message at the provider.' }),
        segments: integer({ description: 'Segments of the SMS that was sent.' }),
        attempts: objects(attemptMembers, { description: 'The attempts to deliver, oldest first.' }),
        auditInfo: object(auditMembers, { description: 'Who wrote the target, and when.' }),
      },
      { filled: true, description: 'The targets, with the state of their deliveries.' },
    ),
    relatedEntities: objects({ ...relatedEntityMembers, notificationId }, { description: relatedEntities }),
    expirationDate: date({ description: 'No message is sent after this time.' }),
    status: string({
      filled: true,
      values: notificationStatuses,
      description: 'State of the notification, which follows from its targets.',
    }),
    data: free({ description: 'Input of the templates.' }),
    created: date({ filled: true, description: 'When the notification was accepted.' }),
    templateCode: string({ description: 'Code of the rule or of the template that made the messages.' }),
    params: free({ description: 'The members of data that the rule requires.' }),
    sent: date({ description: 'When the last target was sent.' }),
    deliveryFromTime: date({ description: 'Earliest time of delivery.' }),
    deliveryToTime: date({ description: 'End of the first delivery window.' }),
    fromUserId: uuid({ description: 'The user who sent the notification.' }),
    from: string({ description: 'The sender, if it replaces the configured one.' }),
  },
  operations: [...searchOperations, ...bulkActionOperations],
  keepsHistory: false,
  // Every accepted notification pays for each index.
  unindexedColumns: [
    ...['contents', 'contents~', 'subject', 'from', 'from~', 'ownerType~', 'status~', 'templateCode~'],
    ...['auditInfo.whoInserted', 'auditInfo.whoEdited', 'auditInfo.whenEdited', 'created', 'sent', 'fromUserId'],
    ...['deliveryFromTime', 'deliveryToTime', 'expirationDate'],
  ],
};

/** The members of a target in a request. A client may send a target as it was read: the service ignores its own members. */
const targetInputMembers = {
  ...targetMembers,
  notificationId,
  auditInfo: free({ description: 'Ignored.' }),
};

/** Maximum number of targets of one notification, and maximum length of its subject in code points. */
export const MAX_TARGETS = 50_000;
const MAX_SUBJECT = 1_000;

/** The body of a send. Its members are validated like those of a kind. */
export const notificationCreate = {
  name: 'NotificationCreate',
  description: 'A notification to send.',
  members: {
    id: uuid({ description: 'Generated by the service if absent.' }),
    ownerType: string({ required: true, min: 1, description: 'Type of the entity that the notification is about.' }),
    ownerId: string({ required: true, min: 1, description: 'Id of that entity in its own system.' }),
    notificationTo: objects(targetInputMembers, {
      required: true,
      maxElements: MAX_TARGETS,
      description: 'Users, groups and addresses.',
    }),
    relatedEntities: objects(
      { ...relatedEntityMembers, notificationId, auditInfo: free({ description: 'Ignored.' }) },
      { description: relatedEntities },
    ),
    data: free({ description: 'Input of the templates.' }),
    formatterDocumentTemplateDataOverride: free({
      description: 'Overrides members of data: salutation, content, footer.',
    }),
    attachments: objects(
      {
        name: string({ required: true, min: 1, max: 255, description: 'File name.' }),
        mimeType: string({ required: true, description: 'Media type, such as application/pdf.' }),
        data: string({ required: true, description: 'Base64.' }),
      },
      { description: 'Files of an e-mail.' },
    ),
    from: string({ description: 'Replaces the configured sender.' }),
    templateCode: string({
      required: true,
      min: 1,
      description: 'Code of a NotificationRule, otherwise of a FormatterTemplate.',
    }),
    subject: string({ max: MAX_SUBJECT, description: 'A template that overrides the subject of the rule.' }),
  },
} as const;

export const notificationEvaluate = {
  name: 'NotificationEvaluate',
  description: 'Input of a rule. The service fetches what is absent from the evalNotificationUrl of the rule.',
  members: {
    ownerType: string({ min: 1, description: 'Type of the entity that the notification is about.' }),
    ownerId: string({ min: 1, description: 'Id of that entity in its own system.' }),
    notificationTo: objects(targetInputMembers, {
      maxElements: MAX_TARGETS,
      description: 'Users, groups and addresses.',
    }),
    data: free({ description: 'Input of the templates.' }),
  },
} as const;
