import { clearMailbox, listMailbox, readMailboxMessage } from '../../../domain/notifications/mailbox/mailbox.ts';
import { type Route, route } from '../../http/route.ts';
import { arrayOf, filteringParameter, ref, text } from '../../openapi/schemas.ts';

const path = '/api/v2/admin/mailbox';

/** The operations of the mailbox, which replaces a mail server and Twilio under `npm start`. */
export const mailboxRoutes: readonly Route[] = [
  route({
    kind: 'Admin',
    title: 'Returns the messages of the embedded mailbox',
    method: 'GET',
    path,
    access: { entity: 'Mailbox', right: 'READ' },
    query: [filteringParameter({ required: false })],
    description: 'The mailbox stores the newest 1,000 messages. By default, they are returned oldest first.',
    success: arrayOf(ref('MailboxMessage')),
    codes: [200, 400, 500],
    handle: ({ services, query }) => listMailbox(services, query.get('filtering') ?? undefined),
  }),
  route({
    kind: 'Admin',
    title: 'Returns a message as it came',
    method: 'GET',
    path: `${path}/{id}/raw`,
    access: { entity: 'Mailbox', right: 'READ' },
    description: 'Returns an e-mail as received over SMTP; an SMS as the members of the request to Twilio.',
    success: text,
    successType: ['message/rfc822', 'application/json'],
    uuids: ['id'],
    codes: [200, 400, 404, 500],
    handle: ({ services, params }) => readMailboxMessage(services, params.id),
  }),
  route({
    kind: 'Admin',
    title: 'Empty the embedded mailbox',
    description: 'Deletes all messages of the mailbox.',
    method: 'DELETE',
    path,
    access: { entity: 'Mailbox', right: 'READ_WRITE' },
    success: null,
    codes: [400, 500],
    audited: true,
    async handle({ services }) {
      await clearMailbox(services);
      return null;
    },
  }),
];
