import type { PinnedTemplate } from '../documents/items/pinnedTemplates.ts';
import type { JsonObject } from '../kinds/kind.ts';
import type { Context } from '../queue/context.ts';
import type { DeliveryWindow } from './rules/window.ts';

interface PlannedTemplate {
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

export interface ChannelPlan {
  readonly template?: PlannedTemplate;
  /** Members of the rule's config that the channel declares. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * All that delivering a notification needs of its rule and templates, as they were when it was accepted. Later changes
 * of a rule or a template do not affect it.
 */
export interface DeliveryPlan {
  /** As the client named it; what users may ignore, beside the templates themselves. */
  readonly templateCode: string;
  /** Absent where a formatter template was named directly. */
  readonly ruleCode?: string;
  /** By name of the channel. */
  readonly channels: Readonly<Record<string, ChannelPlan>>;
  /** The literal subject; else `subjectTemplate` is rendered. */
  readonly subject?: string;
  readonly subjectTemplate?: string;
  readonly from?: string;
  /** Input of the templates: the data with their overrides. */
  readonly data: JsonObject;
  readonly documents?: readonly PlannedDocument[];
  /** Number of the client's attachments. */
  readonly attachments?: number;
  readonly window?: DeliveryWindow;
  readonly expireAfterMinutes?: number;
  readonly context: Context;
}
