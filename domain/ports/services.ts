import type { Access } from '../access/access.ts';
import type { ChangeFeed } from '../changes/changeFeed.ts';
import type { UnshownLeases } from '../jobs/leases/showLeases.ts';
import type { ClaimClock } from '../jobs/order/claimClock.ts';
import type { JobProgressFeed } from '../jobs/progress.ts';
import type { ReplyWriter } from '../jobs/replyWriter.ts';
import type { JobTypes } from '../jobs/types.ts';
import type { ReplyWaiter } from '../jobs/waiter.ts';
import type { LogTypeCache } from '../logs/logTypes.ts';
import type { LogWriter } from '../logs/logWriter.ts';
import type { NotificationWriter } from '../notifications/notificationWriter.ts';
import type { ReceiptWriter } from '../notifications/recipients/receiptWriter.ts';
import type { NotificationRuleCache } from '../notifications/ruleCache.ts';
import type { TemplateRefCache } from '../notifications/templates.ts';
import type { TextReader } from '../records/textReader.ts';
import type { RecordInserter } from '../records/write/recordInserter.ts';
import type { CacheInvalidation } from '../runtime/cacheInvalidation.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { RequestBatcher } from '../runtime/requestBatcher.ts';
import type { Semaphore } from '../runtime/semaphore.ts';
import type { Tracing } from '../runtime/tracing.ts';
import type { InputChecks } from '../scripts/inputChecks.ts';
import type { Accesses } from './accesses.ts';
import type { AccessEpoch, Principals, Refusals } from './identity.ts';
import type { Reads } from './reads.ts';
import type { ServiceDependencies } from './serviceDependencies.ts';

/** What operations and handlers work with. Each process builds it once and passes it as an argument. */
export interface Services extends ServiceDependencies {
  /** What may be read and written with these services: everything, or what the caller of a request may. */
  readonly access: Access;
  readonly reads: Reads;
  readonly jobTypes: JobTypes;
  /** Returns the problems of the body of a new Job. */
  readonly jobProblems: (job: unknown) => string[];
  readonly tracing: Tracing;
  readonly metrics: Metrics;
  readonly caches: CacheInvalidation;
  /** Follows changes of rights; decisions about access are bound to it. */
  readonly accessEpoch: AccessEpoch;
  readonly principals: Principals;
  readonly refusals: Refusals;
  readonly accesses: Accesses;
  readonly logTypes: LogTypeCache;
  readonly logWriter: LogWriter;
  readonly recordInserter: RecordInserter;
  readonly textReader: TextReader;
  readonly notificationRules: NotificationRuleCache;
  readonly notificationWriter: NotificationWriter;
  readonly receiptWriter: ReceiptWriter;
  readonly templateRefs: TemplateRefCache;
  readonly inputChecks: InputChecks;
  readonly claimClock: ClaimClock;
  /** Joins requests of clients' workers to transactions. */
  readonly leaseBatcher: RequestBatcher;
  readonly unshownLeases: UnshownLeases;
  readonly replyWaiter: ReplyWaiter;
  readonly replyWriter: ReplyWriter;
  readonly jobProgress: JobProgressFeed;
  readonly changeFeed: ChangeFeed;
  /** Bounds the diffs of this process: staging and joining are heavy on the database. */
  readonly diffSemaphore: Semaphore;
  /** Bounds the backups of this process: each has a snapshot open while it writes a file. */
  readonly backupSemaphore: Semaphore;
}
