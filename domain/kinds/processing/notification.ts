import { channelNames } from '../../notifications/channels/index.ts';
import { targetMembers } from '../../notifications/channels/targetMembers.ts';
import { date, free, integer, number, object, objects, string, uuid } from '../declaration/members.ts';
import type { Kind } from '../kind.ts';

export const notificationStatuses = [
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

/** EXPANDED: others were made of it, which are told in its place. */
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
  id: uuid(),
  name: string(),
  refId: string(),
  refType: string(),
  type: string(),
  subType: string(),
  data: free(),
  placeId: uuid(),
  gpsLat: number(),
  gpsLon: number(),
};

/** Of a notification and of each of its targets, beside what the client gave. */
const attemptMembers = {
  attempt: integer({ description: 'Counts from 1.' }),
  at: date({ description: 'When it began.' }),
  worker: string({ description: 'The process that made it.' }),
  provider: string(),
  outcome: string({ description: 'sent, rejected, retry, unknown or lost (its worker died).' }),
  answer: string({ description: 'What the provider said, or the system in its place.' }),
  durationMs: integer(),
};

/** What is sent to people. Its operations but search are routes of its own (api/routes/notifications/notifications.ts). */
export const notification: Kind = {
  name: 'Notification',
  path: 'notifications',
  table: 'notification',
  plural: 'notifications',
  members: {
    id: uuid(),
    ownerType: string({ required: true }),
    ownerId: string({ required: true }),
    subject: string(),
    contents: string({ description: 'The text as it was sent last.' }),
    notificationTo: objects({
      ...targetMembers,
      notificationId: uuid(),
      parentId: uuid({ description: 'The target that this one was made of: a group, or one with two channels.' }),
      channel: string({ values: channelNames }),
      status: string({ values: targetStatuses }),
      statusReason: string(),
      providerId: string({ description: "The provider's own id of the message." }),
      attempts: objects(attemptMembers),
      auditInfo: object({
        version: integer(),
        whoInserted: string(),
        whenInserted: date(),
        whoEdited: string(),
        whenEdited: date(),
      }),
    }),
    relatedEntities: objects({ ...relatedEntityMembers, notificationId: uuid() }),
    expirationDate: date({ description: 'Never sent from then on.' }),
    status: string({ values: notificationStatuses }),
    data: free(),
    created: date(),
    templateCode: string(),
    params: free({ description: 'The members of data that the rule requires.' }),
    sent: date({ description: 'When the last of its targets was sent.' }),
    deliveryFromTime: date({ description: 'From when on it may be delivered.' }),
    deliveryToTime: date({ description: 'When its first delivery window closes.' }),
    fromUserId: uuid(),
    from: string(),
  },
  operations: ['searchList', 'searchPage', 'count'],
  keepsHistory: false,
  // Each index costs every notification that is accepted.
  unindexedColumns: [
    ...['contents', 'contents~', 'subject', 'from', 'from~', 'ownerType~', 'status~', 'templateCode~'],
    ...['auditInfo.whoInserted', 'auditInfo.whoEdited', 'auditInfo.whenEdited', 'created', 'sent', 'fromUserId'],
    ...['deliveryFromTime', 'deliveryToTime', 'expirationDate'],
  ],
};

/** As a client may send it back that has read it: what the service keeps of it is not looked at. */
const givenTargetMembers = { ...targetMembers, notificationId: uuid(), auditInfo: free() };

/** For NotificationCreate and NotificationEvaluate, whose members are read as those of kinds are. */
export const notificationCreate = {
  name: 'NotificationCreate',
  members: {
    id: uuid({ description: 'Made by the service when absent.' }),
    ownerType: string({ required: true, min: 1 }),
    ownerId: string({ required: true, min: 1 }),
    notificationTo: objects(givenTargetMembers, { required: true }),
    relatedEntities: objects({ ...relatedEntityMembers, notificationId: uuid(), auditInfo: free() }),
    data: free({ description: 'What the templates are given.' }),
    formatterDocumentTemplateDataOverride: free({
      description: 'Members that win over those of data: salutation, content, footer.',
    }),
    attachments: objects({
      name: string({ required: true, min: 1, max: 255 }),
      mimeType: string({ required: true }),
      data: string({ required: true, description: 'Base64.' }),
    }),
    from: string({ description: 'In place of the configured sender.' }),
    templateCode: string({ required: true, min: 1, description: 'A NotificationRule, or else a FormatterTemplate.' }),
    subject: string({ description: "Wins over the rule's." }),
  },
} as const;

export const notificationEvaluate = {
  name: 'NotificationEvaluate',
  members: {
    ownerType: string({ min: 1 }),
    ownerId: string({ min: 1 }),
    notificationTo: objects(givenTargetMembers),
    data: free(),
  },
} as const;
