import type { Transaction } from '../../../db/client.ts';
import { getRuleFeed } from '../../../domain/changes/ruleFeed.ts';
import { notification } from '../../../domain/kinds/processing/notification.ts';
import { setNotificationState } from '../../../domain/notifications/commands.ts';
import { evaluateRule } from '../../../domain/notifications/evaluateRule.ts';
import {
  getNotification,
  getNotificationsByOwners,
  getRelatedEntities,
  MAX_OWNERS,
} from '../../../domain/notifications/get.ts';
import { MAX_BATCH, sendNotification, sendNotifications } from '../../../domain/notifications/send.ts';
import { type Answer, type ApiRequest, type Route, route } from '../../http/route.ts';
import { arrayOf, ref, text } from '../../openapi/schemas.ts';
import { immediatelyRefresh, refreshing } from '../records/recordWrites.ts';

const at = '/api/v2/notifications';
const send = {
  kind: 'Notification',
  title: 'Send a notification',
  method: 'POST',
  access: { entity: 'NotificationSend', right: 'READ_WRITE' },
  success: null,
  codes: [400, 500],
  headers: ['X-Notification-Ids'],
  query: [immediatelyRefresh],
  idempotencyKey: true,
} as const;

const toSend = {
  schema: ref('NotificationCreate'),
  description: 'The notification: its rule or template, its recipients, and the data for its texts.',
} as const;

/** Accepts notifications, and waits on demand until searches find them. */
async function accept(request: ApiRequest, send: () => Promise<readonly string[]>): Promise<Answer> {
  const refresh = refreshing(request);
  const ids = await send();
  return refresh(sent(ids), [{ kind: notification, ids }]);
}

/** Stores the answer to a request in the transaction that accepts its notifications. */
const storingSent = ({ storeAnswer }: ApiRequest) =>
  storeAnswer && ((transaction: Transaction, ids: readonly string[]) => storeAnswer(transaction, sent(ids)));

/** The operations of notifications and their rules that are not generic ones. */
export const notificationRoutes: readonly Route[] = [
  route({
    ...send,
    path: at,
    description:
      'Sends a notification by the rule with the code `templateCode`, or else by the formatter template with that code. The response comes once the notification is stored; workers deliver it afterwards.',
    body: toSend,
    handle: (request) =>
      accept(request, async () => [
        await sendNotification(request.services, await request.json(), 'single', request.caller, storingSent(request)),
      ]),
  }),
  route({
    ...send,
    path: `${at}/batch`,
    description: 'Sends up to 10,000 notifications. Either all are accepted or none.',
    body: {
      schema: { ...arrayOf(ref('NotificationCreate'), MAX_BATCH), minItems: 1 },
      description: 'The notifications to send.',
    },
    handle: (request) =>
      accept(request, async () =>
        sendNotifications(request.services, await request.json(), request.caller, storingSent(request)),
      ),
  }),
  route({
    ...send,
    path: `${at}/direct`,
    description:
      'Sends a notification by the formatter template with the code `templateCode`, or by a rule of the type DIRECT.',
    body: toSend,
    handle: (request) =>
      accept(request, async () => [
        await sendNotification(request.services, await request.json(), 'direct', request.caller, storingSent(request)),
      ]),
  }),
  route({
    kind: 'Notification',
    title: "Updates notification's state",
    method: 'PUT',
    path: `${at}/{id}/state/{newState}`,
    access: { kind: 'Notification', right: 'READ_WRITE' },
    description:
      'Cancels a notification that waits, or sends one again. Allowed changes: PLAN to CANCELLED; FAILED, EXPIRED or CANCELLED to PLAN.',
    uuids: ['id'],
    query: [immediatelyRefresh],
    success: null,
    codes: [400, 500],
    audited: true,
    async handle(request) {
      const { services, caller, params } = request;
      const refresh = refreshing(request);
      await setNotificationState(services, params.id, params.newState, caller);
      return refresh(null, [{ kind: notification, ids: [params.id] }]);
    },
  }),
  route({
    kind: 'Notification',
    title: 'Returns a notification',
    method: 'GET',
    path: `${at}/{id}`,
    access: { kind: 'Notification', right: 'READ' },
    description: 'Returns the notification with its recipients and every delivery attempt.',
    uuids: ['id'],
    success: ref('Notification'),
    codes: [200, 400, 404, 500],
    record: 'represented',
    reads: { shape: 'record' },
    handle: ({ services, params }) => getNotification(services, params.id),
  }),
  route({
    kind: 'Notification',
    title: 'NotificationPublicApi.getByOwners',
    method: 'POST',
    path: `${at}/by-owners/{ownerType}`,
    access: { kind: 'Notification', right: 'READ' },
    description: 'Returns up to 1,000 notifications of the owners in the body, oldest first.',
    body: { schema: arrayOf(text, MAX_OWNERS), description: 'Ids of the owners, all of the type in the path.' },
    success: arrayOf(ref('Notification')),
    codes: [200, 400, 500],
    reads: { shape: 'list' },
    handle: async ({ services, params, json }) => getNotificationsByOwners(services, params.ownerType, await json()),
  }),
  route({
    kind: 'Notification',
    title: 'NotificationPublicApi.getByNotificationIdAndRefType',
    description: 'Returns the entities of this type that the notification concerns.',
    method: 'GET',
    path: `${at}/{id}/related-entities/{refType}`,
    access: { kind: 'Notification', right: 'READ' },
    uuids: ['id'],
    success: arrayOf(ref('NotificationRelatedEntity')),
    codes: [200, 400, 500],
    handle: ({ services, params }) => getRelatedEntities(services, params.id, params.refType),
  }),
  route({
    kind: 'NotificationRule',
    title: 'NotificationRulePublicApi.evaluate',
    method: 'POST',
    path: '/api/v2/notification-rules/{idOrCode}/evaluate',
    access: { entity: 'NotificationSend', right: 'READ_WRITE' },
    description:
      'Sends the notification of a rule of the type REST or DIRECT. Missing data is fetched from the evalNotificationUrl of the rule.',
    body: {
      schema: ref('NotificationEvaluate'),
      description: 'Recipients, owner and data for the rule. Missing members come from its evalNotificationUrl.',
    },
    success: null,
    codes: [400, 500],
    headers: ['X-Notification-Ids'],
    waits: true,
    query: [immediatelyRefresh],
    idempotencyKey: true,
    handle(request) {
      const { services, caller, params, json, raw } = request;
      const options = { caller, signal: raw.signal, inTransaction: storingSent(request) };
      return accept(request, async () => [await evaluateRule(services, params.idOrCode, await json(), options)]);
    },
  }),
  route({
    kind: 'NotificationRule',
    title: 'Returns how a rule posts changes',
    method: 'GET',
    path: '/api/v2/notification-rules/{idOrCode}/feed',
    access: { kind: 'NotificationRule', right: 'READ' },
    description:
      'Returns whether the rule posts changes, and when it last did. Only rules of the type SYSTEM whose `config.event` is RECORD_CHANGED do. Logs of the owner type NotificationRule have each request that the receiver has not accepted, unless `LOG_EXCHANGES` is none.',
    success: ref('RuleFeed'),
    codes: [200, 404, 500],
    handle: ({ services, params }) => getRuleFeed(services, params.idOrCode),
  }),
];

/** Number of ids in a response header. More would exceed the header limits of clients and proxies. */
const MAX_IDS = 100;

const sent = (ids: readonly string[]): Answer => ({
  body: null,
  headers: { 'x-notification-ids': ids.slice(0, MAX_IDS).join(',') },
});
