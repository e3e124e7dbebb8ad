import type { PinnedTemplate } from '../documents/pinnedTemplates.ts';
import type { JsonObject } from '../kinds/kind.ts';
import type { Context } from '../queue/context.ts';
import type { DeliveryWindow } from './window.ts';

const channelNames = ['email', 'sms', 'webhook'] as const;
export type ChannelName = (typeof channelNames)[number];

export interface PlannedTemplate {
  readonly code: string;
  readonly pinned: PinnedTemplate;
  /** Goes along as a document in place of being the message. */
  readonly attached?: true;
}

interface PlannedDocument {
  readonly pinned: PinnedTemplate;
  readonly format: string;
  readonly name: string;
}

/**
 * All that delivering a notification takes, as its rule had it when it was accepted: a rule
 * or a template that is changed or deleted changes nothing of what was accepted.
 */
export interface DeliveryPlan {
  /** As the client named it; what users may ignore, beside the templates themselves. */
  readonly templateCode: string;
  /** Absent where a formatter template was named directly. */
  readonly ruleCode?: string;
  /** FormatterTemplates by channel. A webhook has none: it is given the data. */
  readonly email?: PlannedTemplate;
  readonly sms?: PlannedTemplate;
  readonly webhook?: { readonly url: string; readonly secret?: string };
  /** As it is sent; else `subjectTemplate` makes it. */
  readonly subject?: string;
  readonly subjectTemplate?: string;
  readonly from?: string;
  /** What templates are given: data with what overrides it. */
  readonly data: JsonObject;
  readonly documents?: readonly PlannedDocument[];
  /** How many attachments were given. */
  readonly attachments?: number;
  readonly window?: DeliveryWindow;
  readonly expireAfterMinutes?: number;
  readonly context: Context;
}

/** The channels that a plan has, in their order. */
export const channelsOf = (plan: DeliveryPlan): ChannelName[] =>
  channelNames.filter((name) => plan[name] !== undefined);
