import type { Context } from '../jobs/context.ts';
import type { JsonObject } from '../kind.ts';
import type { GeneratedDocument } from './rules.ts';
import type { DeliveryWindow } from './window.ts';

export const channelNames = ['email', 'sms', 'webhook'] as const;
export type ChannelName = (typeof channelNames)[number];

/**
 * All that delivering a notification takes, as its rule had it when it was accepted: a rule that is changed or deleted
 * changes nothing of what was accepted. Templates are named and read when they are used.
 */
export interface DeliveryPlan {
  /** As the client named it; what users may ignore, beside the templates themselves. */
  readonly templateCode: string;
  /** Absent where a formatter template was named directly. */
  readonly ruleCode?: string;
  /** FormatterTemplates by channel. A webhook has none: it is given the data. */
  readonly email?: string;
  readonly sms?: string;
  readonly webhook?: { readonly url: string; readonly secret?: string };
  /** As it is sent; else `subjectTemplate` makes it. */
  readonly subject?: string;
  readonly subjectTemplate?: string;
  readonly from?: string;
  /** What templates are given: data with what overrides it. */
  readonly data: JsonObject;
  readonly documents?: readonly GeneratedDocument[];
  /** How many attachments were given. */
  readonly attachments?: number;
  readonly window?: DeliveryWindow;
  readonly expireAfterMinutes?: number;
  readonly context: Context;
}

/** The channels that a plan has, in their order. */
export const channelsOf = (plan: DeliveryPlan): ChannelName[] => channelNames.filter((name) => plan[name] !== undefined);
