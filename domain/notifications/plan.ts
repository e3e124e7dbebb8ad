import type { PinnedTemplate } from '../documents/items/pinnedTemplates.ts';
import type { JsonObject, RightsHolder } from '../kinds/kind.ts';
import type { Context } from '../queue/context.ts';
import type { RuleDigest, RuleEscalation, RuleThrottle } from './rules/ruleThrottle.ts';
import type { DeliveryWindow } from './rules/window.ts';

interface PlannedTemplate {
  readonly code: string;
  readonly pinned: PinnedTemplate;
  /** The template is attached as a document instead of being the message. */
  readonly attached?: true;
}

interface PlannedDocument {
  readonly pinned: PinnedTemplate;
  readonly format: string;
  /** A template. */
  readonly name: string;
}

/** The templates of a rule in one language. */
interface LanguagePlan {
  /** By channel name. */
  readonly templates: Readonly<Record<string, PlannedTemplate>>;
  readonly subjectTemplate?: string;
}

export interface ChannelPlan {
  readonly template?: PlannedTemplate;
  /** Members of the rule's config that the channel declares. Plans of release 0.2 contain its secret too. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Id of the rule whose secret signs the messages. */
  readonly signedBy?: string;
}

/**
 * What the delivery of a notification needs of its rule and templates, fixed when the notification is accepted. Changes
 * of the rule or a template do not affect it.
 */
export interface DeliveryPlan {
  /** The code that the client named. Users can ignore it, as they can ignore the templates of the rule. */
  readonly templateCode: string;
  /** Absent if a formatter template was named directly. */
  readonly ruleCode?: string;
  /** By channel name. */
  readonly channels: Readonly<Record<string, ChannelPlan>>;
  /** The literal subject. If absent, `subjectTemplate` is rendered. Plans of release 0.2 contain no other of a request. */
  readonly subject?: string;
  readonly subjectTemplate?: string;
  readonly from?: string;
  /** The language of the templates, in a plan for one recipient. */
  readonly language?: string;
  /** By canonical language tag. */
  readonly languages?: Readonly<Record<string, LanguagePlan>>;
  /** Input of the templates: the data with their overrides. */
  readonly data: JsonObject;
  /** What the notification is about, for channels that send its data. Absent in plans of release 0.2. */
  readonly about?: {
    readonly ownerType: string;
    readonly ownerId: string;
    readonly relatedEntities?: readonly JsonObject[];
  };
  readonly documents?: readonly PlannedDocument[];
  /** Number of the client's attachments. */
  readonly attachments?: number;
  readonly window?: DeliveryWindow;
  readonly throttle?: RuleThrottle;
  readonly digest?: RuleDigest;
  readonly escalation?: RuleEscalation;
  /** The target whose digest `data` has the items of, in a plan for one recipient. */
  readonly digestOf?: string;
  /** Quiet hours of recipients do not delay the messages. */
  readonly critical?: true;
  readonly expireAfterMinutes?: number;
  readonly context: Context;
  /** Whose rights apply to the recipients; absent for the service itself. */
  readonly holder?: RightsHolder;
}
