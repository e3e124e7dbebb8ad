import { fullAccess } from '../domain/access/access.ts';
import { ChangeFeed } from '../domain/changes/changeFeed.ts';
import { forgetTemplatePartials } from '../domain/documents/templates/templateFiles.ts';
import { PolledAccessEpoch } from '../domain/identity/epoch.ts';
import { GrantsCache } from '../domain/identity/grantsCache.ts';
import { PrincipalCache } from '../domain/identity/principalCache.ts';
import { RefusalLog } from '../domain/identity/refusalLog.ts';
import { problemsOfNewJob } from '../domain/jobs/create.ts';
import { UnshownLeases } from '../domain/jobs/leases/showLeases.ts';
import { ClaimClock } from '../domain/jobs/order/claimClock.ts';
import { makeJobProgressFeed } from '../domain/jobs/progress.ts';
import { ReplyWriter } from '../domain/jobs/replyWriter.ts';
import { ReplyWaiter } from '../domain/jobs/waiter.ts';
import { jobTypes } from '../domain/jobTypes/index.ts';
import { makeLogTypeCache } from '../domain/logs/logTypes.ts';
import { LogWriter } from '../domain/logs/logWriter.ts';
import { makeNotificationWriter } from '../domain/notifications/notificationWriter.ts';
import { makeReceiptWriter } from '../domain/notifications/recipients/receiptWriter.ts';
import { makeNotificationRuleCache } from '../domain/notifications/ruleCache.ts';
import { makeTemplateRefCache } from '../domain/notifications/templates.ts';
import { primaryReads } from '../domain/ports/reads.ts';
import type { ServiceDependencies } from '../domain/ports/serviceDependencies.ts';
import type { Services } from '../domain/ports/services.ts';
import { TextReader } from '../domain/records/textReader.ts';
import { RecordInserter } from '../domain/records/write/recordInserter.ts';
import { CacheInvalidation } from '../domain/runtime/cacheInvalidation.ts';
import { Metrics } from '../domain/runtime/metrics.ts';
import { RequestBatcher } from '../domain/runtime/requestBatcher.ts';
import { makeSemaphore } from '../domain/runtime/semaphore.ts';
import { noTracing } from '../domain/runtime/tracing.ts';
import { InputChecks } from '../domain/scripts/inputChecks.ts';

const CONCURRENT_DIFFS = 2;
const CONCURRENT_BACKUPS = 2;

/** Builds the services of a process. Nothing runs or connects before it is first used. */
export function makeServices(dependencies: ServiceDependencies): Services {
  const { sql } = dependencies;
  const types = dependencies.jobTypes ?? jobTypes;
  const caches = new CacheInvalidation(dependencies);
  const accessEpoch = new PolledAccessEpoch(dependencies);
  const logTypes = makeLogTypeCache(sql);
  const notificationRules = makeNotificationRuleCache(sql);
  const templateRefs = makeTemplateRefCache(sql);
  caches.onEvict('user-management', () => notificationRules.clear());
  for (const cache of [logTypes, templateRefs]) caches.onEvict('document-management', () => cache.clear());
  // Templates belong to both administrations.
  caches.onEvict('document-management', forgetTemplatePartials);
  caches.onEvict('user-management', forgetTemplatePartials);
  return {
    ...dependencies,
    access: fullAccess,
    reads: dependencies.reads ?? primaryReads(sql),
    jobTypes: types,
    jobProblems: (job) => problemsOfNewJob(job, { types, phoneRules: dependencies.phoneRules }),
    metrics: dependencies.metrics ?? new Metrics(),
    tracing: dependencies.tracing ?? noTracing,
    caches,
    accessEpoch,
    principals: new PrincipalCache(dependencies, accessEpoch),
    refusals: new RefusalLog(dependencies),
    accesses: new GrantsCache(dependencies, accessEpoch),
    logTypes,
    logWriter: new LogWriter(dependencies),
    recordInserter: new RecordInserter(dependencies),
    textReader: new TextReader(dependencies),
    notificationRules,
    notificationWriter: makeNotificationWriter(dependencies),
    receiptWriter: makeReceiptWriter(dependencies),
    templateRefs,
    inputChecks: new InputChecks(),
    claimClock: new ClaimClock(dependencies),
    leaseBatcher: new RequestBatcher(),
    unshownLeases: new UnshownLeases(dependencies),
    replyWaiter: new ReplyWaiter(dependencies),
    replyWriter: new ReplyWriter(sql),
    jobProgress: makeJobProgressFeed(dependencies),
    changeFeed: new ChangeFeed(dependencies),
    diffSemaphore: makeSemaphore(CONCURRENT_DIFFS),
    backupSemaphore: makeSemaphore(CONCURRENT_BACKUPS),
  };
}
