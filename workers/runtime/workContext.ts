import { PinnedTemplates } from '../../domain/documents/items/pinnedTemplates.ts';
import type { ChannelDrivers } from '../../domain/notifications/channels/index.ts';
import { type DeliveryRules, defaultDeliveryRules } from '../../domain/notifications/retries.ts';
import type { DataSources } from '../../domain/ports/dataSources.ts';
import type { Renderer } from '../../domain/ports/rendering.ts';
import type { Sandbox } from '../../domain/ports/sandbox.ts';
import { cacheNames } from '../../domain/runtime/cacheInvalidation.ts';
import { makeSemaphore } from '../../domain/runtime/semaphore.ts';
import type { JobTypeHandlers, WorkContext } from './handler.ts';
import { instrumentChannels, instrumentRenderer } from './instrumentation.ts';

/** Drivers and settings of a worker; a handler that needs an absent driver fails. */
export interface WorkOptions {
  readonly sandbox?: Sandbox;
  readonly channels?: ChannelDrivers;
  readonly renderer?: Renderer;
  readonly dataSources?: DataSources;
  readonly deliveryRules?: DeliveryRules;
  readonly logExchanges?: WorkContext['logExchanges'];
  /** As of WorkContext. */
  readonly publicUrl?: string;
  readonly receiptUrl?: string;
  /** Days for which documents are stored that no one has fetched. */
  readonly resultDays?: number;
  /** Days for which Jobs are stored after their end. */
  readonly retentionDays?: number;
  /** 0 and absent: audit entries are stored for ever. */
  readonly auditDays?: number;
  /** As of WorkContext. */
  readonly changeDays?: number;
  /** 0 and absent: logs are stored for ever. */
  readonly logRetentionMonths?: number;
  readonly typeHandlers: JobTypeHandlers;
}

type Process = Pick<
  WorkContext,
  'services' | 'broker' | 'log' | 'workerId' | 'worker' | 'isWorkerGone' | 'searchUnavailable'
>;

/** Builds the context of the handlers of one worker. */
export function makeWorkContext(process: Process, options: WorkOptions): WorkContext {
  const { services } = process;
  const templates = new PinnedTemplates(services.sql);
  // Templates belong to both administrations.
  for (const cache of cacheNames) {
    services.caches.onEvict(cache, () => templates.clear());
    services.caches.onEvict(cache, () => options.renderer?.evict());
  }
  return {
    ...process,
    ...(options.sandbox && { sandbox: options.sandbox }),
    ...(options.channels && { channels: instrumentChannels(services.metrics, options.channels) }),
    ...(options.renderer && { renderer: instrumentRenderer(services.metrics, options.renderer) }),
    renderSemaphore: makeSemaphore(options.renderer?.size ?? 2),
    ...(options.dataSources && { dataSources: options.dataSources }),
    deliveryRules: options.deliveryRules ?? defaultDeliveryRules,
    logExchanges: options.logExchanges ?? 'none',
    ...(options.publicUrl !== undefined && { publicUrl: options.publicUrl }),
    ...(options.receiptUrl !== undefined && { receiptUrl: options.receiptUrl }),
    templates,
    types: services.jobTypes,
    typeHandlers: options.typeHandlers,
    retentionDays: options.retentionDays ?? 30,
    resultDays: options.resultDays ?? 7,
    auditDays: options.auditDays ?? 0,
    changeDays: options.changeDays ?? 7,
    logRetentionMonths: options.logRetentionMonths ?? 0,
  };
}
