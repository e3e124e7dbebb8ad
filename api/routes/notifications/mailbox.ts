import { clearMailbox, listMailbox, readMailboxMessage } from '../../../domain/notifications/mailbox/mailbox.ts';
import { type Route, route } from '../../http/route.ts';
import { arrayOf, filteringParameter, ref } from '../../openapi/schemas.ts';

const path = '/api/v2/admin/mailbox';

/** What `npm start` took in place of a mail server and of Twilio. */
export const mailboxRoutes: readonly Route[] = [
  route({
    kind: 'Admin',
    title: 'Returns the messages of the embedded mailbox',
    method: 'GET',
    path,
    query: [filteringParameter(false)],
    description: 'The newest 1,000 are kept. The oldest come first unless the filtering sorts them otherwise.',
    success: arrayOf(ref('MailboxMessage')),
    codes: [200, 400, 500],
    handle: ({ services, query }) => listMailbox(services, query.get('filtering') ?? undefined),
  }),
  route({
    kind: 'Admin',
    title: 'Returns a message as it came',
    method: 'GET',
    path: `${path}/{id}/raw`,
    description: 'An e-mail as it came over SMTP; an SMS as the members that Twilio would have been sent.',
    success: { type: 'string' },
    successType: ['message/rfc822', 'application/json'],
    uuids: ['id'],
    codes: [200, 400, 404, 500],
    handle: ({ services, params }) => readMailboxMessage(services, params.id),
  }),
  route({
    kind: 'Admin',
    title: 'Empty the embedded mailbox',
    method: 'DELETE',
    path,
    success: null,
    codes: [400, 500],
    audited: true,
    async handle({ services }) {
      await clearMailbox(services);
      return null;
    },
  }),
];
