import type { Json, JsonObject } from '../../../domain/kinds/kind.ts';
import { numbers, sampleId, sampleRecord } from './sampleRecords.ts';

/** A request that a service with the sample records answers with a success. */
export interface RequestExample {
  /** Path parameters; a list is an array. */
  readonly path?: Readonly<Record<string, Json>>;
  /** Required query parameters, and those that make the request worth sending. */
  readonly query?: Readonly<Record<string, Json>>;
  readonly body?: Json;
}

/** Ids that a service generates. A test replaces them by those of its service. */
export const exampleIds = {
  deadLetter: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f70',
  mailboxMessage: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f71',
  endedJob: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f72',
  notification: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f73',
  target: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f74',
  suppression: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f75',
  documentsJob: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f76',
  apiKey: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f77',
  session: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f78',
  waitingNotification: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f79',
} as const;

/** A filtering that is valid for every kind. */
export const filteringExample: JsonObject = {
  filters: [{ column: 'auditInfo.version', operator: 'GE', value: '1' }],
  size: 20,
};

const outage = { salutation: 'Dear customer', street: 'Plzeňská 12' };
const notification = {
  ownerType: 'Outage',
  ownerId: '17',
  templateCode: 'outage',
  data: outage,
  notificationTo: [{ email: 'jana@example.com' }],
};
const owner = { ownerType: 'Ticket', ownerId: 'T-1001' };
const job = { id: sampleId('Job') };
const filtered: RequestExample = { query: { filtering: filteringExample } };
const none: RequestExample = {};

const document = { documentId: 'letter-1', documentTemplateCode: 'outage-mail', data: outage };

const sharings: Readonly<Record<string, RequestExample>> = {
  'GET /sharings/by-ref/{ownerType}/{refType}/{refId}': {
    path: { ownerType: 'Ticket', refType: 'UserGroup', refId: 'PRAGUE' },
  },
  'GET /sharings/by-owner/{ownerType}/{ownerId}': { path: owner },
  'GET /sharings/public-or-matching-subtype/{ownerType}/{subType}/{refIds}': {
    path: { ownerType: 'Ticket', subType: 'READ', refIds: ['PRAGUE', 'PLZEN'] },
  },
  'GET /sharings/public-or-matching/{ownerType}/{refIds}': {
    path: { ownerType: 'Ticket', refIds: ['PRAGUE', 'PLZEN'] },
  },
};

const logsAndJobs: Readonly<Record<string, RequestExample>> = {
  'PUT /logs/{id}': { path: { id: sampleId('Log') }, body: sampleRecord('Log') },
  'GET /logs/{id}': { path: { id: sampleId('Log') } },
  'GET /logs/by-owner/{ownerType}/{ownerId}': { path: owner },
  'DELETE /logs/{code}/{olderThan}/{ownerType}/{ownerId}': {
    path: { code: 'BILLING', olderThan: '2020-01-01', ...owner },
  },
  'GET /jobs/{id}': { path: job },
  'POST /jobs/{id}/cancel': { path: job },
  'POST /jobs/{id}/close': { path: job },
  'GET /jobs/{id}/events': { path: job },
  'GET /job-steps/{id}': { path: { id: sampleId('JobStep') } },
  'PUT /job-steps/{id}': {
    path: { id: sampleId('JobStep') },
    body: { ...sampleRecord('JobStep'), status: 'IN_PROGRESS' },
  },
  'PATCH /job-steps/{id}': {
    path: { id: sampleId('JobStep') },
    body: { status: 'FAILED', log: 'Meter 2 does not answer.' },
  },
  'GET /job-steps/by-chunk/{chunkId}/{name}': {
    path: { chunkId: sampleRecord('JobStep')['chunkId'] ?? '', name: 'read' },
  },
};

const administration: Readonly<Record<string, RequestExample>> = {
  'POST /admin/job-steps/{jobStepId}/resend': { path: { jobStepId: sampleId('JobStep') } },
  'POST /admin/jobs/{jobId}/resend-failed': { path: { jobId: sampleId('Job') } },
  'GET /changes': { query: { kinds: ['User', 'UserGroup'], size: 500 } },
  'GET /admin/queues': none,
  'POST /admin/queues/{name}/pause': { path: { name: 'document.render' } },
  'POST /admin/queues/{name}/resume': { path: { name: 'document.render' } },
  'GET /admin/queues/{name}/dead-letters': { path: { name: 'event.notification' } },
  'POST /admin/queues/{name}/redrive': {
    path: { name: 'event.notification' },
    body: [exampleIds.deadLetter],
  },
  'GET /admin/workers': none,
  'POST /admin/broker/dead-letter-queues': none,
  'POST /admin/user-management/evict-cache': none,
  'POST /admin/document-management/evict-cache': none,
  'GET /admin/mailbox': none,
  'DELETE /admin/mailbox': none,
  'GET /admin/mailbox/{id}/raw': { path: { id: exampleIds.mailboxMessage } },
  'GET /admin/indexes': none,
  'POST /admin/indexes': none,
  'PUT /admin/indexes/{indexName}/mapping': { path: { indexName: 'user-groups' } },
  'POST /admin/indexes/{indexName}/compare': { path: { indexName: 'user-groups' } },
  'POST /admin/reindex/selected': { query: { filtering: { entityType: 'UserGroup', ...filteringExample } } },
  'POST /admin/reindex/completed': {
    body: {
      id: exampleIds.endedJob,
      startDate: '2026-11-20T09:00:00.000Z',
      status: 'COMPLETED',
      jobType: 'REINDEX_LOGS',
    },
  },
  'POST /admin/reindex/logs': none,
  'POST /admin/reindex/all': none,
  'POST /admin/import': { query: { dryRun: true }, body: { file: 'the bytes of an archive' } },
  'POST /admin/export': none,
  'GET /audit-entries': filtered,
};

