import { unsubscribe } from '../../../domain/notifications/recipients/suppressions.ts';
import { type Route, route } from '../../http/route.ts';
import { text } from '../../openapi/schemas.ts';

const page = (text: string) => ({
  body: `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unsubscribe</title>${text}`,
  contentType: 'text/html; charset=utf-8',
  headers: { 'referrer-policy': 'same-origin' },
});
const link = {
  kind: 'Unsubscribe',
  path: '/unsubscribe/{token}',
  access: 'public',
  ignoresUnknownQuery: true,
  success: text,
  successType: 'text/html',
} as const;

/**
 * The targets of List-Unsubscribe. Mail programs send a POST (RFC 8058); people open the link. A GET changes nothing,
 * because scanners of e-mails also open links.
 */
export const unsubscribeRoutes: readonly Route[] = [
  route({
    ...link,
    title: 'Confirm before an address is suppressed',
    description: 'A page with a button. It changes nothing.',
    method: 'GET',
    codes: [200, 500],
    handle: async () =>
      page(
        '<form method="post"><p>Do you want to stop receiving e-mail from this sender?</p><button>Unsubscribe</button></form>',
      ),
  }),
  route({
    ...link,
    title: 'Suppress the address of an unsubscribe link',
    description: 'Suppresses the address for which the link was made.',
    method: 'POST',
    codes: [200, 400, 500],
    async handle({ services, caller, params }) {
      await unsubscribe(services, params.token, caller);
      return page('<p>You are unsubscribed. This address gets no more e-mail from this sender.</p>');
    },
  }),
];
