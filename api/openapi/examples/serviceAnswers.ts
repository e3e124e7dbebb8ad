import { kinds } from '../../../domain/kinds/index.ts';
import type { Json, JsonObject } from '../../../domain/kinds/kind.ts';
import { numbers, sampleId } from '../../../domain/samples/sampleIds.ts';
import { sampleRecord } from '../../../domain/samples/sampleRecords.ts';
import { tourIds } from './leaseExamples.ts';
import { exampleIds } from './operationExamples.ts';
import { queueAnswers } from './queueAnswers.ts';

/** Examples of answers that are not records of kinds with sample records. */

const when = '2026-11-20T09:00:00.000Z';
const auditInfo: JsonObject = {
  version: 1,
  whoInserted: 'eva',
  whenInserted: when,
  whoEdited: 'eva',
  whenEdited: when,
};

const acknowledged: JsonObject = { acknowledge: true, jobId: sampleId('Job') };

const signedIn: JsonObject = { user: 'marta', name: 'Marta Nováková', credential: 'session', expiresAt: when };

const target: JsonObject = {
  id: exampleIds.target,
  email: 'marta@example.com',
  notificationId: exampleIds.notification,
  channel: 'email',
  status: 'SENT',
  providerId: `<${exampleIds.target}@waybill>`,
  attempts: [
    { attempt: 1, at: when, worker: 'worker-1', provider: 'smtp', outcome: 'sent', answer: '250 OK', durationMs: 42 },
  ],
  auditInfo,
};

const notification: JsonObject = {
  id: exampleIds.notification,
  ownerType: 'Outage',
  ownerId: '17',
  subject: 'Outage in Plzeňská 12',
  contents: 'No water in Plzeňská 12.',
  notificationTo: [target],
  status: 'SENT',
  data: { salutation: 'Dear customer', street: 'Plzeňská 12' },
  created: when,
  templateCode: 'water-outage',
  sent: '2026-11-20T09:00:01.000Z',
  auditInfo,
};

const apiKey: JsonObject = {
  id: exampleIds.apiKey,
  name: 'CRM',
  user: 'marta',
  prefix: 'wbk_7Qm2',
  scopes: [{ entityName: 'User', accessRule: 'READ' }],
  createdAt: when,
  createdBy: 'eva',
};

const { registry = {} } = sampleRecord('UserGroupType');
const expandedGroup: JsonObject = {
  name: 'Prague',
  code: 'PRAGUE',
  id: sampleId('UserGroup'),
  readonlyAccess: false,
  ...auditInfo,
  ldapMemberOf: 'cn=prague,ou=teams,dc=example,dc=com',
  period: { isValid: true },
  chars: { empty: false, vehicles: 12, region: 'Bohemia' },
  userGroupType: {
    code: 'FIELD_TEAM',
    name: 'Field team',
    id: sampleId('UserGroupType'),
    readonlyAccess: false,
    ...auditInfo,
    valid: 'true',
    localizationData: { empty: true },
    registry,
  },
  email: 'prague@example.com',
};