const usersAndGroups: Readonly<Record<string, RequestExample>> = {
  'POST /user-groups/expanded': { body: ['PRAGUE'] },
  'GET /user-groups/by-users/map': { query: { userIds: [sampleId('User', numbers.member)] } },
  'GET /user-groups/by-user/{userId}': { path: { userId: sampleId('User', numbers.member) } },
  'GET /user-groups/by-chars/{path}/{value}': { path: { path: 'size', value: '12' } },
  'GET /user-groups/search/tickets': filtered,
  'GET /user-groups/by-ldap/{ldapMemberOf}': { path: { ldapMemberOf: 'cn=prague,ou=teams,dc=example,dc=com' } },
  'GET /user-group-regions/by-group/{groupId}': { path: { groupId: 'PRAGUE' } },
  'GET /user-group-regions/by-group/{groupId}/{regionId}': {
    path: { groupId: 'PRAGUE', regionId: sampleRecord('UserGroupRegion')['regionId'] ?? '' },
  },
  'GET /user-group-regions/by-group-code/{groupCode}': { path: { groupCode: 'PRAGUE' } },
  'PATCH /users/by-id/{id}': { path: { id: sampleId('User') }, body: { description: 'On leave until Monday' } },
};

const messagesAndDocuments: Readonly<Record<string, RequestExample>> = {
  'POST /scripts/{scriptCode}/evaluate': { path: { scriptCode: 'double' }, body: { number: 21 } },
  'POST /notifications': { body: { id: exampleIds.notification, ...notification } },
  'POST /notifications/batch': { body: [notification, { ...notification, ownerId: '18' }] },
  'POST /notifications/direct': { body: { ...notification, templateCode: 'outage-mail', subject: 'Outage' } },
  'PUT /notifications/{id}/state/{newState}': {
    path: { id: exampleIds.waitingNotification, newState: 'CANCELLED' },
  },
  'GET /notifications/{id}': { path: { id: exampleIds.notification } },
  'POST /notifications/by-owners/{ownerType}': { path: { ownerType: 'Outage' }, body: ['17', '18'] },
  'GET /notifications/{id}/related-entities/{refType}': {
    path: { id: exampleIds.notification, refType: 'Customer' },
  },
  'POST /notifications/receipts/twilio': {
    query: { target: exampleIds.target },
    body: { MessageSid: 'SM0123456789abcdef0123456789abcdef', MessageStatus: 'delivered' },
  },
  'POST /notification-rules/{idOrCode}/evaluate': {
    path: { idOrCode: 'outage' },
    body: { ownerType: 'Outage', ownerId: '17', data: outage, notificationTo: [{ email: 'jana@example.com' }] },
  },
  'GET /suppressions': { query: { filtering: { filters: [{ column: 'reason', value: 'BOUNCED' }] } } },
  'POST /suppressions': { body: { channel: 'email', address: 'jana@example.com' } },
  'DELETE /suppressions/{id}': { path: { id: exampleIds.suppression } },
  'POST /formatter-templates/preview': { body: { content: '<p>No water in {{street}}.</p>', data: outage } },
  'POST /formatter-templates/{idOrCode}/preview': { path: { idOrCode: 'outage-mail' }, body: { data: outage } },
  'GET /formatter-templates/by-template-code/{code}': { path: { code: 'outage-mail' } },
  'GET /formatter-templates/search/data-tags': none,
  'GET /documents/formats': none,
  'POST /documents/generate/{documentTemplateCode}/{format}': {
    path: { documentTemplateCode: 'outage-mail', format: 'html' },
    body: outage,
  },
  'POST /documents/generate-many/{format}': { path: { format: 'html' }, body: [document] },
  'GET /documents/results/{jobId}': { path: { jobId: exampleIds.documentsJob } },
  'GET /documents/results/{jobId}/archive': { path: { jobId: exampleIds.documentsJob } },
  'POST /documents/name/{templateCode}': { path: { templateCode: 'outage-mail' }, body: outage },
};

const callers: Readonly<Record<string, RequestExample>> = {
  'GET /api-keys': none,
  'POST /api-keys': {
    body: { name: 'CRM', user: 'jana', scopes: [{ entityName: 'User', accessRule: 'READ' }] },
  },
  'DELETE /api-keys/{id}': { path: { id: exampleIds.apiKey } },
  'POST /session': { body: { code: 'jana', password: 'correct horse battery staple' } },
  'GET /session': none,
  'DELETE /session': none,
  'POST /session/certificate': none,
  'GET /sessions': none,
  'DELETE /sessions': none,
  'DELETE /sessions/{id}': { path: { id: exampleIds.session } },
  'GET /session/oidc': none,
  'GET /session/oidc/callback': none,
  'POST /session/oidc/backchannel-logout': { body: { logout_token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl' } },
  'GET /me': none,
  'PUT /users/{idOrCode}/password': { path: { idOrCode: 'jana' }, body: { password: 'correct horse battery staple' } },
  'POST /users/{idOrCode}/password': { path: { idOrCode: 'jana' }, body: { password: 'correct horse battery staple' } },
  'GET /access/explain': { query: { user: 'jana', kind: 'User' } },
  'POST /access/check': { body: [{ user: 'jana', kind: 'User', right: 'READ' }] },
};

/** Requests of the operations that only one kind has, by method and path. */
export const operationExamples: Readonly<Record<string, RequestExample>> = {
  ...sharings,
  ...logsAndJobs,
  ...administration,
  ...usersAndGroups,
  ...messagesAndDocuments,
  ...callers,
};
