import { searchDocument } from '../../filtering/searchDocument.ts';
import { date, integer, objects, string, strings, uuid } from '../../kinds/declaration/members.ts';
import type { Json, JsonObject, Kind } from '../../kinds/kind.ts';

/**
 * What the embedded mailbox keeps of a message. It is searched like a record, and is none: there is no registry, history
 * or index of it.
 */
export const mailboxMessage: Kind = {
  name: 'MailboxMessage',
  path: 'mailbox',
  table: 'mailbox_message',
  plural: 'messages of the embedded mailbox',
  members: {
    id: uuid(),
    channel: string({ required: true, description: '`EMAIL` or `SMS`.' }),
    receivedAt: date({ required: true }),
    from: string({ required: true, description: 'Address or number of the sender.' }),
    to: strings({ required: true, description: 'Addresses or numbers of the recipients.' }),
    subject: string(),
    text: string(),
    html: string(),
    headers: objects({ name: string(), value: string() }, { description: 'Decoded, in the received order.' }),
    attachments: objects(
      { name: string(), mediaType: string(), size: integer({ description: 'Bytes.' }), contentId: string() },
      { description: 'Their content is part of the raw message.' },
    ),
    messageId: string({
      description: 'Message-ID of an e-mail, or Twilio id (`SM…`) of an SMS.',
    }),
    size: integer({ required: true, description: 'Size of the received message in bytes.' }),
  },
  operations: [],
  keepsHistory: false,
};

/** A message to be kept: its members and what came. */
export interface NewMailboxMessage {
  readonly id: string;
  readonly doc: string;
  readonly search: string;
  readonly raw: Uint8Array;
}

/** @param members of {@link mailboxMessage}, but `size`; absent ones undefined */
export function newMailboxMessage(
  members: { id: string; channel: 'EMAIL' | 'SMS' } & Record<string, Json | undefined>,
  raw: Uint8Array,
): NewMailboxMessage {
  const values: JsonObject & { id: string } = { id: members.id };
  for (const name of Object.keys(mailboxMessage.members)) {
    const value = name === 'size' ? raw.byteLength : members[name];
    if (value !== undefined) values[name] = storable(value);
  }
  return { id: members.id, doc: JSON.stringify(values), search: searchDocument(mailboxMessage, values), raw };
}

/** PostgreSQL knows no NUL in a text, and no half of a surrogate pair in JSON. */
function storable(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd').toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, storable(inner)]));
}
