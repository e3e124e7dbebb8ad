import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { numbers, sampleId } from '../../../domain/samples/sampleIds.ts';
import { outage } from '../../../domain/samples/sampleMakers.ts';
import { sampleRecord } from '../../../domain/samples/sampleRecords.ts';
import { leaseExamples } from './leaseExamples.ts';
import { receiptExamples } from './receiptExamples.ts';
import type { RequestExample } from './requestExample.ts';

/** Ids that a service generates. A test replaces them by those of its service. */
export const exampleIds = {
  deadLetter: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f70',
  uselessDeadLetter: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f7f',
  mailboxMessage: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f71',
  endedJob: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f72',
  notification: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f73',
  target: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f74',
  suppression: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f75',
  documentsJob: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f76',
  apiKey: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f77',
  savedQuery: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f7a',
  session: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f78',
  waitingNotification: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f79',
} as const;

/** A filtering that is valid for every kind. */
export const filteringExample: JsonObject = {
  filters: [{ column: 'auditInfo.version', operator: 'GE', value: '1' }],
  size: 20,
};

const notification = {
  ownerType: 'Outage',
  ownerId: '17',
  templateCode: 'water-outage',
  data: outage,
  notificationTo: [{ email: 'marta@example.com' }],
};
const owner = { ownerType: 'Ticket', ownerId: 'T-1001' };
const job = { id: sampleId('Job') };
const step = { id: sampleId('JobStep') };
const afterJob = { after: 'POST /jobs' };
const afterLog = { after: 'POST /logs' };
const afterNotification = { after: 'POST /notifications' };
const filtered: RequestExample = { query: { filtering: filteringExample } };
const none: RequestExample = {};

const afterDocuments = { after: 'POST /documents/generate-many/{format}' };
const document = { documentId: 'letter-1', documentTemplateCode: 'water-outage-mail', data: outage };

const sharings: Readonly<Record<string, RequestExample>> = {
  'GET /sharings/by-ref/{ownerType}/{refType}/{refId}': {
    path: { ownerType: 'Ticket', refType: 'UserGroup', refId: 'PRAGUE' },
  },
  'GET /sharings/by-owner/{ownerType}/{ownerId}': { path: owner },
  'GET /sharings/public-or-matching-subtype/{ownerType}/{subType}/{refIds}': {
    path: { ownerType: 'Ticket', subType: 'READ', refIds: ['PRAGUE', 'BRNO'] },
  },
  'GET /sharings/public-or-matching/{ownerType}/{refIds}': {
    path: { ownerType: 'Ticket', refIds: ['PRAGUE', 'BRNO'] },
  },
};

const logsAndJobs: Readonly<Record<string, RequestExample>> = {
  'POST /logs': { body: { id: sampleId('Log'), ...sampleRecord('Log') } },
  'PUT /logs/{id}': { ...afterLog, path: { id: sampleId('Log') }, body: sampleRecord('Log') },
  'GET /logs/{id}': { ...afterLog, path: { id: sampleId('Log') } },
  'GET /logs/by-owner/{ownerType}/{ownerId}': { path: owner },
  'DELETE /logs/{code}/{olderThan}/{ownerType}/{ownerId}': {
    path: { code: 'ORDER_EXPORT', olderThan: '2020-01-01', ...owner },
  },
  'POST /jobs': {
    body: {
      ...job,
      ...sampleRecord('Job'),
      jobSteps: [numbers.stored, numbers.failed].map((number) => ({
        id: sampleId('JobStep', number),
        ...sampleRecord('JobStep', number),
      })),
    },
  },
  'GET /jobs/{id}': { ...afterJob, path: job },
  'GET /jobs/{id}/chain': { ...afterJob, path: job },
  'POST /jobs/{id}/pause': { after: 'POST /admin/jobs/{jobId}/resend-failed', path: job },
  'POST /jobs/{id}/resume': { after: 'POST /jobs/{id}/pause', path: job },
  'POST /jobs/{id}/cancel': { after: 'POST /jobs/{id}/resume', path: job },
  'POST /jobs/{id}/close': { after: 'POST /admin/jobs/{jobId}/resend-failed', path: job },
  'GET /jobs/{id}/events': { ...afterJob, path: job },
  'POST /job-steps': { ...afterJob, body: sampleRecord('JobStep', numbers.created) },
  'GET /job-steps/{id}': { ...afterJob, path: step },
  'PUT /job-steps/{id}': {
    ...afterJob,
    path: step,
    body: { ...sampleRecord('JobStep'), status: 'IN_PROGRESS' },
  },
  'PATCH /job-steps/{id}': {
    after: 'PUT /job-steps/{id}',
    path: step,
    body: { status: 'FAILED', log: 'Meter 2 does not answer.' },
  },
  ...leaseExamples,
  'GET /job-steps/by-chunk/{chunkId}/{name}': {
    ...afterJob,
    path: { chunkId: sampleRecord('JobStep')['chunkId'] ?? '', name: 'read' },
  },
};

