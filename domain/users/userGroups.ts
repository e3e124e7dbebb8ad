import { badRequest, unavailable } from '../errors.ts';
import type { Audit, Json, JsonObject, Values } from '../kinds/kind.ts';
import { userGroup } from '../kinds/users/userGroup.ts';
import { type Directory, type DirectoryGroup, DirectoryUnavailable } from '../ports/directory.ts';
import type { Services } from '../ports/services.ts';
import { isValidAt } from '../records/presentRecord.ts';
import { searchList } from '../search/search.ts';
import { describe, isStorableText } from '../validation/values.ts';

/** The stored texts of a group and of its type. */
interface ExpandedRow {
  readonly id: string;
  readonly code: string;
  readonly doc: string;
  readonly audit: string;
  readonly typeDoc: string;
  readonly typeAudit: string;
}

/** Maximum number of records in a list. */
const MAX_CODES = 10_000;

/** Returns the groups with these codes and their types as JSON, in the order of the codes, without unknown codes. */
export async function expandGroups(services: Services, input: unknown): Promise<string> {
  const codes = [...new Set(readCodes(input))].filter(isStorableText);
  const { sql } = services;
  const rows = await sql<ExpandedRow[]>`${expandedRows(services)} where g.code = any(${codes}::text[])`;
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const now = new Date().toISOString();
  const found = codes.flatMap((code) => byCode.get(code) ?? []);
  return JSON.stringify(found.map((row) => expanded(row, now)));
}

/**
 * Returns the expanded group at this place of the directory. Without a directory, returns the stored group with this
 * `ldapMemberOf`, the first by code.
 */
export async function findByPlace(services: Services, place: string): Promise<string> {
  const now = new Date().toISOString();
  if (services.directory) {
    const group = isStorableText(place) ? await askDirectory(services.directory, place) : undefined;
    if (group) return JSON.stringify(await expandedOfDirectory(services, group, now));
    throw badRequest('The directory has no such group.', [`ldapMemberOf: no group has the place ${describe(place)}`]);
  }
  const filtering = { filters: [{ column: 'ldapMemberOf', value: place }] };
  const found = isStorableText(place) ? await searchList(services, userGroup, JSON.stringify(filtering), '1') : '[]';
  const [group] = JSON.parse(found) as { id: string }[];
  const { sql } = services;
  const [row] = group ? await sql<ExpandedRow[]>`${expandedRows(services)} where g.id = ${group.id}` : [];
  if (row) return JSON.stringify(expanded(row, now));
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

/** A group of the directory is not stored: it has no id, version or period, and is read-only. */
async function expandedOfDirectory({ sql }: Services, group: DirectoryGroup, now: string): Promise<JsonObject> {
  const { name, code, description, distinguishedName, chars, type, dataTags, email, phoneNumber } = group;
  const [row] = type === undefined ? [] : await sql`select doc, audit from user_group_type where code = ${type}`;
  return present({
    name,
    code,
    readonlyAccess: true,
    description,
    ldapMemberOf: distinguishedName,
    period: { isValid: true },
    chars: withEmpty(chars),
    userGroupType: row && expandedType(row.doc, row.audit, now),
    dataTags,
    email,
    phoneNumber,
  });
}

/** Returns the groups whose characteristic at the path has this value, sorted by code. Numbers compare as numbers. */
export async function findByChars(services: Services, path: string, value: string): Promise<string> {
  const filtering = { filters: [{ column: `chars.${path}`, value }] };
  return searchList(services, userGroup, JSON.stringify(filtering), String(MAX_CODES));
}

const expandedRows = ({ sql }: Services) => sql`
  select g.id, g.code, g.doc, g.audit, t.doc as "typeDoc", t.audit as "typeAudit"
  from user_group g join user_group_type t on t.id = g.type_id`;

function readCodes(input: unknown): string[] {
  if (!Array.isArray(input))
    throw badRequest('The body is no list of codes.', [`body: must be an array of codes, not ${describe(input)}`]);
  if (input.length > MAX_CODES)
    throw badRequest('The list is too long.', [`body: must have at most ${MAX_CODES} codes, not ${input.length}`]);
  const problems = input.flatMap((code, index) =>
    typeof code === 'string' ? [] : [`[${index}]: must be a string, not ${describe(code)}`],
  );
  if (problems.length > 0) throw badRequest('The body is no list of codes.', problems.slice(0, 100));
  return input as string[];
}

/** @param now ISO 8601, which sorts as text */
function expanded(row: ExpandedRow, now: string): JsonObject {
  const group = JSON.parse(row.doc) as Values;
  const { validFrom, validTo, chars } = group;
  return present({
    name: group.name,
    code: group.code,
    id: group.id,
    readonlyAccess: false,
    ...auditOf(row.audit),
    description: group.description,
    ldapMemberOf: group.ldapMemberOf,
    period: present({ validFrom, validTo, isValid: isValid(validFrom, validTo, now) }),
    chars: withEmpty(chars),
    userGroupType: expandedType(row.typeDoc, row.typeAudit, now),
    parentUserGroupId: group.parentUserGroupId,
    dataTags: group.dataTags,
    email: group.email,
    phoneNumber: group.phoneNumber,
    associatedUserRoleId: group.associatedUserRoleId,
  });
}

function expandedType(doc: string, audit: string, now: string): JsonObject {
  const type = JSON.parse(doc) as Values;
  return present({
    code: type.code,
    name: type.name,
    id: type.id,
    readonlyAccess: false,
    ...auditOf(audit),
    description: type.description,
    validityFrom: type.validityFrom,
    validityTo: type.validityTo,
    valid: String(isValid(type.validityFrom, type.validityTo, now)),
    localizationData: withEmpty(type.localizationData),
    userGroupSpecId: type.userGroupSpecId,
    registry: type.registry,
  });
}

function auditOf(audit: string): JsonObject {
  const { version, whoInserted, whenInserted, whenEdited, whoEdited } = JSON.parse(audit) as Audit;
  return { version, whoInserted, whenInserted, whenEdited, whoEdited };
}

const isValid = (from: Json | undefined, to: Json | undefined, now: string): boolean =>
  isValidAt(present({ validFrom: from, validTo: to }), now);

/** `empty` says whether there is anything else. */
function withEmpty(value: Json | undefined): JsonObject {
  const { empty: _, ...rest } = (value ?? {}) as JsonObject;
  return { empty: Object.keys(rest).length === 0, ...rest };
}

const present = (members: Record<string, Json | undefined>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined));
