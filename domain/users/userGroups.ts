import { queryReadable } from '../../db/queries/access/readableRows.ts';
import type { Access } from '../access/access.ts';
import { isReadable, isWritable, readableRows } from '../access/reach.ts';
import { badRequest, unavailable } from '../errors.ts';
import { checkFiltering } from '../filtering/index.ts';
import { checkLength, MAX_TEXT } from '../kinds/declaration/limits.ts';
import type { Audit, Json, JsonObject } from '../kinds/kind.ts';
import { userGroup } from '../kinds/users/userGroup.ts';
import { userGroupType } from '../kinds/users/userGroupType.ts';
import { type Directory, type DirectoryGroup, DirectoryUnavailable } from '../ports/directory.ts';
import type { Services } from '../ports/services.ts';
import { parseStored } from '../records/storedText.ts';
import { searchList } from '../search/search.ts';
import { isValidAt } from '../validation/periods.ts';
import { describe, isObject, isStorableText } from '../validation/values.ts';

interface StoredTexts {
  readonly doc: string;
  readonly audit: string;
}

/** The stored texts of a group and of its type, if the caller may read it. */
interface ExpandedRow extends StoredTexts {
  readonly id: string;
  readonly code: string;
  readonly typeDoc: string | null;
  readonly typeAudit: string | null;
}

/** Who sees an expanded group, and when. */
interface View {
  readonly access: Access;
  /** ISO 8601, which sorts as text. */
  readonly now: string;
}

const viewOf = ({ access }: Services): View => ({ access, now: new Date().toISOString() });

/** Maximum number of records in a list. */
export const MAX_CODES = 10_000;

/** Returns the groups with these codes and their types as JSON, in the order of the codes, without unknown ones. */
export async function expandGroups(services: Services, input: unknown): Promise<string> {
  const codes = [...new Set(readCodes(input))].filter(isStorableText);
  const rows = await queryReadable<ExpandedRow>(
    services.sql,
    `${expandedRows(services)} where g.code = any($1::text[])`,
    [codes],
  );
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const view = viewOf(services);
  const found = codes.flatMap((code) => byCode.get(code) ?? []);
  return JSON.stringify(found.map((row) => expanded(row, view)));
}

/**
 * Returns the expanded group at this place of the directory. Without a directory, returns the stored group with this
 * `ldapMemberOf`, the first by code.
 */
export async function findByPlace(services: Services, place: string): Promise<string> {
  const view = viewOf(services);
  if (services.directory) {
    const group = isStorableText(place) ? await askDirectory(services.directory, place) : undefined;
    if (group && isInReach(services, group)) return JSON.stringify(await expandedOfDirectory(services, group, view));
    throw badRequest('The directory has no such group.', [`ldapMemberOf: no group has the place ${describe(place)}`]);
  }
  const found = isStorableText(place) ? await findByColumn(services, 'ldapMemberOf', place, 1) : '[]';
  const [group] = parseStored<{ id: string }[]>(found);
  const text = `${expandedRows(services)} where g.id = $1`;
  const [row] = group ? await queryReadable<ExpandedRow>(services.sql, text, [group.id]) : [];
  if (row) return JSON.stringify(expanded(row, view));
  throw badRequest('No such group is known.', [`ldapMemberOf: no UserGroup has the place ${describe(place)}`]);
}

async function askDirectory(directory: Directory, place: string): Promise<DirectoryGroup | undefined> {
  try {
    return await directory.find(place);
  } catch (error) {
    if (error instanceof DirectoryUnavailable) throw unavailable('The directory is not available right now.', error);
    throw error;
  }
}

/** A group of the directory is in reach if the record would be that a synchronization makes of it. */
function isInReach(services: Services, { distinguishedName, ...attributes }: DirectoryGroup): boolean {
  const doc = JSON.stringify({ ...attributes, ldapMemberOf: distinguishedName });
  return isReadable(services, userGroup, { doc, audit: '{}' });
}

