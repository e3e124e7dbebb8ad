import type { Job } from '../../client/index.ts';
import type { Member } from '../../domain/kinds/declaration/members.ts';
import { kinds } from '../../domain/kinds/index.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import { usageError } from './exitCodes.ts';
import { shownStatus } from './jobStatus.ts';
import { type Column, member } from './output.ts';
import { suggestion } from './similar.ts';

const folded = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Finds a kind by its name or its path, in any case: `WorklogType`, `worklog-types`, `worklogtype`. */
export function kindOf(text: string, source = 'The kind'): Kind {
  const kind = kinds.find(({ name, path }) => folded(name) === folded(text) || folded(path) === folded(text));
  if (kind) return kind;
  const names = kinds.map(({ name }) => name);
  throw usageError(
    `${source} is ${JSON.stringify(text)} and must be one of ${names.join(', ')}.${suggestion(text, names)}`,
  );
}

const auditNames = ['version', 'whoInserted', 'whenInserted', 'whoEdited', 'whenEdited'].map(
  (name) => `auditInfo.${name}`,
);

/** The names of members by which conditions and orders name them. */
export const searchedNames = ({ members }: Kind): string[] => [...Object.keys(members), ...auditNames];

/** Members by which people recognize a record, in the order of their columns. */
const recognized = ['code', 'name', 'status', 'jobType', 'email', 'subject'];
const scalars: readonly Member['type'][] = [
  'string',
  'uuid',
  'date',
  'integer',
  'number',
  'boolean',
  'reference',
  'strings',
];
const MAX_COLUMNS = 5;

/** A cancelled Job or step is shown as such, as by other commands. */
const columnOf = ({ name: kind }: Kind, name: string): Column<object> =>
  name === 'status' && (kind === 'Job' || kind === 'JobStep')
    ? { name, value: (row) => shownStatus(row as Pick<Job, 'status' | 'cause'>) }
    : member(name);

/** Returns the columns of a list of a kind. Wide ones are all members that fit into a cell, and who wrote the record. */
export function columnsOf(kind: Kind): Column<object>[] {
  const names = Object.entries(kind.members)
    .filter(([name, { type }]) => name !== 'id' && scalars.includes(type))
    .map(([name]) => name);
  const isRequired = (name: string): boolean => kind.members[name]?.required === true;
  const first = [...recognized.filter((name) => names.includes(name)), ...names.filter(isRequired)];
  const narrow = new Set([...('code' in kind.members ? [] : ['id']), ...new Set(first)].slice(0, MAX_COLUMNS));
  const wide = ['id', ...names].filter((name) => !narrow.has(name));
  const audit = ['auditInfo.version', 'auditInfo.whoEdited', 'auditInfo.whenEdited'].map((path) => ({
    ...member(path, path.slice('auditInfo.'.length)),
    wide: true,
  }));
  return [
    ...[...narrow].map((name) => columnOf(kind, name)),
    ...wide.map((name) => ({ ...member(name), wide: true })),
    ...audit,
  ];
}
