import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { importRequests } from '../../helpers/api/importRequests.ts';
import { notificationRequests } from '../../helpers/api/notificationRequests.ts';
import { startApiForFile } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

/** Rules that an earlier release stored, and that this one would refuse. */

const api = await startApiForFile({ microserviceCodes: ['stock', 'crm'] });
const { storeRule } = notificationRequests(api);

/** Stores a rule that a write would refuse, as a release stored it that did not check it. */
async function storeOld(code: string, members: JsonObject): Promise<string> {
  const { id } = await expectOk<{ id: string }>(storeRule(code, {}));
  const doc = JSON.stringify({ id, code, name: code, ...members });
  await api.sql`update notification_rule set doc = ${doc} where id = ${id}`;
  return id;
}
const old = {
  eventType: 'SYSTEM',
  microserviceCode: 'gone',
  config: { event: 'ANY', notificationTo: [{ ownerType: 'User', ownerId: 'left' }, {}] },
};

test('a rule of an earlier release can be changed where it is right, and only there', async () => {
  await storeOld('old', old);
  await expectOk(api.request('PATCH', '/notification-rules/old', { description: 'Old' }));
  await expectOk(api.request('PUT', '/notification-rules/old', { code: 'old', name: 'Older', ...old }));
  const sent = { config: { event: 'OTHER' }, microserviceCode: 'other' };
  expect((await api.request('PATCH', '/notification-rules/old', sent)).errors).toEqual([
    'config.event: must be one of JOB_COMPLETED, JOB_FAILED, JOB_CANCELLED, MESSAGE_BOUNCED, MESSAGE_COMPLAINED, DEAD_LETTER, RECORD_CHANGED, not "OTHER"',
    'microserviceCode: must be one of stock, crm, not "other"',
  ]);
});

test('a rule of an earlier release is restored by an import, and changed by a comparison only if it is stored', async () => {
  const { diffFile } = importRequests(api, 'notification-rules', 'NotificationRule');
  expect((await diffFile([{ code: 'restored', name: 'R', ...old }], '?save=true&compareField=code')).errors).toEqual([
    '[0].config.event: must be one of JOB_COMPLETED, JOB_FAILED, JOB_CANCELLED, MESSAGE_BOUNCED, MESSAGE_COMPLAINED, DEAD_LETTER, RECORD_CHANGED, not "ANY"',
    '[0].config.notificationTo[1]: must have email or phone, or ownerType User or UserGroup and ownerId',
    '[0].microserviceCode: must be one of stock, crm, not "gone"',
    '[0].config.notificationTo[0].ownerId: no User has the id or code "left"',
  ]);
  const id = await storeOld('archived', old);
  const archive = await fetch(`${api.url}/api/v2/admin/export`, { method: 'POST' });
  const form = new FormData();
  form.set('file', new Blob([await archive.arrayBuffer()]), 'a.zip');
  await expectOk(api.request('DELETE', `/notification-rules/${id}`));
  await expectOk<unknown>(api.request('POST', '/admin/import', form));
  expect((await api.request('GET', `/notification-rules/${id}`)).json()).toMatchObject(old);
  expect((await diffFile([{ id, code: 'archived', name: 'N', ...old }], '?save=true')).status).toBe(200);
});
