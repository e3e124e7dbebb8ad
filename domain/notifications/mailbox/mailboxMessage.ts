import { searchDocument } from '../../filtering/searchDocument.ts';
import { date, integer, objects, primaryKey, string, strings } from '../../kinds/declaration/members.ts';
import type { Json, JsonObject, Kind } from '../../kinds/kind.ts';

/** A message of the embedded mailbox. It is searched like a record, but has no registry, history or index. */
export const mailboxMessage: Kind = {
  name: 'MailboxMessage',
  path: 'mailbox',
  table: 'mailbox_message',
  plural: 'messages of the embedded mailbox',
  description: 'A message that the embedded mailbox received instead of a real recipient.',
  members: {
    id: primaryKey(),
    channel: string({ required: true, description: '`EMAIL` or `SMS`.' }),
    receivedAt: date({ required: true, description: 'When the mailbox received the message.' }),
    from: string({ required: true, description: 'Address or number of the sender.' }),
    to: strings({ required: true, description: 'Addresses or numbers of the recipients.' }),
    subject: string({ description: 'Subject of an e-mail.' }),
    text: string({ description: 'The message as text.' }),
    html: string({ description: 'The message as HTML.' }),
    headers: objects(
      { name: string({ description: 'Name of the header.' }), value: string({ description: 'Its value.' }) },
      { description: 'Decoded, in the received order.' },
    ),
    attachments: objects(
      {
        name: string({ description: 'File name.' }),
        mediaType: string({ description: 'Media type, such as application/pdf.' }),
        size: integer({ description: 'Bytes.' }),
        contentId: string({ description: 'Content-ID by which the HTML refers to it.' }),
      },
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

/** A message to store: its members and the raw bytes. */
export interface NewMailboxMessage {
  readonly id: string;
  readonly doc: string;
  readonly search: string;
  readonly raw: Uint8Array;
}

/** @param members the members of {@link mailboxMessage} except `size`; absent ones are undefined */
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

/** Replaces characters that PostgreSQL cannot store: NUL in text and lone surrogates in JSON. */
function storable(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd').toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, storable(inner)]));
}