/** A group of the directory is not stored: it has no id, version or period, and is read-only. */
async function expandedOfDirectory(services: Services, group: DirectoryGroup, view: View): Promise<JsonObject> {
  const { name, code, description, distinguishedName, chars, type, dataTags, email, phoneNumber } = group;
  const text = `select doc, audit from ${readableRows(services, userGroupType)} as type where code = $1`;
  const [row] = type === undefined ? [] : await queryReadable<StoredTexts>(services.sql, text, [type]);
  return present({
    name,
    code,
    readonlyAccess: true,
    description,
    ldapMemberOf: distinguishedName,
    period: { isValid: true },
    chars: withEmpty(chars),
    userGroupType: row && expandedType(row, view),
    dataTags,
    email,
    phoneNumber,
  });
}

/** Returns the groups whose characteristic at the path has this value, sorted by code. Numbers compare as numbers. */
export async function findByChars(services: Services, path: string, value: string): Promise<string> {
  return findByColumn(services, `chars.${path}`, value, MAX_CODES);
}

function findByColumn(services: Services, column: string, value: string, size: number): Promise<string> {
  const filtering = checkFiltering(userGroup, [{ column, value }], 'list');
  return searchList(services, userGroup, filtering, String(size));
}

const expandedRows = (services: Services): string => `
  select g.id, g.code, g.doc, g.audit, t.doc as "typeDoc", t.audit as "typeAudit"
  from ${readableRows(services, userGroup)} g
    left join ${readableRows(services, userGroupType)} t on t.id = g.type_id`;

function readCodes(input: unknown): string[] {
  if (!Array.isArray(input))
    throw badRequest('The body is not a list of codes.', [`body: must be an array of codes, not ${describe(input)}`]);
  if (input.length > MAX_CODES)
    throw badRequest('The list is too long.', [`body: must have at most ${MAX_CODES} codes, not ${input.length}`]);
  const problems = input.flatMap((code, index) =>
    typeof code === 'string' ? [] : [`[${index}]: must be a string, not ${describe(code)}`],
  );
  for (const [index, code] of input.entries())
    if (typeof code === 'string') checkLength(code, MAX_TEXT, problems, `[${index}]`);
  if (problems.length > 0) throw badRequest('The body is not a list of codes.', problems.slice(0, 100));
  return input.map(String);
}

function expanded(row: ExpandedRow, view: View): JsonObject {
  const group = parseStored(row.doc);
  const { typeDoc, typeAudit } = row;
  const { validFrom, validTo, chars } = group;
  return present({
    name: group.name,
    code: group.code,
    id: group.id,
    readonlyAccess: !isWritable(view, userGroup, row),
    ...auditOf(row.audit),
    description: group.description,
    ldapMemberOf: group.ldapMemberOf,
    period: present({ validFrom, validTo, isValid: isValid(validFrom, validTo, view.now) }),
    chars: withEmpty(chars),
    userGroupType:
      typeDoc === null || typeAudit === null ? undefined : expandedType({ doc: typeDoc, audit: typeAudit }, view),
    parentUserGroupId: group.parentUserGroupId,
    dataTags: group.dataTags,
    email: group.email,
    phoneNumber: group.phoneNumber,
    associatedUserRoleId: group.associatedUserRoleId,
  });
}

function expandedType(row: StoredTexts, view: View): JsonObject {
  const type = parseStored(row.doc);
  return present({
    code: type.code,
    name: type.name,
    id: type.id,
    readonlyAccess: !isWritable(view, userGroupType, row),
    ...auditOf(row.audit),
    description: type.description,
    validityFrom: type.validityFrom,
    validityTo: type.validityTo,
    valid: String(isValid(type.validityFrom, type.validityTo, view.now)),
    localizationData: withEmpty(type.localizationData),
    userGroupSpecId: type.userGroupSpecId,
    registry: type.registry,
  });
}

function auditOf(audit: string): JsonObject {
  const { version, whoInserted, whenInserted, whenEdited, whoEdited } = parseStored<Audit>(audit);
  return { version, whoInserted, whenInserted, whenEdited, whoEdited };
}

const isValid = (from: Json | undefined, to: Json | undefined, now: string): boolean =>
  isValidAt(present({ validFrom: from, validTo: to }), now);

/** `empty` says whether there is anything else. */
function withEmpty(value: Json | undefined): JsonObject {
  const { empty: _, ...rest } = isObject(value) ? value : {};
  return { empty: Object.keys(rest).length === 0, ...rest };
}

const present = (members: Record<string, Json | undefined>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined));
