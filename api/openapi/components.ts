import { accessCheck } from '../../domain/access/explanation/requests.ts';
import { apiKey, newApiKey } from '../../domain/identity/apiKeys.ts';
import { auditEntry } from '../../domain/identity/auditEntries.ts';
import { passwordChange } from '../../domain/identity/changePassword.ts';
import { session } from '../../domain/identity/sessions.ts';
import { signInRequest } from '../../domain/identity/signIn.ts';
import { leaseBodies } from '../../domain/jobs/leases/readLeaseRequest.ts';
import { claimLimitSettings } from '../../domain/jobs/limits/claimLimits.ts';
import { retryPolicySettings } from '../../domain/jobs/retries/retryPolicies.ts';
import { string, uuid } from '../../domain/kinds/declaration/members.ts';
import { kinds } from '../../domain/kinds/index.ts';
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
import { embeddedReferences, partSchemas, recordInputSchema, recordSchema } from './kindSchemas.ts';
import { leaseSchemas } from './leaseSchemas.ts';
import { inputName, objectOf, referenceInputSchema, referenceName, referenceSchema } from './memberSchemas.ts';
import { bulkPatchName, bulkPatchSchema, patchName, patchSchema, sharedInputSchemas } from './patchSchemas.ts';
import {
  diffEntryInputSchema,
  diffEntrySchema,
  exportEnvelopeInputSchema,
  exportEnvelopeSchema,
  pageSchema,
} from './recordEnvelopes.ts';
import { recordSchemas } from './recordSchemas.ts';
import { userSchemas } from './userSchemas.ts';

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
    ...sharedInputSchemas,
    ...partSchemas(),
  };
  const embeddedKinds = new Set(kinds.flatMap(embeddedReferences).map(({ target }) => target));
  for (const kind of kinds) {
    const { name } = kind;
    const configured = withConfiguration({ memberDefaults }, kind);
    schemas[name] = recordSchema(configured);
    schemas[inputName(name)] = recordInputSchema(configured);
    schemas[patchName(name)] = patchSchema(configured);
    schemas[bulkPatchName(name)] = bulkPatchSchema(configured);
    schemas[referenceName(name)] = referenceSchema(kind, { embedded: embeddedKinds.has(name) });
    schemas[inputName(referenceName(name))] = referenceInputSchema(kind);
    schemas[`PageOf${name}`] = pageSchema(name);
    schemas[`DiffEntryOf${name}`] = diffEntrySchema(name);
    schemas[`DiffEntryOf${inputName(name)}`] = diffEntryInputSchema(name);
    schemas[`ExportEnvelopeOf${name}`] = exportEnvelopeSchema(name);
    schemas[`ExportEnvelopeOf${inputName(name)}`] = exportEnvelopeInputSchema(name);
    schemas[`BulkChangeOf${name}`] = kind.operations.includes('bulkAction')
      ? bulkActionSchema(kind)
      : bulkChangeSchema(name);
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
  schemas[inputName('Suppression')] = recordInputSchema(suppression);
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
