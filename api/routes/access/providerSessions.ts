import {
  beginProviderSignIn,
  completeProviderSignIn,
  endSessionsByProvider,
  problemPath,
} from '../../../domain/identity/providerSignIn.ts';
import { SESSION_SECONDS } from '../../../domain/identity/sessions.ts';
import type { Services } from '../../../domain/ports/services.ts';
import {
  endedSignInCookie,
  pendingSignInOf,
  sessionCookie,
  sessionTokensOf,
  signInCookie,
} from '../../http/callers/sessionCookie.ts';
import { type Answer, type Route, route } from '../../http/route.ts';
import { headText, text } from '../../openapi/schemas.ts';

const path = '/api/v2/session/oidc';

/** Sign-in by the OpenID provider. A failed sign-in leads to the console, since a browser shows the response to a user. */
export const providerSessionRoutes: readonly Route[] = [
  route({
    kind: 'Access',
    title: 'Sign in at the OpenID provider',
    method: 'GET',
    path,
    access: 'public',
    description: 'A browser opens this address. It is sent to the provider, and from there back to the callback.',
    query: [
      {
        name: 'returnTo',
        schema: headText,
        description: 'Path of this service that the browser opens after the sign-in; the console if absent.',
      },
    ],
    success: null,
    codes: [303, 400, 404, 500],
    async handle({ services, query, raw }) {
      const serviceUrl = serviceUrlOf(services, raw);
      const returnTo = query.get('returnTo');
      const begun = await beginProviderSignIn(services, { serviceUrl, ...(returnTo !== null && { returnTo }) });
      if ('problem' in begun) return redirect(problemPath(serviceUrl, begun.problem));
      return redirect(begun.url, signInCookie(begun.pending));
    },
  }),
  route({
    kind: 'Access',
    title: 'Complete a sign-in at the OpenID provider',
    method: 'GET',
    path: `${path}/callback`,
    access: 'public',
    description:
      'The provider sends the browser here. Sets the cookie of a new session, but only in the browser that began the sign-in.',
    ignoresUnknownQuery: true,
    query: Object.entries({
      code: 'The code that the service exchanges for tokens.',
      state: 'Binds the response to the sign-in that the browser has begun.',
      iss: 'The issuer (RFC 9207).',
      session_state: 'State of the session at the provider; ignored.',
      error: 'Why the provider refused the sign-in.',
      error_description: 'The same in words.',
    }).map(([name, description]) => ({ name, schema: headText, description })),
    success: null,
    codes: [303, 404, 500],
    async handle({ services, origin, caller, raw }) {
      const serviceUrl = serviceUrlOf(services, raw);
      const at = raw.url.indexOf('?');
      const pending = pendingSignInOf(raw.headers);
      const [previous] = sessionTokensOf(raw.headers);
      const completed = await completeProviderSignIn(services, {
        ...{ serviceUrl, origin, caller, search: at === -1 ? '' : raw.url.slice(at) },
        ...(pending !== undefined && { pending }),
        ...(previous !== undefined && { previous }),
      });
      if ('problem' in completed) return redirect(problemPath(serviceUrl, completed.problem), endedSignInCookie);
      const { token, returnTo } = completed;
      return redirect(returnTo, endedSignInCookie, sessionCookie(token, SESSION_SECONDS));
    },
  }),
  route({
    kind: 'Access',
    title: 'End the sessions of a session at the OpenID provider',
    method: 'POST',
    path: `${path}/backchannel-logout`,
    access: 'public',
    description: 'Called by the provider with a logout token (OpenID Connect Back-Channel Logout 1.0).',
    body: {
      schema: {
        type: 'object',
        required: ['logout_token'],
        properties: { logout_token: { ...text, description: 'Token that names the session.' } },
      },
      description: 'The logout token, as the provider sends it.',
      contentType: 'application/x-www-form-urlencoded',
    },
    success: null,
    codes: [400, 404, 500, 503],
    async handle({ services, origin, caller, stream }) {
      const form = new URLSearchParams(await new Response(stream()).text());
      await endSessionsByProvider(services, form.get('logout_token') ?? '', { origin, caller });
      return null;
    },
  }),
];

/** Returns the URL of the service as the browser knows it. */
export const serviceUrlOf = ({ signInProvider }: Services, { url }: Request): string =>
  (signInProvider?.publicUrl ?? new URL(url).origin).replace(/\/+$/, '');

const redirect = (location: string, ...cookies: string[]): Answer => ({
  body: null,
  code: 303,
  // The URL of a callback has the code, which no other page may see.
  headers: { location, 'referrer-policy': 'no-referrer' },
  cookies,
});
