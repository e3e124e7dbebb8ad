import { checkTemplate } from '../documents/templates/checkTemplate.ts';
import { placed } from '../documents/templates/templateFault.ts';
import type { Json, JsonObject } from '../kinds/kind.ts';
import { MAX_TARGETS, notificationCreate } from '../kinds/processing/notification.ts';
import type { Services } from '../ports/services.ts';
import { newId } from '../records/record.ts';
import { readRecord } from '../validation/readRecord.ts';
import { describe, isObject, isStorableText, isUuid, textOf } from '../validation/values.ts';
import { type AttachmentInput, readAttachments } from './attachments.ts';
import { anyPhone, hasControl, isEmail, type PhoneRules } from './channels/addresses.ts';
import type { ChannelDeclaration } from './channels/channel.ts';
import { addressMembers, channels as allChannels, type ChannelName, channelsOf } from './channels/index.ts';
import type { DeliveryPlan } from './plan.ts';
import { planOf } from './planDelivery.ts';
import { hasPlaces } from './rules/attachmentNames.ts';
import type { SendMode } from './sendMode.ts';

interface AcceptedTarget {
  readonly id: string;
  /** The members that responses show. */
  readonly input: JsonObject;
  /** Set for a target with an address of exactly one channel. */
  readonly channel?: ChannelName;
  readonly address?: string;
  /** Why the target is skipped. */
  readonly skipped?: string;
}

/** A validated NotificationCreate. */
export interface AcceptedNotification {
  readonly values: JsonObject;
  readonly plan: Omit<DeliveryPlan, 'context'>;
  readonly targets: readonly AcceptedTarget[];
  readonly attachments: readonly AttachmentInput[];
  /** Ids chosen by the client, which another notification or target may already have. */
  readonly clientIds: readonly {
    readonly what: 'Notification' | 'NotificationTarget';
    readonly id: string;
    readonly path: string;
  }[];
}

/** Which phone numbers are accepted; absent: all valid ones with the prefix of a country. */
interface PhoneContext {
  readonly phoneRules?: PhoneRules | undefined;
}

/** Returns null for an element that is not an object and has its problem already. */
const objectOrNull = (value: Json): JsonObject | null => (isObject(value) ? value : null);

/**
 * Reads a NotificationCreate. Every problem starts with `at` and the member's path. The result is complete only if no
 * problem was added. Returns undefined if no plan can be made.
 */
export async function readNotification(
  services: Services,
  input: unknown,
  mode: SendMode,
  problems: string[],
  at: string,
): Promise<AcceptedNotification | undefined> {
  const { prefix, values, targetValues, attachments } = readOwnMembers(input, problems, at);
  const plan =
    typeof values.templateCode === 'string' && isStorableText(values.templateCode)
      ? await planOf(services, values, { mode, problems, prefix })
      : undefined;
  if (plan && typeof values.from === 'string')
    problems.push(...senderProblems(services, values.from, plan.plan).map((problem) => `${prefix}from: ${problem}`));
  const targets = readTargets(services, targetValues, plan, problems, `${prefix}notificationTo`);
  const clientIds = [
    ...(typeof values.id === 'string' ? [{ what: 'Notification' as const, id: values.id, path: `${prefix}id` }] : []),
    ...targetValues.flatMap((target, index) =>
      typeof target?.id === 'string' && isUuid(target.id)
        ? [{ what: 'NotificationTarget' as const, id: target.id, path: `${prefix}notificationTo[${index}].id` }]
        : [],
    ),
  ];
  if (!plan) return undefined;
  const { attachments: _, formatterDocumentTemplateDataOverride: __, ...stored } = values;
  return {
    values: plan.params === undefined ? stored : { ...stored, params: plan.params },
    plan: { ...plan.plan, ...(attachments.length > 0 && { attachments: attachments.length }) },
    targets,
    attachments,
    clientIds,
  };
}

/**
 * Returns the problems that a NotificationCreate has whatever rule or template it names, which may be created or changed before
 * it is sent. `readNotification` has these, and those of the channels and the required data of the rule or template.
 */
export function problemsOfNotification({ phoneRules }: PhoneContext, input: unknown, at: string): string[] {
  const problems: string[] = [];
  const { prefix, values, targetValues } = readOwnMembers(input, problems, at);
  const { from } = values;
  if (typeof from === 'string') {
    const ofChannels = allChannels.flatMap((channel) =>
      channel.problemOfSender ? [channel.problemOfSender(from, phoneRules ?? anyPhone)] : [],
    );
    if (ofChannels.every((problem) => problem !== undefined)) problems.push(`${prefix}from: ${ofChannels[0]}`);
  }
  readTargets({ phoneRules }, targetValues, undefined, problems, `${prefix}notificationTo`);
  return problems;
}

