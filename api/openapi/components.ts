import { accessCheck } from '../../domain/access/explanation/requests.ts';
import { apiKey, newApiKey } from '../../domain/identity/apiKeys.ts';
import { auditEntry } from '../../domain/identity/auditEntries.ts';
import { passwordChange } from '../../domain/identity/changePassword.ts';
import { session } from '../../domain/identity/sessions.ts';
import { signInRequest } from '../../domain/identity/signIn.ts';
import { leaseBodies } from '../../domain/jobs/leases/readLeaseRequest.ts';
import { claimLimitSettings } from '../../domain/jobs/limits/claimLimits.ts';
import { retryPolicySettings } from '../../domain/jobs/retries/retryPolicies.ts';
import { jobTypes } from '../../domain/jobTypes/index.ts';
import { auditMembers, string, uuid } from '../../domain/kinds/declaration/members.ts';
import { kinds } from '../../domain/kinds/index.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import { type MemberDefaults, withConfiguration } from '../../domain/kinds/memberDefaults.ts';
import {
  notificationCreate,
  notificationEvaluate,
  relatedEntityMembers,
} from '../../domain/kinds/processing/notification.ts';
import { queueConcurrency } from '../../domain/monitoring/queueAdministration.ts';
import { mailboxMessage } from '../../domain/notifications/mailbox/mailboxMessage.ts';
import { suppression } from '../../domain/notifications/recipients/suppressionKind.ts';
import { newSavedQuery, savedQuery } from '../../domain/savedQueries/savedQueries.ts';
import type { Schema } from '../http/route.ts';
import { accessSchemas } from './accessSchemas.ts';
import { administrationSchemas } from './administrationSchemas.ts';
import { bulkActionSchema, bulkChangeSchema, bulkSchemas } from './bulkSchemas.ts';
import { documentSchemas } from './documentSchemas.ts';
import { filteringSchemas } from './filteringSchemas.ts';
import { leaseSchemas } from './leaseSchemas.ts';
import { type ObjectSchema, objectOf, referenceSchema } from './memberSchemas.ts';
import { bulkPatchName, bulkPatchSchema, patchName, patchSchema, sharedPatchSchemas } from './patchSchemas.ts';
import { diffEntrySchema, exportEnvelopeSchema, pageSchema } from './recordEnvelopes.ts';
import { recordSchemas } from './recordSchemas.ts';
import { anyObject, arrayOf, ref, text } from './schemas.ts';
import { userSchemas } from './userSchemas.ts';

/** The name of the schema for `data` of a managed Job type: `DataOfReindexLogs` for REINDEX_LOGS. */
const jobDataSchema = (type: string): string =>
  `DataOf${type.toLowerCase().replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}`;

/** Other types have no data. A schema of an object without members is no type to generators of clients. */
const typesWithData = Object.entries(jobTypes)
  .filter(([, { data }]) => Object.keys(data).length > 0)
  .map(([type]) => type as keyof typeof jobTypes);

