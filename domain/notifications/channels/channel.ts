import type { JsonObject } from '../../kinds/kind.ts';
import type { Attachment } from '../../ports/channels.ts';
import type { Template } from '../../ports/rendering.ts';
import type { DeliveryPlan } from '../plan.ts';
import type { PhoneRules } from './addresses.ts';

/**
 * All that the service knows of a channel but its driver. The checks of rules and targets, resolution, composition,
 * limits, suppression, receipts, logs, metrics and the OpenAPI document follow from it.
 */
export interface ChannelDeclaration<Name extends string = string, Message = unknown> {
  readonly name: Name;
  /** `apiSenderBeanName` of rules that send by this channel alone. */
  readonly sender: string;
  /** The FormatterTemplates that it sends; absent where it sends the data of the notification. */
  readonly template?: ChannelTemplates;
  /** Further members of a rule's config. Without a template it is used by rules that name its sender. */
  readonly settings: Readonly<Record<string, ChannelSetting>>;
  /** Absent where each target is an address by itself. */
  readonly address?: ChannelAddress;
  /** Whether nothing is sent to suppressed addresses, and providers report addresses to suppress. */
  readonly isSuppressible: boolean;
  /** Whether RECIPIENT_PER_HOUR limits it. */
  readonly limitsRecipients: boolean;
  /** Whether its provider reports what became of a message. */
  readonly hasReceipts: boolean;
  /** Whether its messages have a link by which their recipient unsubscribes. */
  readonly hasUnsubscribeLink: boolean;
  /** Whether recipients see one message where two have the same id; else a message of unknown outcome is not resent. */
  readonly resendsUnknown: boolean;
  /** Throws what `tools` throw. */
  compose(tools: ComposeTools, plan: DeliveryPlan): Promise<Composed>;
  /** What the notification's record shows of a message that was sent. */
  contentOf(composed: Composed): DeliveredContent;
  messageOf(delivery: OutgoingDelivery): Message;
  /** The message for the log: without credentials, and with its text only where `full`. */
  describe(message: Message, options: { readonly full: boolean }): JsonObject;
  /** Where the provider depends on the plan; else the driver names it. */
  providerOf?(plan: DeliveryPlan): string;
}

interface ChannelTemplates {
  /** Member of a rule's config with the code of the template. */
  readonly member: string;
  /** Types of templates that are sent by this channel when a notification names them directly. */
  readonly documentTypes: readonly Template['documentType'][];
  /** Those among them that go along as a document in place of being the message. */
  readonly attachedTypes: readonly Template['documentType'][];
  /** Whether the documents of a rule go along. */
  readonly hasDocuments: boolean;
}

interface ChannelSetting {
  readonly maxLength: number;
  /** Without it a rule cannot name the channel's sender. */
  readonly isRequired: boolean;
  /** What is wrong with a text; undefined where nothing is. */
  readonly problemOf?: (text: string) => string | undefined;
}

export interface ChannelAddress {
  /** Member of a target. */
  readonly member: string;
  /** Member of users and user groups. */
  readonly ownerMember: string;
  /** For people, within a sentence: `e-mail address`. */
  readonly title: string;
  /** The address of a valid text: equal for texts that mean the same recipient. */
  canonical(text: string): string;
  /** A valid address as targets show it, or what is wrong with it. */
  read(text: string, rules: PhoneRules): { readonly shown: string } | { readonly problem: string };
}

/** A message but for its recipient. */
export interface Composed {
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments: readonly Attachment[];
}

/** What a message is composed with. */
export interface ComposeTools {
  /** Renders a template with the data of the notification. */
  render(pinned: string, format: string): Promise<{ readonly content: Uint8Array; readonly plainText?: string }>;
  subject(): Promise<string>;
  /** Attachments and documents of the notification. */
  attachments(): Promise<readonly Attachment[]>;
}

/** What was sent, for the notification's record. */
export interface DeliveredContent {
  readonly subject?: string;
  readonly contents: string;
}

/** A composed message and its recipient. */
export interface OutgoingDelivery {
  readonly id: string;
  readonly notificationId: string;
  readonly address: string;
  /** JSON text of the target. */
  readonly target: string;
  readonly plan: DeliveryPlan;
  readonly composed: Composed;
  readonly links: DeliveryLinks;
}

/** Builds the unsubscribe link and the receipt URL of a message from its id. */
export interface DeliveryLinks {
  readonly unsubscribe?: (id: string) => string;
  readonly receipt?: (id: string) => string;
}

/** Infers the types of a declaration. */
export const declareChannel = <const Name extends string, Message>(
  declaration: ChannelDeclaration<Name, Message>,
): ChannelDeclaration<Name, Message> => declaration;