/** Reads the members of a NotificationCreate without regard to its rule or template. */
function readOwnMembers(input: unknown, problems: string[], at: string) {
  const prefix = at === '' ? '' : `${at}.`;
  const { values } = readRecord(notificationCreate, input, problems, at);
  const targetValues = Array.isArray(values.notificationTo) ? values.notificationTo.map(objectOrNull) : [];
  if (Array.isArray(values.notificationTo) && targetValues.length === 0)
    problems.push(`${prefix}notificationTo: must have 1 to ${MAX_TARGETS} targets, not 0`);
  if (typeof values.subject === 'string') problems.push(...subjectProblems(values.subject, `${prefix}subject`));
  const attachments = Array.isArray(values.attachments)
    ? readAttachments(values.attachments.map(objectOrNull), problems, `${prefix}attachments`)
    : [];
  return { prefix, values, targetValues, attachments };
}

function subjectProblems(subject: string, path: string): string[] {
  if (hasControl(subject)) return [`${path}: must not contain line breaks or other control characters`];
  const problem = hasPlaces(subject) ? checkTemplate('HTML', subject) : undefined;
  return problem ? [`${path}: ${placed(problem)}`] : [];
}

/** Returns the problems of a sender. An e-mail address is that of the e-mails alone if there is an SMS beside them. */
function senderProblems(
  { phoneRules = anyPhone }: Services,
  from: string,
  plan: Pick<DeliveryPlan, 'channels'>,
): string[] {
  const found = channelsOf(plan).flatMap((channel) =>
    channel.problemOfSender ? [channel.problemOfSender(from, phoneRules)] : [],
  );
  const problems = found.filter((problem) => problem !== undefined);
  return isEmail(from) && problems.length < found.length ? [] : problems;
}

function readTargets(
  { phoneRules = anyPhone }: PhoneContext,
  inputs: readonly (JsonObject | null)[],
  planned: { readonly plan: Omit<DeliveryPlan, 'context'> } | undefined,
  problems: string[],
  at: string,
): AcceptedTarget[] {
  const channels = planned ? channelsOf(planned.plan) : undefined;
  const seen = new Map<string, number>();
  const wrong = new Set(problems.map((problem) => problem.slice(0, problem.indexOf(']', at.length) + 1)));
  return inputs.map((one, index): AcceptedTarget => {
    const path = `${at}[${index}]`;
    // A target that is not an object already has its problem.
    const target = one ?? {};
    const { auditInfo: _, notificationId: __, ...read } = target;
    const id = textOf(target.id) ?? newId();
    const before = problems.length;
    for (const { member, read: readAddress } of addressMembers) {
      const text = target[member];
      if (typeof text !== 'string') continue;
      const address = readAddress(text, phoneRules);
      if ('problem' in address) problems.push(`${path}.${member}: ${address.problem}`);
      else read[member] = address.shown;
    }
    const result = { id, input: { ...read, id } };
    if (isEntity(target)) {
      if (target.ownerId === undefined && !wrong.has(path))
        problems.push(`${path}.ownerId: is required beside ownerType ${target.ownerType}`);
      return result;
    }
    if (problems.length > before || wrong.has(path) || !channels) return result;
    const addresses = addressesOf(read, channels, id);
    const [only] = addresses;
    if (!only) {
      const members = channels.flatMap(({ address }) => address?.member ?? []);
      problems.push(
        `${path}.${members[0]}: is required, ${members.join(' or ')} is what ${describe(planned?.plan.templateCode)} is sent to`,
      );
      return result;
    }
    if (addresses.length > 1) return result;
    const key = `${only.channel} ${only.address.toLowerCase()}`;
    const first = seen.get(key);
    if (first !== undefined) return { ...result, skipped: `the same address as notificationTo[${first}]` };
    seen.set(key, index);
    return { ...result, ...only };
  });
}

/** Whether the target is a user or a group. Its addresses are resolved by its delivery. */
const isEntity = ({ ownerType }: JsonObject): boolean => ownerType === 'User' || ownerType === 'UserGroup';

/** Returns the addresses of a target for these channels. For a channel without addresses, the address is the target's id. */
export function addressesOf(
  values: JsonObject,
  channels: readonly ChannelDeclaration<ChannelName>[],
  id: string,
): { channel: ChannelName; address: string }[] {
  return channels.flatMap(({ name, address }) => {
    if (!address) return [{ channel: name, address: id }];
    const text = values[address.member];
    return typeof text === 'string' && text !== '' ? [{ channel: name, address: address.canonical(text) }] : [];
  });
}

/** Returns a problem for each id that occurs twice in one request. */
export function repeatedIds(clientIds: AcceptedNotification['clientIds']): string[] {
  const first = new Map<string, string>();
  const problems: string[] = [];
  for (const { what, id, path } of clientIds) {
    const key = `${what} ${id}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, path);
    else problems.push(`${path}: ${id} is given in ${before} already`);
  }
  return problems;
}
