import type { Database } from '../../db/client.ts';
import { makeLogPartition, monthOf } from '../../db/queries/logs/logPartitions.ts';
import { loadLogs, makeLog, streets } from '../helpers/logData.ts';
import { loadNotifications, notificationId } from '../helpers/notificationData.ts';
import {
  firstGroup,
  GROUPS_OF_USER,
  groupCode,
  idOf,
  loadGroups,
  loadUsers,
  userCode,
} from '../helpers/organisationData.ts';

/** A request of one client. */
export interface Question {
  readonly method?: string;
  /** Of the nth round. */
  readonly path: (round: number) => string;
  readonly body?: (round: number) => object;
}

/** Records of one kind whose number grows. */
export interface Subject {
  readonly kind: string;
  /** A regular expression of the names of its tables, without the index. */
  readonly tables: string;
  /** Adds so many records to an empty database. */
  load(sql: Database, count: number): Promise<void>;
  /** The id of a record; a number from 1. */
  ids(sql: Database, count: number): Promise<string[]>;
  /** A new record to POST. */
  body(number: number): object;
  questions(count: number): Readonly<Record<string, Question>>;
}

export const oldMonth = monthOf(new Date(), -2);
/** A tenth of the logs is in an old month. */
export const oldPart = (count: number): number => Math.floor(count / 10);

const GROUPS = 10_000;

/** Returns a number from 1 to `count`, another one for each round. */
const some = (round: number, count: number): number => (((round + 1) * 7_919_777) % count) + 1;

/** Returns the paths of a page with its total, of one without, and of a count. */
function askingOf(kind: string) {
  const path = (what: string) => (query: object) =>
    `/${kind}/search/${what}filtering=${encodeURIComponent(JSON.stringify(query))}`;
  return { page: path('page?'), part: path('page?total=false&'), number: path('count?') };
}
const equals = (column: string, value: string, operator = 'EQ') => ({ filters: [{ column, operator, value }] });

const logs: Subject = {
  kind: 'Log',
  tables: '^log_[0-9]',
  async load(sql, count) {
    await makeLogPartition(sql, oldMonth);
    await loadLogs(sql, oldPart(count), 0, oldMonth);
    await loadLogs(sql, count - oldPart(count), oldPart(count));
  },
  async ids(sql, count) {
    const rows = await sql<{ id: string }[]>`
      select id from log tablesample system (${Math.min(100, (500_000 / count) * 100)}) order by random() limit 5000`;
    return rows.map(({ id }) => id);
  },
  body(number) {
    const { id: _id, ...body } = makeLog(number, '');
    return body;
  },
  questions(count) {
    const order = (round: number): number => (some(round, count) * 2_654_435_761) % 4_294_967_296;
    const newest = { sort: [{ column: 'startDate', direction: 'DESC' }] };
    const { page, part, number } = askingOf('logs');
    return {
      'the newest 20, total=false': { path: () => part(newest) },
      'the newest 20, with the total': { path: () => page(newest) },
      'a correlation id': { path: (round) => page(equals('correlationId', `c-${order(round).toString(16)}`)) },
      'LIKE, 1 match': { path: (round) => page(equals('request', `%${order(round).toString(36)}"%`, 'LIKE')) },
      'LIKE, one log in eight, total=false': { path: () => part(equals('request', 'Main Street', 'LIKE')) },
      'one result code in seven, total=false': { path: () => part({ ...equals('resultCode', 'E42'), ...newest }) },
      'count of all': { path: () => number({}) },
      'count of a result code': { path: () => number(equals('resultCode', 'E42')) },
    };
  },
};

const users: Subject = {
  kind: 'User',
  tables: '^(app_user|user_user_group)$',
  async load(sql, count) {
    await loadGroups(sql, GROUPS);
    await loadUsers(sql, count, GROUPS);
  },
  ids: async (_, count) => Array.from({ length: 5_000 }, (_, round) => idOf('user', some(round, count))),
  body: (number) => ({
    code: `new-${number}`,
    type: 'TYPE',
    name: `New User ${number}`,
    email: `new${number}@example.org`,
    groups: [1, 2].map((one) => groupCode(firstGroup(number, GROUPS) + one)),
    chars: {},
  }),
  questions(count) {
    const { page, part, number } = askingOf('users');
    const code = (round: number) => userCode(some(round, count));
    const group = (round: number) => groupCode(firstGroup(some(round, count), GROUPS) + 5);
    const one = (round: number) => `/users/by-id/${idOf('user', some(round, count))}`;
    return {
      'the first page, total=false': { path: () => part({}) },
      'the first page, with the total': { path: () => page({}) },
      'a code': { path: (round) => page(equals('code', code(round))) },
      'LIKE, 6 digits of the e-mail': {
        path: (round) => page(equals('email', `%r${code(round).slice(5, 11)}%`, 'LIKE')),
      },
      'in a group, total=false': { path: (round) => part(equals('groups', group(round))) },
      'groups of a user': { path: (round) => `/user-groups/by-user/${idOf('user', some(round, count))}` },
      'count of all': { path: () => number({}) },
      'patch of an e-mail': { method: 'PATCH', path: one, body: (round) => ({ email: `patched${round}@example.org` }) },
      'patch of one group of ten': {
        method: 'PATCH',
        path: one,
        body: (round) => {
          const first = firstGroup(some(round, count), GROUPS);
          return {
            groups: Array.from({ length: GROUPS_OF_USER }, (_, k) => groupCode(first + (k === 9 ? 20 : k + 1))),
          };
        },
      },
      'deletion of a user with its links': {
        method: 'DELETE',
        path: (round) => `/users/${idOf('user', some(round, count))}`,
      },
    };
  },
};

const notifications: Subject = {
  kind: 'Notification',
  tables: '^notification(_target)?$',
  async load(sql, count) {
    const [row] = await sql<{ plan: string }[]>`select plan from notification limit 1`;
    if (!row) throw new Error('there is no notification whose plan could be copied');
    await loadNotifications(sql, count, row.plan);
  },
  ids: async (_, count) => Array.from({ length: 5_000 }, (_, round) => notificationId(some(round, count))),
  body: (number) => ({
    ownerType: 'Outage',
    ownerId: `new${number}`,
    templateCode: 'outage',
    data: { street: `${streets[number % streets.length]} ${number % 300}`, hours: number % 24 },
    notificationTo: [{ email: `new${number}@example.com` }],
  }),
  questions(count) {
    const { page, part, number } = askingOf('notifications');
    const newest = { sort: [{ column: 'auditInfo.whenInserted', direction: 'DESC' }] };
    return {
      'the newest 20, total=false': { path: () => part(newest) },
      'the newest 20, with the total': { path: () => page(newest) },
      'of an owner': { path: (round) => page(equals('ownerId', `o${some(round, Math.max(count / 10, 1)) - 1}`)) },
      'LIKE, one in 3,000, total=false': {
        path: (round) => part(equals('subject', `%Street ${some(round, 2_000) + 999}`, 'LIKE')),
      },
      'sent ones, total=false': { path: () => part({ ...equals('status', 'SENT'), ...newest }) },
      'count of all': { path: () => number({}) },
    };
  },
};

export const subjects: Readonly<Record<string, Subject>> = { logs, users, notifications };
