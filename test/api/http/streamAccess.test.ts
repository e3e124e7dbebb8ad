import { expect, test } from 'bun:test';
import { StreamAccess } from '../../../api/http/callers/streamAccess.ts';
import { fullAccess } from '../../../domain/access/access.ts';
import { CredentialRefused } from '../../../domain/errors.ts';
import { anonymousPrincipal } from '../../../domain/identity/principal.ts';
import type { Services } from '../../../domain/ports/services.ts';

test('a stream whose client leaves while its credential is checked is not ended again', async () => {
  const identified = Promise.withResolvers<never>();
  const accessEpoch = { number: 1 };
  const services = { access: fullAccess, accessEpoch, principals: { identify: () => identified.promise } };
  const ended: string[] = [];
  const { promise: stayedEnds, resolve } = Promise.withResolvers<void>();
  const request = {
    services: services as unknown as Services,
    principal: { ...anonymousPrincipal, credential: 'key' } as const,
    raw: new Request('http://service.invalid', { headers: { authorization: 'Bearer key' } }),
  };
  const left = new StreamAccess(request, 'signedIn', () => ended.push('left'));
  const stayed = new StreamAccess(request, 'signedIn', () => {
    ended.push('stayed');
    resolve();
  });
  accessEpoch.number = 2;
  expect([left.current, stayed.current]).toEqual([undefined, undefined]);
  left.stop();
  identified.reject(new CredentialRefused('the key was revoked'));
  await stayedEnds;
  expect(ended).toEqual(['stayed']);
});
