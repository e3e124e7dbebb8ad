import { primaryKey, string, uuid } from '../../kinds/declaration/members.ts';
import type { Caller, JsonObject, Kind } from '../../kinds/kind.ts';
import { firstAudit, newId, type RecordTexts, recordTexts, withId } from '../../records/record.ts';
import { textOf } from '../../validation/values.ts';
import { channelNamesWith } from '../channels/index.ts';

const suppressedChannels = channelNamesWith('isSuppressible');

const suppressionReasons = ['BOUNCED', 'COMPLAINED', 'OPTED_OUT', 'MANUAL'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/**
 * An address that gets no messages. It is searched like a record, but is never changed and has neither history nor an
 * index.
 */
export const suppression: Kind = {
  name: 'Suppression',
  path: 'suppressions',
  table: 'suppression',
  plural: 'suppressed addresses',
  description:
    'An address that gets no messages: it bounced, its owner complained or opted out, or an operator listed it.',
  members: {
    id: primaryKey(),
    channel: string({ required: true, values: suppressedChannels, description: 'The channel of the address.' }),
    address: string({
      required: true,
      min: 1,
      max: 255,
      description: 'An e-mail address, or a phone number in E.164.',
    }),
    reason: string({ filled: true, values: suppressionReasons, description: 'MANUAL by default.' }),
    description: string({ max: 1_000, description: 'Response of the provider, or a comment of the operator.' }),
    notificationToId: uuid({ description: 'The notification target whose delivery caused the suppression.' }),
  },
  operations: [],
  keepsHistory: false,
};

/** A new suppression as its table stores it. */
export interface NewSuppression {
  readonly channel: string;
  readonly address: string;
  readonly texts: RecordTexts;
}

/** @param values validated members of {@link suppression}; an id is created if it has none */
export function newSuppression(
  values: { readonly channel: string; readonly address: string } & JsonObject,
  caller: Caller,
): NewSuppression {
  const record = withId(values, textOf(values.id) ?? newId());
  return {
    channel: values.channel,
    address: values.address,
    texts: recordTexts(suppression, record, firstAudit(caller)),
  };
}
