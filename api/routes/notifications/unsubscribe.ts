import { unsubscribe } from '../../../domain/notifications/recipients/suppressions.ts';
import { type Route, route } from '../../http/route.ts';

const page = (text: string) => ({
  body: `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unsubscribe</title>${text}`,
  contentType: 'text/html; charset=utf-8',
  headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
});
const of = {
  kind: 'Unsubscribe',
  path: '/unsubscribe/{token}',
  success: { type: 'string' },
  successType: 'text/html',
} as const;

/**
 * Where List-Unsubscribe leads. Mail programs POST (RFC 8058) and people follow the link: a GET changes nothing, since
 * whatever scans e-mails follows links too.
 */
export const unsubscribeRoutes: readonly Route[] = [
  route({
    ...of,
    title: 'Ask before an address is suppressed',
    method: 'GET',
    codes: [200, 500],
    handle: async () => page('<form method="post"><button>Send me no more e-mail</button></form>'),
  }),
  route({
    ...of,
    title: 'Suppress the address that a link was sent to',
    method: 'POST',
    codes: [200, 400, 500],
    async handle({ services, caller, params }) {
      await unsubscribe(services, params.token, caller);
      return page('<p>You get no more e-mail from here.</p>');
    },
  }),
];
