import { may } from './common/schema.ts';

interface ViewEntry {
  /** The path within the page, which also begins the paths of its records. */
  readonly view: string;
  readonly label: string;
  /** The path of the GET operation that the view shows. */
  readonly shows: string;
}

const entry = (view: string, label: string, shows: string): ViewEntry => ({ view, label, shows });

const groups: readonly { readonly title: string; readonly views: readonly ViewEntry[] }[] = [
  {
    title: 'Work',
    views: [
      entry('', 'Overview', '/api/v2/admin/queues'),
      entry('activity', 'Activity', '/api/v2/admin/queues'),
      entry('jobs', 'Jobs', '/api/v2/jobs/search/page'),
      entry('schedules', 'Schedules', '/api/v2/admin/schedules'),
      entry('queues', 'Queues', '/api/v2/admin/queues'),
      entry('limits', 'Limits', '/api/v2/admin/claim-limits'),
      entry('indexes', 'Indexes', '/api/v2/admin/indexes'),
    ],
  },
  {
    title: 'Data',
    views: [
      entry('records', 'Records', '/api/v2/me'),
      entry('scripts', 'Scripts', '/api/v2/scripts/search/page'),
      entry('templates', 'Templates', '/api/v2/formatter-templates/search/page'),
    ],
  },
  {
    title: 'Messages',
    views: [
      entry('notifications', 'Notifications', '/api/v2/notifications/search/page'),
      entry('records/notification-rules', 'Rules', '/api/v2/notification-rules/search/page'),
      entry('suppressions', 'Suppressions', '/api/v2/suppressions'),
      entry('mailbox', 'Mailbox', '/api/v2/admin/mailbox'),
    ],
  },
  {
    title: 'Control',
    views: [
      entry('records/logs', 'Logs', '/api/v2/logs/search/page'),
      entry('audit', 'Audit', '/api/v2/logs/search/page'),
    ],
  },
  {
    title: 'Access',
    views: [
      entry('records/users', 'Users', '/api/v2/users/search/page'),
      entry('records/roles', 'Roles', '/api/v2/roles/search/page'),
      entry('records/access-rules', 'Access rules', '/api/v2/access-rules/search/page'),
      entry('api-keys', 'API keys', '/api/v2/api-keys'),
      entry('sessions', 'Sessions', '/api/v2/sessions'),
      entry('explain', 'Explain rights', '/api/v2/access/explain'),
      entry('audit-entries', 'Sign-ins and refusals', '/api/v2/audit-entries'),
    ],
  },
];

/** Returns the menu of the views that the caller may open. */
export const menuOfCaller = (): typeof groups =>
  groups
    .map(({ title, views }) => ({ title, views: views.filter(({ shows }) => may('GET', shows)) }))
    .filter(({ views }) => views.length > 0);

/** The views that lead to records of one kind, by the path of these. */
const viewsOfRecords: Readonly<Record<string, string>> = {
  'formatter-templates': 'templates',
  scripts: 'scripts',
};

/** Returns the view of a path. The longest matching prefix wins: rules are records, but have a view of their own. */
export const viewOf = (path: readonly string[]): ViewEntry | undefined => {
  const [first, kind = ''] = path;
  const at = (first === 'records' && viewsOfRecords[kind]) || path.join('/');
  return groups
    .flatMap(({ views }) => views)
    .filter(({ view }) => (view === '' ? at === '' : `${at}/`.startsWith(`${view}/`)))
    .toSorted((one, other) => other.view.length - one.view.length)[0];
};
