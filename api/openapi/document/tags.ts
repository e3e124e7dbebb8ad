import { kinds } from '../../../domain/kinds/index.ts';
import { suppression } from '../../../domain/notifications/recipients/suppressionKind.ts';
import type { Schema } from '../../http/route.ts';

/** Introductions of the operations that belong to no kind. Those of a kind are introduced by its description. */
const subjects: Readonly<Record<string, string>> = {
  Access:
    'Who calls, and what callers may do: sign-in, sessions, API keys, the audit list, and explanations of rights.',
  Admin:
    'Operation of the service: queues, workers, search indexes, caches, archives of all reference data, and the embedded mailbox.',
  Change: 'What has happened to the records of all kinds with a history, in the order of the commits.',
  SavedQuery: 'Queries of lists of the console under names, for their user or for all users.',
  Document: 'Documents and names from templates and data: one while the caller waits, or many in a Job.',
};

/** The guide that explains the operations of a subject, as a page below /docs with its title. */
const guides: Readonly<Record<string, readonly [page: string, title: string]>> = {
  User: ['interface#users', 'Users'],
  UserGroup: ['interface#user-groups', 'User groups'],
  Sharing: ['interface#sharings', 'Sharings'],
  Change: ['interface#changes', 'Changes'],
  ...ofGuide(['access', 'Access'], ['Access', 'AccessRule', 'Role', 'RoleAccessRule', 'UserRole']),
  ...ofGuide(['notifications', 'Notifications'], ['Notification', 'NotificationRule', 'Suppression']),
  FormatterTemplate: ['templates', 'Templates'],
  Document: ['documents', 'Documents'],
  Script: ['scripts', 'Scripts'],
  Job: ['jobs', 'Jobs'],
  JobStep: ['workers', 'Workers in any language'],
  Schedule: ['schedules', 'Schedules'],
  Admin: ['operations', 'Operations'],
  SavedQuery: ['console', 'The console'],
};

function ofGuide(guide: readonly [page: string, title: string], names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, guide]));
}

/** Returns the tags of the operations, each with its introduction and its guide. Throws if a subject has no introduction. */
export function tagsOf(names: readonly string[]): Schema[] {
  return names.map((name) => {
    const kind = [...kinds, suppression].find((one) => one.name === name);
    const description = kind?.description ?? subjects[name];
    if (description === undefined) throw new Error(`api/openapi/tags.ts does not describe the subject ${name}`);
    const [page, title] = guides[name] ?? ['interface#records', 'Records'];
    return { name, description, 'x-guide': { url: `/docs/${page}`, title } };
  });
}
