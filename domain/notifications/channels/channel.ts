import type { JsonObject } from '../../kinds/kind.ts';
import type { Attachment } from '../../ports/channels.ts';
import type { Template } from '../../ports/rendering.ts';
import type { DeliveryPlan } from '../plan.ts';
import type { PhoneRules } from './addresses.ts';

/**
 * Declares a channel, except for its drivers. The checks of rules and targets, resolution, composition, limits,
 * suppression, receipts, logs, metrics and the OpenAPI document are derived from it.
 */
export interface ChannelDeclaration<Name extends string = string, Message = unknown> {
  readonly name: Name;
  /** `apiSenderBeanName` of rules that send by this channel alone. */
  readonly sender: string;
  /** The FormatterTemplates that the channel sends. If absent, it sends the data of the notification. */
  readonly template?: ChannelTemplates;
  /** Further members of a rule's config. A channel without a template is used by rules that name its sender. */
  readonly settings: Readonly<Record<string, ChannelSetting>>;
  /** If absent, each target is one recipient of the channel. */
  readonly address?: ChannelAddress;
  /** Returns the problem of `from`; undefined if it is a sender of the channel, or of another one only. */
  problemOfSender?(from: string, rules: PhoneRules): string | undefined;
  /** Whether suppressed addresses get no messages, and providers report addresses to suppress. */
  readonly isSuppressible: boolean;
  /** Whether RECIPIENT_PER_HOUR applies. */
  readonly limitsRecipients: boolean;
  /** Whether its providers send receipts. */
  readonly hasReceipts: boolean;
  /** Whether its messages contain an unsubscribe link. */
  readonly hasUnsubscribeLink: boolean;
  /** Whether a recipient sees two messages with the same id as one. If not, a message of unknown outcome is not resent. */
  readonly resendsUnknown: boolean;
  /** Throws what `tools` throw. */
  compose(tools: ComposeTools, plan: DeliveryPlan): Promise<Composed>;
  /** Returns the content that the notification's record shows of a sent message. */
  contentOf(composed: Composed): DeliveredContent;
  messageOf(delivery: OutgoingDelivery): Message;
  /** Returns the message for the log: without credentials, and with its text only if `full`. */
  describe(message: Message, options: { readonly full: boolean }): JsonObject;
  /** Returns the provider if it depends on the plan. If absent, the driver names the provider. */
  providerOf?(plan: DeliveryPlan): string;
}

interface ChannelTemplates {
  /** Member of a rule's config with the code of the template. */
  readonly member: string;
  /** Document types that this channel sends when a notification names a template directly. */
  readonly documentTypes: readonly Template['documentType'][];
  /** The document types that are attached instead of being the message. */
  readonly attachedTypes: readonly Template['documentType'][];
  /** Whether the documents of a rule are attached. */
  readonly hasDocuments: boolean;
}

interface ChannelSetting {
  readonly maxLength: number;
  /** Whether a rule that names the channel's sender must have it. */
  readonly isRequired: boolean;
  /** Clients write it and nobody reads it: the plan of a delivery does not contain it. It may be empty, which removes it. */
  readonly isWriteOnly?: true;
  /** Returns the problem of a text, or undefined. */
  readonly problemOf?: (text: string) => string | undefined;
}

export interface ChannelAddress {
  /** Member of a target. */
  readonly member: string;
  /** Member of users and user groups. */
  readonly ownerMember: string;
  /** For error messages: `e-mail address`. */
  readonly title: string;
  /** Returns the canonical address of a valid text. Texts for the same recipient have the same address. */
  canonical(text: string): string;
  /** Returns the address as targets show it, or its problem. */
  read(text: string, rules: PhoneRules): { readonly shown: string } | { readonly problem: string };
}

/** A message without its recipient. */
export interface Composed {
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments: readonly Attachment[];
}

/** The functions by which a channel composes a message. */
export interface ComposeTools {
  /** Renders a template with the data of the notification. */
  render(pinned: string, format: string): Promise<{ readonly content: Uint8Array; readonly plainText?: string }>;
  subject(): Promise<string>;
  /** Returns the attachments and documents of the notification. */
  attachments(): Promise<readonly Attachment[]>;
}

/** The sent content, for the notification's record. */
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
  /** The write-only setting of the rule, as it is when the message is sent. */
  readonly secret?: string | undefined;
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