const administration: Readonly<Record<string, RequestExample>> = {
  'POST /admin/job-steps/{jobStepId}/resend': {
    ...afterJob,
    path: { jobStepId: sampleId('JobStep', numbers.failed) },
  },
  'POST /admin/jobs/{jobId}/resend-failed': {
    after: 'PATCH /job-steps/{id}',
    path: { jobId: sampleId('Job') },
  },
  'GET /changes': { query: { after: 'latest', kinds: ['User', 'UserGroup'], size: 500 } },
  'GET /admin/queues': none,
  'POST /admin/queues/{name}/pause': { path: { name: 'step.directory' } },
  'POST /admin/queues/{name}/resume': { path: { name: 'step.directory' } },
  'PUT /admin/queues/{name}/concurrency': { path: { name: 'step.directory' }, body: { concurrency: 2 } },
  'GET /admin/queues/{name}/dead-letters': { path: { name: 'event.notification' } },
  'POST /admin/queues/{name}/redrive': {
    needs: 'a dead letter, whose id GET /admin/queues/{name}/dead-letters lists',
    path: { name: 'event.notification' },
    body: [exampleIds.deadLetter],
  },
  'POST /admin/queues/{name}/dead-letters/discard': {
    needs: 'a dead letter, whose id GET /admin/queues/{name}/dead-letters lists',
    path: { name: 'event.notification' },
    body: [exampleIds.uselessDeadLetter],
  },
  'GET /admin/queues/{name}/jobs': { path: { name: 'notification.email' }, query: { state: 'SCHEDULED' } },
  'GET /admin/workers': none,
  'POST /admin/workers/{id}/drain': {
    needs: 'a worker, whose id GET /admin/workers lists',
    path: { id: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f81' },
  },
  'DELETE /admin/workers/{id}/drain': {
    needs: 'a worker, whose id GET /admin/workers lists',
    path: { id: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f81' },
  },
  'GET /admin/client-workers': none,
  'GET /admin/retry-policies': none,
  'PUT /admin/retry-policies/{jobType}': {
    path: { jobType: 'HARBOUR_TOUR' },
    body: { attempts: 8, initialSeconds: 5, factor: 2, maxSeconds: 600, notRetried: ['unknown harbour'] },
  },
  'GET /admin/claim-limits': none,
  'PUT /admin/claim-limits/job-types/{name}': {
    path: { name: 'HARBOUR_TOUR' },
    body: { concurrency: 4, starts: 10, perSeconds: 60 },
  },
  'PUT /admin/claim-limits/users/{name}': { path: { name: 'billing' }, body: { concurrency: 8 } },
  'POST /admin/broker/dead-letter-queues': none,
  'POST /admin/user-management/evict-cache': none,
  'POST /admin/document-management/evict-cache': none,
  'GET /admin/mailbox': none,
  'DELETE /admin/mailbox': none,
  'GET /admin/mailbox/{id}/raw': {
    needs: 'a message, whose id GET /admin/mailbox lists',
    path: { id: exampleIds.mailboxMessage },
  },
  'GET /admin/indexes': none,
  'POST /admin/indexes': none,
  'PUT /admin/indexes/{indexName}/mapping': { path: { indexName: 'user-groups' } },
  'POST /admin/indexes/{indexName}/compare': { path: { indexName: 'user-groups' } },
  'POST /admin/reindex/selected': { query: { filtering: { entityType: 'UserGroup', ...filteringExample } } },
  'POST /admin/reindex/completed': {
    needs: 'the Job of a rebuild whose last step has failed',
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
  'GET /user-groups/by-chars/{path}/{value}': { path: { path: 'vehicles', value: '12' } },
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
  'GET /admin/schedules': none,
  'GET /schedules/{idOrCode}/runs': { path: { idOrCode: 'nightly-compare' } },
  'POST /scripts/{scriptCode}/evaluate': { path: { scriptCode: 'total-price' }, body: { price: 100 } },
  'POST /notifications': { body: { id: exampleIds.notification, ...notification } },
  'POST /notifications/batch': { body: [notification, { ...notification, ownerId: '18' }] },
  'POST /notifications/direct': { body: { ...notification, templateCode: 'water-outage-mail', subject: 'Outage' } },
  'PUT /notifications/{id}/state/{newState}': {
    needs: 'a notification with the status PLAN, such as that of a rule whose delivery window has not begun',
    path: { id: exampleIds.waitingNotification, newState: 'CANCELLED' },
  },
  'GET /notifications/{id}': { ...afterNotification, path: { id: exampleIds.notification } },
  'POST /notifications/by-owners/{ownerType}': { path: { ownerType: 'Outage' }, body: ['17', '18'] },
  'GET /notifications/{id}/related-entities/{refType}': {
    ...afterNotification,
    path: { id: exampleIds.notification, refType: 'Customer' },
  },
  ...receiptExamples(exampleIds.target),
  'POST /notification-rules/{idOrCode}/evaluate': {
    path: { idOrCode: 'water-outage' },
    body: { ownerType: 'Outage', ownerId: '17', data: outage, notificationTo: [{ email: 'marta@example.com' }] },
  },
  'GET /notification-rules/{idOrCode}/feed': {
    needs: 'a rule of the type SYSTEM that posts changes of records',
    path: { idOrCode: 'crm-users' },
  },
  'GET /suppressions': { query: { filtering: { filters: [{ column: 'reason', value: 'BOUNCED' }] } } },
  'POST /suppressions': { body: { channel: 'email', address: 'ota@example.com' } },
  'DELETE /suppressions/{id}': { after: 'POST /suppressions', path: { id: exampleIds.suppression } },
  'POST /formatter-templates/preview': { body: { content: '<p>No water in {{street}}.</p>', data: outage } },
  'POST /formatter-templates/{idOrCode}/preview': { path: { idOrCode: 'water-outage-mail' }, body: { data: outage } },
  'GET /formatter-templates/{idOrCode}/text': { path: { idOrCode: 'INVOICE' } },
  'GET /formatter-templates/by-template-code/{code}': { path: { code: 'water-outage-mail' } },
  'GET /formatter-templates/search/data-tags': none,
  'GET /documents/formats': none,
  'POST /documents/generate/{documentTemplateCode}/{format}': {
    path: { documentTemplateCode: 'water-outage-mail', format: 'html' },
    body: outage,
  },
  'POST /documents/generate-many/{format}': { path: { format: 'html' }, body: [document] },
  'GET /documents/results/{jobId}': { ...afterDocuments, path: { jobId: exampleIds.documentsJob } },
  'GET /documents/results/{jobId}/archive': { ...afterDocuments, path: { jobId: exampleIds.documentsJob } },
  'POST /documents/name/{templateCode}': { path: { templateCode: 'water-outage-mail' }, body: outage },
};

const provider: RequestExample = { needs: 'an OpenID provider' };

const callers: Readonly<Record<string, RequestExample>> = {
  'POST /users/{idOrCode}/erase': { path: { idOrCode: sampleId('User') }, body: { dryRun: true } },
  'GET /api-keys': none,
  'POST /api-keys': {
    body: { name: 'CRM', user: 'marta', scopes: [{ entityName: 'User', accessRule: 'READ' }] },
  },
  'DELETE /api-keys/{id}': { after: 'POST /api-keys', path: { id: exampleIds.apiKey } },
  'GET /saved-queries': { query: { view: 'jobs' } },
  'POST /saved-queries': {
    body: { view: 'jobs', name: 'Failed today', query: 'status=FAILED&range=1d', shared: true },
  },
  'DELETE /saved-queries/{id}': { after: 'POST /saved-queries', path: { id: exampleIds.savedQuery } },
  'POST /session': {
    needs: 'AUTH=on, and a user with this password',
    body: { code: 'marta', password: 'correct horse battery staple' },
  },
  'GET /session': none,
  'DELETE /session': none,
  'POST /session/certificate': { needs: 'AUTH=on, and a gateway that passes on client certificates' },
  'GET /sessions': none,
  'DELETE /sessions': none,
  'DELETE /sessions/{id}': {
    needs: 'AUTH=on, and a session, whose id GET /sessions lists',
    path: { id: exampleIds.session },
  },
  'GET /session/oidc': provider,
  'GET /session/oidc/callback': provider,
  'POST /session/oidc/backchannel-logout': {
    ...provider,
    body: { logout_token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl' },
  },
  'GET /me': none,
  'PUT /users/{idOrCode}/password': { path: { idOrCode: 'marta' }, body: { password: 'correct horse battery staple' } },
  'POST /users/{idOrCode}/password': {
    path: { idOrCode: 'marta' },
    body: { password: 'correct horse battery staple' },
  },
  'GET /access/explain': { query: { user: 'marta', kind: 'User' } },
  'POST /access/check': { body: [{ user: 'marta', kind: 'User', right: 'READ' }] },
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
