import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { AuthenticatedApi } from '../api/callers.ts';
import { expectOk } from '../api/expectations.ts';

export type Sample = JsonObject & { readonly id: string };

/** Stores a record of each kind, and returns them by kind. */
export async function storeSampleOfEachKind({ administrator }: AuthenticatedApi): Promise<Map<string, Sample>> {
  const urls = new Map<string, string>();
  const post = async (kind: string, path: string, values: JsonObject): Promise<Sample> => {
    const saved = await expectOk<Sample | undefined>(administrator.request('POST', path, values));
    const url = `${path}/${saved?.id ?? values['id']}`;
    urls.set(kind, url);
    return expectOk(administrator.request('GET', url));
  };
  await post('UserGroupType', '/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
  const place = { ldapMemberOf: 'cn=north' };
  const group = await post('UserGroup', '/user-groups', {
    code: 'NORTH',
    name: 'N',
    type: 'TEAM',
    chars: {},
    ...place,
  });
  await post('UserGroupRegion', '/user-group-regions', { regionId: crypto.randomUUID(), userGroup: { id: group.id } });
  await post('UserType', '/user-types', { code: 'NURSE', name: 'Nurse', type: 'INDIVIDUAL', registry: {} });
  const role = await post('Role', '/roles', { code: 'CHIEF', name: 'Chief' });
  const member = { type: 'NURSE', chars: {} };
  const user = await post('User', '/users', { code: 'nurse7', ...member });
  const onlyRead = { entityName: 'LogType', accessRule: 'READ', fullAccess: true };
  const rule = await post('AccessRule', '/access-rules', { code: 'LOGS', name: 'Logs', ...onlyRead });
  await post('RoleAccessRule', '/role-access-rules', { roleId: role.id, accessRuleId: rule.id });
  await post('UserRole', '/user-roles', { userId: user.id, roleId: role.id });
  await post('UserUserGroup', '/user-user-groups', { userId: user.id, userGroupId: group.id });
  const shared = { ownerType: 'Ticket', ownerId: 't1', refType: 'User', refId: 'u1' };
  await post('Sharing', '/sharings', { ...shared, sharingTypeCode: 'S', isPublic: true });
  await post('Script', '/scripts', { code: 'double', name: 'Double', source: 'return { twice: input.n * 2 };' });
  const template = { code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content: 'Hello' };
  await post('FormatterTemplate', '/formatter-templates', template);
  await post('WorklogType', '/worklog-types', { code: 'drive', name: 'Drive' });
  await post('LogType', '/log-types', { code: 'CALL', name: 'Call' });
  await post('Log', '/logs', {
    ...{ ownerType: 'Ticket', ownerId: 't1', logTypeCode: 'CALL', relatedData: {}, request: '<a/>', response: '<b/>' },
    ...{ startDate: '2026-11-20T08:00:00.000Z', endDate: '2026-11-20T08:00:01.500Z' },
  });
  const ruled = { code: 'outage', name: 'Outage', config: { emailTemplateCode: 'mail', subject: 'Outage' } };
  await post('NotificationRule', '/notification-rules', ruled);
  await post('Notification', '/notifications', {
    ...{ id: crypto.randomUUID(), ownerType: 'Ticket', ownerId: 't1', templateCode: 'outage' },
    ...{ notificationTo: [{ email: 'a@example.com' }], relatedEntities: [{ refType: 'Customer', refId: '1' }] },
  });
  const chunkId = crypto.randomUUID();
  const job = await post('Job', '/jobs', {
    ...{ startDate: '2026-01-01T00:00:00Z', status: 'NEW', jobType: 'OF_A_CLIENT' },
  });
  await post('JobStep', '/job-steps', { name: 'one', status: 'NEW', jobId: job.id, chunkId, chunk: ['a'] });
  // Links change the records that they link.
  const samples = new Map<string, Sample>();
  for (const [kind, url] of urls) samples.set(kind, await expectOk(administrator.request('GET', url)));
  return samples;
}
