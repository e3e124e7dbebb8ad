import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import type { JobProgressFeed } from '../jobs/progress.ts';
import type { ReplyWriter } from '../jobs/results.ts';
import type { JobTypes } from '../jobs/types.ts';
import type { ReplyWaiter } from '../jobs/waiter.ts';
import type { Kind } from '../kinds/kind.ts';
import type { MemberDefaults } from '../kinds/memberDefaults.ts';
import type { LogTypeCache } from '../logs/logTypes.ts';
import type { LogWriter } from '../logs/logWriter.ts';
import type { PhoneRules } from '../notifications/channels/addresses.ts';
import type { ReceiptWriter } from '../notifications/recipients/receiveReceipt.ts';
import type { NotificationRuleCache } from '../notifications/ruleCache.ts';
import type { NotificationWriter } from '../notifications/send.ts';
import type { TemplateRefCache } from '../notifications/templates.ts';
import type { CacheInvalidation } from '../runtime/cacheInvalidation.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { Semaphore } from '../runtime/semaphore.ts';
import type { Tracing } from '../runtime/tracing.ts';
import type { InputChecks } from '../scripts/evaluate.ts';
import type { Directory } from './directory.ts';
import type { SearchEngine } from './search.ts';

/** The connections, ports and settings of a process, from which `makeServices` of app/services.ts makes the rest. */
export interface ServiceDependencies {
  readonly sql: Database;
  readonly search: SearchEngine;
  readonly log: Logger;
  /** Makes the relay of this process move committed outbox rows at once. */
  readonly wakeRelay: () => void;
  /** Indexes a committed record at once. Resolves false when the record cannot be found yet and is indexed later. */
  readonly awaitSearchable: (kind: Kind, id: string, outboxId: string) => Promise<boolean>;
  /** Whether the LogType of a Log must exist; by default its code is stored unchecked. */
  readonly requireLogTypes?: boolean;
  /** Replaces the defaults that kinds declare. */
  readonly memberDefaults?: MemberDefaults;
  /** The directory in which groups are searched; absent where groups name their own place. */
  readonly directory?: Directory;
  /** Restricts the phone numbers that messages are sent to; any number when absent. */
  readonly phoneRules?: PhoneRules;
  /** URL and key by which SMS receipts are verified; absent where receipts are not requested. */
  readonly receipts?: { readonly url: string; readonly authToken: string };
  /** Maximum time a call waits for a worker's result, in ms; a minute by default. */
  readonly resultWaitMs?: number;
  /** Makes no spans by default. */
  readonly tracing?: Tracing;
  /** The managed job types; those of this release by default. */
  readonly jobTypes?: JobTypes;
}

/** What operations and handlers work with. Each process builds it once and passes it as an argument. */
export interface Services extends ServiceDependencies {
  readonly jobTypes: JobTypes;
  readonly tracing: Tracing;
  readonly metrics: Metrics;
  readonly caches: CacheInvalidation;
  readonly logTypes: LogTypeCache;
  readonly logWriter: LogWriter;
  readonly notificationRules: NotificationRuleCache;
  readonly notificationWriter: NotificationWriter;
  readonly receiptWriter: ReceiptWriter;
  readonly templateRefs: TemplateRefCache;
  readonly inputChecks: InputChecks;
  readonly replyWaiter: ReplyWaiter;
  readonly replyWriter: ReplyWriter;
  readonly jobProgress: JobProgressFeed;
  /** Bounds the diffs of this process: staging and joining are heavy on the database. */
  readonly diffSemaphore: Semaphore;
  /** Bounds the backups of this process: each has a snapshot open while it writes a file. */
  readonly backupSemaphore: Semaphore;
}
