import { SESSION_COOKIE } from '../../http/callers/sessionCookie.ts';
import type { Schema } from '../../http/route.ts';

/** A request has exactly one of these credentials. With `AUTH=off`, the service ignores them. */
export const securitySchemes: Record<string, Schema> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token of the OpenID Connect provider, or an API key (`wbk_…`).',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'The session of the console.',
  },
};