/** All schemas of the OpenAPI document by name: those of the kinds, generated from their members, and the shared ones. */
export function componentSchemas(memberDefaults: MemberDefaults): Record<string, Schema> {
  const schemas: Record<string, Schema> = {
    ...recordSchemas,
    ...bulkSchemas,
    ...leaseSchemas,
    ...filteringSchemas,
    ...documentSchemas,
    ...userSchemas,
    ...administrationSchemas,
    ...accessSchemas,
  };
  schemas.AuditInfo = auditInfoSchema();
  Object.assign(schemas, sharedPatchSchemas);
  for (const kind of kinds) {
    const configured = withConfiguration({ memberDefaults }, kind);
    schemas[kind.name] = recordSchema(configured);
    schemas[patchName(kind.name)] = patchSchema(configured);
    schemas[bulkPatchName(kind.name)] = bulkPatchSchema(configured);
    schemas[`${kind.name}Reference`] = referenceSchema(kind);
    schemas[`PageOf${kind.name}`] = pageSchema(kind.name);
    schemas[`DiffEntryOf${kind.name}`] = diffEntrySchema(kind.name);
    schemas[`ExportEnvelopeOf${kind.name}`] = exportEnvelopeSchema(kind.name);
    schemas[`BulkChangeOf${kind.name}`] = kind.operations.includes('bulkAction')
      ? bulkActionSchema(kind)
      : bulkChangeSchema(kind.name);
  }
  for (const type of typesWithData) {
    schemas[jobDataSchema(type)] = {
      ...objectOf(jobTypes[type].data),
      description: `\`data\` of a Job of the type ${type}.`,
    };
  }
  const bodies = [
    notificationCreate,
    notificationEvaluate,
    newApiKey,
    queueConcurrency,
    claimLimitSettings,
    retryPolicySettings,
    apiKey,
    session,
    signInRequest,
    passwordChange,
    accessCheck,
    newSavedQuery,
    savedQuery,
    ...new Set(Object.values(leaseBodies)),
  ];
  for (const { name, description, members } of bodies) schemas[name] = { ...objectOf(members), description };
  schemas.CreatedApiKey = {
    description: 'A new API key, with the key itself.',
    ...objectOf({
      ...apiKey.members,
      key: string({ required: true, description: 'The key itself. It is not stored and cannot be read later.' }),
    }),
  };
  schemas.NotificationRelatedEntity = recordSchema({
    name: 'NotificationRelatedEntity',
    description: 'An entity that a notification concerns.',
    members: { ...relatedEntityMembers, notificationId: uuid({ description: 'Id of the notification.' }) },
  });
  schemas.Suppression = recordSchema(suppression);
  schemas.PageOfSuppression = pageSchema('Suppression');
  schemas.AuditEntry = { ...objectOf(auditEntry.members), description: auditEntry.description };
  schemas.PageOfAuditEntry = pageSchema('AuditEntry');
  schemas.MailboxMessage = { ...objectOf(mailboxMessage.members), description: mailboxMessage.description };
  schemas.PageOfDeadLetter = pageSchema('DeadLetter');
  schemas.PageOfListedSchedule = pageSchema('ListedSchedule');
  schemas.PageOfQueueJob = pageSchema('QueueJob');
  schemas.PageOfGenerateResult = pageSchema('GenerateResult');
  return schemas;
}

/** Constraints of records that their members alone do not express. */
const particular: Readonly<Record<string, (schema: ObjectSchema) => Schema>> = {
  Log: (schema) => ({
    ...schema,
    anyOf: [{ required: ['logTypeCode'] }, { required: ['logType'] }],
  }),
  Job: (schema) => ({
    ...schema,
    properties: {
      ...schema.properties,
      data: {
        anyOf: [{ ...anyObject, examples: [{}] }, ...typesWithData.map((type) => ref(jobDataSchema(type)))],
        description:
          'Input of the job. The schema DataOf… of a built-in type describes it; a type of the client takes any object.',
      },
      callbackSecret: {
        ...text,
        writeOnly: true,
        minLength: 1,
        maxLength: 1_000,
        description: 'Signs the posts to callbackUrl. A client sends it with a new job; no response contains it.',
      },
      jobSteps: {
        // A step nested in its Job may omit the id of the Job.
        ...arrayOf(recordSchema(kindOf('JobStep'), ['jobId'])),
        description: 'Returned with expand=JOB_STEPS and in the response to the creation.',
      },
    },
  }),
};

function kindOf(name: string): Kind {
  const kind = kinds.find((other) => other.name === name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
}

/** A response has all members of auditInfo. Of those in a request, the service reads `version` alone. */
function auditInfoSchema(): Schema {
  const schema = objectOf(auditMembers);
  const properties = Object.entries(schema.properties).map(([name, property]) => [
    name,
    name === 'version' ? property : { ...(property as Schema), readOnly: true },
  ]);
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: Object.keys(auditMembers),
    description:
      'Maintained by the service. In a request only version is read: the version that the change is based on.',
  };
}

/** The schema of a record with its auditInfo and no unknown members. `optional` names members that are not required here. */
function recordSchema(
  kind: Pick<Kind, 'name' | 'description' | 'members' | 'references'>,
  optional: readonly string[] = [],
): Schema {
  const schema = objectOf(kind.members, optional);
  for (const { member, target, embedded } of kind.references ?? []) {
    if (!embedded) continue;
    const { description = '' } = kind.members[member] ?? {};
    // A request, and the response to a caller that may not read the record, may have a reference alone.
    schema.properties[member] = { anyOf: [ref(target), ref(`${target}Reference`)], description };
  }
  schema.properties['auditInfo'] = ref('AuditInfo');
  const special = particular[kind.name];
  return { ...(special ? special(schema) : schema), description: kind.description };
}
