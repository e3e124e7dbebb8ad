import {
  countOtherQueries,
  deleteQuery,
  listQueries,
  queryById,
  type SavedQueryRow,
  storeQuery,
} from '../../db/queries/users/savedQueryRows.ts';
import { readableIds } from '../access/reach.ts';
import { badRequest, forbidden, notFound } from '../errors.ts';
import { boolean, date, name, string, uuid } from '../kinds/declaration/members.ts';
import { user } from '../kinds/users/user.ts';
import type { Services } from '../ports/services.ts';
import { newId } from '../records/record.ts';
import { countProblems } from '../validation/problems.ts';
import { listPart } from '../validation/readPage.ts';
import { readRecord } from '../validation/readRecord.ts';
import { describe } from '../validation/values.ts';

/** Maximum number of saved queries of a user. Two requests at the same time may exceed it by one. */
const MAX_QUERIES = 1_000;

const members = {
  view: string({
    required: true,
    min: 1,
    max: 255,
    description: 'Path of the list in the console, such as `jobs` or `records/users`.',
  }),
  name: name({ description: 'Name of the query in the list. A user has one query of a name in a view.' }),
  query: string({
    required: true,
    max: 8_000,
    description: 'Filters, range and order as in the address of the list, such as `status=FAILED&range=1d`.',
  }),
  shared: boolean({ description: 'Whether all users see the query: its view, name and text. No by default.' }),
} as const;

/** What a client sends to save a query. */
export const newSavedQuery = { name: 'NewSavedQuery', description: 'A query to save.', members } as const;

/** A query as lists show it. */
export const savedQuery = {
  name: 'SavedQuery',
  description: 'A saved query of a list of the console.',
  members: {
    id: uuid({ required: true, description: 'Id of the query.' }),
    ...members,
    shared: boolean({ required: true, description: 'Whether all users see the query.' }),
    own: boolean({ required: true, description: 'Whether the query is one of the caller.' }),
    owner: string({
      description: 'Code of the user who shares the query; absent if it is the caller, or a user that it may not read.',
    }),
    savedAt: date({ required: true, description: 'When the query was last saved.' }),
  },
} as const;

/** Who reads or saves queries. */
export interface QueryCaller {
  /** Empty while authentication is off. */
  readonly userId: string;
  readonly isAdministrator: boolean;
  /** The credential has scopes or a limit: it reads shared queries only. */
  readonly isLimited: boolean;
}

/** Null stands for the one caller that there is while authentication is off. */
const ownerOf = ({ userId }: QueryCaller): string | null => (userId === '' ? null : userId);

/** Returns a page of the queries that the caller sees, of one view or of all, by name, as a JSON array. */
export async function listSavedQueries(
  services: Services,
  caller: QueryCaller,
  query: URLSearchParams,
): Promise<string> {
  const owner = ownerOf(caller);
  const view = query.get('view') ?? undefined;
  const rows = await listQueries(services.sql, { owner, view, onlyShared: caller.isLimited }, listPart(query));
  const others = rows.flatMap((row) => (row.owner === null || row.owner === owner ? [] : [row.owner]));
  const readable = await readableIds(services, user, [...new Set(others)]);
  return JSON.stringify(
    rows.map(({ ownerCode, ...row }) => ({
      ...shown(row, owner),
      ...(row.owner !== null && readable.has(row.owner) && ownerCode !== null && { owner: ownerCode }),
    })),
  );
}

/** Saves a query in place of the caller's query of the same view and name. Returns it as JSON. */
export async function saveQuery({ sql }: Services, input: unknown, caller: QueryCaller): Promise<string> {
  const problems: string[] = [];
  const { values } = readRecord(newSavedQuery, input, problems);
  if (problems.length > 0) throw badRequest(`The query has ${countProblems(problems)}.`, problems);
  requireWhole(caller);
  const owner = ownerOf(caller);
  const named = { owner, view: values.view as string, name: values.name as string };
  if ((await countOtherQueries(sql, named)) >= MAX_QUERIES)
    throw badRequest(`The user has ${MAX_QUERIES} saved queries. Delete some.`, [
      `name: the user would have more than ${MAX_QUERIES} saved queries`,
    ]);
  const row = await storeQuery(sql, {
    ...named,
    ...{ id: newId(), query: values.query as string, shared: values.shared === true },
  });
  if (!row) throw forbidden('The user has been deleted.');
  return JSON.stringify(shown(row, owner));
}

/** Deletes a query of the caller; an administrator also deletes shared queries of others. */
export async function deleteSavedQuery({ sql }: Services, id: string, caller: QueryCaller): Promise<void> {
  requireWhole(caller);
  const owner = ownerOf(caller);
  const row = await queryById(sql, id);
  if (!row || (row.owner !== owner && !row.shared))
    throw notFound(`No SavedQuery has the id ${describe(id)}.`, [`id: no SavedQuery has the id ${describe(id)}`]);
  if (row.owner !== owner && !caller.isAdministrator)
    throw forbidden('Only its owner and administrators delete a shared query.');
  await deleteQuery(sql, { id, owner, othersIfShared: caller.isAdministrator });
}

function requireWhole({ isLimited }: QueryCaller): void {
  if (isLimited) throw forbidden('A key with scopes or a limit cannot change saved queries.');
}

const shown = ({ owner, ...row }: SavedQueryRow, caller: string | null) => ({ ...row, own: owner === caller });
