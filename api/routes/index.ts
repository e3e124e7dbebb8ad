import { kinds } from '../../domain/kinds/index.ts';
import { consoleRoutes } from '../console/index.ts';
import { readingRoute } from '../http/reading/readingRoute.ts';
import type { Route } from '../http/route.ts';
import { apiKeyRoutes } from './access/apiKeys.ts';
import { callerRoutes } from './access/callers.ts';
import { explanationRoutes } from './access/explanations.ts';
import { providerSessionRoutes } from './access/providerSessions.ts';
import { sessionRoutes } from './access/sessions.ts';
import { archiveRoutes } from './archives.ts';
import { changeRoutes } from './changes.ts';
import { claimLimitRoutes } from './claimLimits.ts';
import { docsRoutes } from './docs.ts';
import { documentRoutes } from './documents/documents.ts';
import { formatterTemplateRoutes } from './documents/formatterTemplates.ts';
import { frontDoorRoutes } from './frontDoor.ts';
import { indexRoutes } from './indexes.ts';
import { jobStepRoutes } from './jobSteps.ts';
import { jobRoutes } from './jobs.ts';
import { logRoutes } from './logs.ts';
import { mailboxRoutes } from './notifications/mailbox.ts';
import { notificationRoutes } from './notifications/notifications.ts';
import { receiptRoutes } from './notifications/receipts.ts';
import { suppressionRoutes } from './notifications/suppressions.ts';
import { queueRoutes } from './queues.ts';
import { genericRoutes } from './records/genericRoutes.ts';
import { resendRoutes } from './resends.ts';
import { retryPolicyRoutes } from './retryPolicies.ts';
import { scheduleRoutes } from './schedules.ts';
import { scriptRoutes } from './scripts.ts';
import { stepLeaseRoutes } from './stepLeases.ts';
import { savedQueryRoutes } from './users/savedQueries.ts';
import { sharingRoutes } from './users/sharings.ts';
import { userGroupRegionRoutes } from './users/userGroupRegions.ts';
import { userGroupRoutes } from './users/userGroups.ts';
import { userRoutes } from './users/users.ts';

/** Returns the routes of the interface, which the OpenAPI document describes. */
export function interfaceRoutes(): Route[] {
  return [
    ...kinds.flatMap(genericRoutes),
    ...sharingRoutes,
    ...logRoutes,
    ...jobStepRoutes,
    ...stepLeaseRoutes,
    ...jobRoutes,
    ...resendRoutes,
    ...changeRoutes,
    ...queueRoutes,
    ...claimLimitRoutes,
    ...retryPolicyRoutes,
    ...mailboxRoutes,
    ...indexRoutes,
    ...archiveRoutes,
    ...userGroupRoutes,
    ...userGroupRegionRoutes,
    ...userRoutes,
    ...scheduleRoutes,
    ...scriptRoutes,
    ...notificationRoutes,
    ...receiptRoutes,
    ...suppressionRoutes,
    ...formatterTemplateRoutes,
    ...documentRoutes,
    ...apiKeyRoutes,
    ...sessionRoutes,
    ...providerSessionRoutes,
    ...callerRoutes,
    ...explanationRoutes,
    ...savedQueryRoutes,
  ].map(readingRoute);
}

/**
 * Returns all routes of the api: the interface, the front door, the documentation, and the console.
 *
 * @param processRoutes  routes of the process itself, such as its health
 */
export function allRoutes(processRoutes: readonly Route[] = []): Route[] {
  const routes = interfaceRoutes();
  return [...routes, ...frontDoorRoutes, ...docsRoutes(routes), ...consoleRoutes(routes), ...processRoutes];
}
