import { passedOnCertificate, signInByCertificate } from '../../../domain/identity/certificates.ts';
import { endSessionUrl } from '../../../domain/identity/providerSignIn.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  SESSION_SECONDS,
  signOut,
} from '../../../domain/identity/sessions.ts';
import { signIn } from '../../../domain/identity/signIn.ts';
import { endedSessionCookie, sessionCookie, sessionTokensOf } from '../../http/callers/sessionCookie.ts';
import { type Answer, type Route, route } from '../../http/route.ts';
import { arrayOf, ref } from '../../openapi/schemas.ts';
import { listParameters } from './listParameters.ts';
import { serviceUrlOf } from './providerSessions.ts';
import { actorOf } from './requestActor.ts';

const path = '/api/v2/session';

/** The operations of sessions: sign-in, sign-out, and the sessions of users. */
export const sessionRoutes: readonly Route[] = [
  route({
    kind: 'Access',
    title: 'Sign in',
    method: 'POST',
    path,
    access: 'public',
    description: 'Sets the cookie of a new session. The answer does not show whether a user has the code.',
    body: { schema: ref('SignIn'), description: 'Code and password of the user.' },
    success: ref('SignedIn'),
    codes: [200, 400, 401, 429, 500],
    async handle({ services, origin, caller, raw, json }) {
      const [previous] = sessionTokensOf(raw.headers);
      const options = { origin, caller, ...(previous !== undefined && { previous }) };
      const { token, user } = await signIn(services, await json(), options);
      return signedIn(user, token);
    },
  }),
  route({
    kind: 'Access',
    title: 'Sign in by a client certificate',
    method: 'POST',
    path: `${path}/certificate`,
    access: 'public',
    description:
      'Sets the cookie of a new session of the user of the certificate that the gateway passes on. The session is valid only with this certificate.',
    success: ref('SignedIn'),
    codes: [200, 401, 404, 500],
    async handle({ services, origin, caller, raw }) {
      const [previous] = sessionTokensOf(raw.headers);
      const options = { origin, caller, ...(previous !== undefined && { previous }) };
      const certificate = passedOnCertificate(services, raw.headers);
      const { token, user } = await signInByCertificate(services, certificate, options);
      return signedIn(user, token);
    },
  }),
  route({
    kind: 'Access',
    title: 'Returns who is signed in',
    description: 'Returns the user of the credential, and when the credential ends.',
    method: 'GET',
    path,
    access: 'signedIn',
    success: ref('SignedIn'),
    codes: [200, 401, 500],
    async handle({ principal: { code, name, credential, expiresAt } }) {
      const end = expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() };
      return JSON.stringify({ user: code, name, credential, ...end });
    },
  }),
  route({
    kind: 'Access',
    title: 'Sign out',
    method: 'DELETE',
    path,
    access: 'public',
    description: 'Ends the session of the cookie. The token is refused from then on, also in copies of the cookie.',
    success: ref('SignedOut'),
    codes: [200, 500],
    async handle({ services, origin, caller, raw }) {
      const [token] = sessionTokensOf(raw.headers);
      const isOfProvider = token !== undefined && (await signOut(services, token, origin, caller));
      const url = isOfProvider ? await endSessionUrl(services, serviceUrlOf(services, raw)) : undefined;
      return { body: JSON.stringify(url === undefined ? {} : { endSessionUrl: url }), cookies: [endedSessionCookie] };
    },
  }),
  route({
    kind: 'Access',
    title: 'Returns the sessions',
    method: 'GET',
    path: '/api/v2/sessions',
    access: 'signedIn',
    query: listParameters,
    description:
      'Returns the sessions of the caller, newest first; all sessions for callers with the right to `Admin`.',
    success: arrayOf(ref('Session'), 10_000),
    codes: [200, 400, 500],
    handle: (request) => listSessions(request.services, actorOf(request), request.query),
  }),
  route({
    kind: 'Access',
    title: 'End a session',
    description: 'Ends a session of the caller; any session for callers with the right to `Admin`.',
    method: 'DELETE',
    path: '/api/v2/sessions/{id}',
    access: 'signedIn',
    uuids: ['id'],
    success: null,
    codes: [400, 403, 404, 500],
    async handle(request) {
      await endSession(request.services, request.params.id, actorOf(request));
      return null;
    },
  }),
  route({
    kind: 'Access',
    title: 'End all other sessions of the caller',
    description: 'Ends the sessions of the caller except that of the request.',
    method: 'DELETE',
    path: '/api/v2/sessions',
    access: 'signedIn',
    success: null,
    codes: [403, 500],
    async handle(request) {
      await endOtherSessions(request.services, actorOf(request));
      return null;
    },
  }),
];

const signedIn = ({ code, name }: { readonly code: string; readonly name: string }, token: string): Answer => ({
  body: JSON.stringify({ user: code, name, credential: 'session' }),
  cookies: [sessionCookie(token, SESSION_SECONDS)],
});