/** Answers by the name of their schema. */
export const answersBySchema: Readonly<Record<string, Json>> = {
  AckResponse: acknowledged,
  BulkAnswer: { dryRun: false, records: 1, jobId: sampleId('Job') },
  StepClaims: {
    claims: [
      {
        ...{ attempt: 1, token: 1, leaseUntil: '2026-11-20T09:01:00.000Z' },
        job: { id: sampleId('Job'), jobType: 'CITY_TOUR' },
        step: {
          ...{ id: tourIds.tourStep, name: 'north', status: 'IN_PROGRESS', jobId: sampleId('Job'), startDate: when },
          ...{ processingInfo: { attempts: 1, worker: 'tour-1' }, auditInfo },
        },
      },
    ],
  },
  StepOutcomes: { steps: [{ id: tourIds.tourStep, outcome: 'ACCEPTED', status: 'COMPLETED' }] },
  SignedIn: signedIn,
  SignedOut: {},
  Notification: notification,
  NotificationRelatedEntity: {
    id: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f80',
    name: 'Nováková',
    refId: 'C-17',
    refType: 'Customer',
    notificationId: exampleIds.notification,
    auditInfo,
  },
  ...queueAnswers,
  MailboxMessage: {
    id: exampleIds.mailboxMessage,
    channel: 'EMAIL',
    receivedAt: when,
    from: 'waybill@localhost',
    to: ['marta@example.com'],
    subject: 'Outage in Plzeňská 12',
    text: 'No water in Plzeňská 12.',
    html: '<p>No water in Plzeňská 12.</p>',
    headers: [{ name: 'Subject', value: 'Outage in Plzeňská 12' }],
    messageId: `<${exampleIds.target}@waybill>`,
    size: 1_250,
  },
  Index: {
    name: 'user-groups',
    kind: 'UserGroup',
    index: 'user-groups-1',
    engine: 'postgres',
    state: 'LIVE',
    documents: 12,
    records: 12,
    created: when,
    liveSince: when,
  },
  IndexResult: {
    ...{ indexed: 12, failed: 0, failures: [], deleted: 0 },
    ...{ task: `AccessRule:${sampleId('Job')}`, took: 'PT0.250S' },
  },
  ImportResult: { entityType: 'UserGroupType', created: 0, updated: 1, removed: 0, unchanged: 3 },
  UserGroupExpanded: expandedGroup,
  RuleFeed: { status: 'ACTIVE', lastPostedAt: when, missed: false },
  ScheduleRuns: {
    nextRunAt: when,
    nextRuns: [when],
    waiting: false,
    runs: [{ plannedAt: when, decidedAt: when, outcome: 'STARTED', jobId: sampleId('Job') }],
  },
  JobChain: {
    jobs: [{ id: sampleId('Job'), jobType: 'METER_READINGS', status: 'NEW', after: [] }],
    isPartial: false,
  },
  ListedSchedule: {
    schedule: { id: sampleId('Schedule'), ...sampleRecord('Schedule'), auditInfo },
    nextRunAt: when,
    waiting: false,
    lastRun: { plannedAt: when, decidedAt: when, outcome: 'STARTED', jobId: sampleId('Job') },
  },
  Suppression: {
    id: exampleIds.suppression,
    channel: 'email',
    address: 'marta@example.com',
    reason: 'MANUAL',
    auditInfo,
  },
  Format: { name: 'pdf', mediaType: 'application/pdf', text: false },
  GenerateResult: { documentId: 'letter-1', data: '<p>No water in Plzeňská 12.</p>', templateVersion: 1 },
  ApiKey: apiKey,
  CreatedApiKey: { ...apiKey, key: 'wbk_7Qm2…' },
  SavedQuery: {
    id: exampleIds.savedQuery,
    ...{ view: 'jobs', name: 'Failed today', query: 'status=FAILED&range=1d' },
    ...{ shared: true, own: true, savedAt: when },
  },
  Session: {
    id: exampleIds.session,
    user: 'marta',
    createdAt: when,
    lastSeenAt: when,
    expiresAt: '2026-11-20T21:00:00.000Z',
    address: '192.0.2.17',
    userAgent: 'Mozilla/5.0',
  },
  Me: {
    user: 'marta',
    name: 'Marta Nováková',
    credential: 'session',
    authentication: 'PASSWORD',
    roles: ['FIELD_WORK'],
    groups: ['PRAGUE'],
    access: [
      { entityName: 'User', read: 'all', write: 'none' },
      { entityName: 'Admin', read: 'none', write: 'none' },
    ],
  },
  AuditEntry: {
    id: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f82',
    at: when,
    user: 'eva',
    action: 'API_KEY_CREATED',
    target: 'CRM',
    outcome: 'SUCCEEDED',
    address: '192.0.2.17',
    requestId: '5f0c1c2e-6f0e-4f2b-9d6a-1f9f7f1c8a11',
  },
  AccessExplanation: {
    read: 'all',
    write: 'none',
    because: 'marta may read all users and write none.',
    rules: [
      {
        id: sampleId('AccessRule'),
        code: 'READ_USERS',
        gives: 'READ',
        because: 'The user has it by the role FIELD_WORK.',
      },
    ],
  },
  AccessCheckResult: { allowed: true },
  ChangePage: {
    changes: [
      {
        kind: 'UserGroupType',
        id: sampleId('UserGroupType'),
        change: 'CREATED',
        version: 1,
        who: 'eva',
        when,
        record: { id: sampleId('UserGroupType'), ...sampleRecord('UserGroupType'), auditInfo },
        cursor: 'AbX3v1mZ0aQp8sT5uWb2c4w',
      },
    ],
    cursor: 'AbX3v1mZ0aQp8sT5uWb2c4w',
  },
};

const history: Json = [
  {
    ...{ version: 2, who: 'eva', when: '2026-11-21T09:00:00.000Z', change: 'UPDATED' },
    changes: [{ path: 'description', from: 'As it was', to: 'Changed' }],
  },
  { version: 1, who: 'eva', when, change: 'CREATED', changes: [] },
];

/** Answers that their schema does not determine, by method and path. */
export const answersByOperation: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(kinds.map(({ path }) => [`GET /${path}/{idOrCode}/history`, history])),
  ...Object.fromEntries(
    kinds.flatMap(({ path }) => ['GET', 'POST'].map((method) => [`${method} /${path}/search/count`, 12])),
  ),
  'GET /user-groups/by-users/map': {
    [sampleId('User', numbers.member)]: [{ id: sampleId('UserGroup'), ...sampleRecord('UserGroup'), auditInfo }],
  },
  'POST /users/{idOrCode}/erase': {
    ...{ dryRun: true, jobId: sampleId('Job'), pseudonym: 'erased-6f1ed002ab55' },
    ...{ searched: { code: 1, email: 1, name: 2 }, skipped: [{ type: 'phoneNumber', reason: 'SHARED' }] },
  },
  'POST /scripts/{scriptCode}/evaluate': { total: 125 },
  'GET /formatter-templates/search/data-tags': ['invoice', 'outage'],
  'POST /documents/generate/{documentTemplateCode}/{format}': '<p>Dear customer</p><p>No water in Plzeňská 12.</p>',
  'POST /documents/generate-many/{format}': [
    { documentId: 'letter-1', data: '<p>No water in Plzeňská 12.</p>', templateVersion: 1 },
  ],
  'POST /documents/name/{templateCode}': 'Dear customer No water in Plzeňská 12.',
};

const page = '<p>Dear customer</p><p>No water in Plzeňská 12.</p>';

/** Answers that are texts and not JSON, by media type and path. */
export const textExamples: Readonly<Record<string, string>> = {
  'text/html /api/v2/formatter-templates/preview': page,
  'text/html /api/v2/formatter-templates/{idOrCode}/preview': page,
  'text/plain /api/v2/formatter-templates/{idOrCode}/text': '<p>Dear customer</p><p>No water in {{street}}.</p>',
  'message/rfc822 /api/v2/admin/mailbox/{id}/raw':
    'From: waybill@localhost\r\nTo: marta@example.com\r\nSubject: Outage\r\n\r\nNo water in the street.\r\n',
};
