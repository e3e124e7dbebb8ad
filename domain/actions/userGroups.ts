import { badRequest } from '../errors.ts';
import type { Audit, Json, JsonObject, Values } from '../kind.ts';
import { userGroup } from '../kinds/userGroup.ts';
import { isStorableText } from '../operations/find.ts';
import { searchList } from '../operations/search.ts';
import type { Platform } from '../ports.ts';
import { describe } from '../reading.ts';

/** A group and its type as they are expanded. */
interface ExpandedRow {
  readonly id: string;
  readonly code: string;
  readonly doc: string;
  readonly audit: string;
  readonly typeDoc: string;
  readonly typeAudit: string;
}

/** As many as a list of records holds at most. */
const MOST = 10_000;

/** The groups of these codes with their types, in the order asked, each once, unknown ones left out; JSON text. */
export async function expandGroups(platform: Platform, input: unknown): Promise<string> {
  const codes = [...new Set(readCodes(input))].filter(isStorableText);
  const { sql } = platform;
  const rows = await sql<ExpandedRow[]>`${expandedRows(platform)} where g.code = any(${codes}::text[])`;
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const now = new Date().toISOString();
  const found = codes.flatMap((code) => byCode.get(code) ?? []);
  return JSON.stringify(found.map((row) => expanded(row, now)));
}

/** The group that stands at this place of the directory by its own word, expanded; the first by code of several. */
export async function findByOwnPlace(platform: Platform, place: string): Promise<string> {
  const filtering = { filters: [{ column: 'ldapMemberOf', value: place }] };
  const found = isStorableText(place) ? await searchList(platform, userGroup, JSON.stringify(filtering), '1') : '[]';
  const [group] = JSON.parse(found) as { id: string }[];
  const { sql } = platform;
  const [row] = group ? await sql<ExpandedRow[]>`${expandedRows(platform)} where g.id = ${group.id}` : [];
  if (row) return JSON.stringify(expanded(row, new Date().toISOString()));
  throw badRequest('No such group is known.', [`ldapMemberOf: no UserGroup has the place ${describe(place)}`]);
}

/** The groups whose characteristic at the dotted path has this value, by code; numbers compare as numbers. */
export async function findByChars(platform: Platform, path: string, value: string): Promise<string> {
  const filtering = { filters: [{ column: `chars.${path}`, value }] };
  return searchList(platform, userGroup, JSON.stringify(filtering), String(MOST));
}

const expandedRows = ({ sql }: Platform) => sql`
  select g.id, g.code, g.doc, g.audit, t.doc as "typeDoc", t.audit as "typeAudit"
  from user_group g join user_group_type t on t.id = g.type_id`;

function readCodes(input: unknown): string[] {
  if (!Array.isArray(input))
    throw badRequest('The body is no list of codes.', [`body: must be an array of codes, not ${describe(input)}`]);
  if (input.length > MOST)
    throw badRequest('The list is too long.', [`body: must have at most ${MOST} codes, not ${input.length}`]);
  const problems = input.flatMap((code, index) =>
    typeof code === 'string' ? [] : [`[${index}]: must be a string, not ${describe(code)}`],
  );
  if (problems.length > 0) throw badRequest('The body is no list of codes.', problems.slice(0, 100));
  return input as string[];
}

/** @param now ISO 8601, which sorts as text */
function expanded(row: ExpandedRow, now: string): JsonObject {
  const group = JSON.parse(row.doc) as Values;
  const type = JSON.parse(row.typeDoc) as Values;
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
    userGroupType: present({
      code: type.code,
      name: type.name,
      id: type.id,
      readonlyAccess: false,
      ...auditOf(row.typeAudit),
      description: type.description,
      validityFrom: type.validityFrom,
      validityTo: type.validityTo,
      valid: String(isValid(type.validityFrom, type.validityTo, now)),
      localizationData: withEmpty(type.localizationData),
      userGroupSpecId: type.userGroupSpecId,
      registry: type.registry,
    }),
    parentUserGroupId: group.parentUserGroupId,
    dataTags: group.dataTags,
    email: group.email,
    phoneNumber: group.phoneNumber,
    associatedUserRoleId: group.associatedUserRoleId,
  });
}

function auditOf(audit: string): JsonObject {
  const { version, whoInserted, whenInserted, whenEdited, whoEdited } = JSON.parse(audit) as Audit;
  return { version, whoInserted, whenInserted, whenEdited, whoEdited };
}

const isValid = (from: Json | undefined, to: Json | undefined, now: string): boolean =>
  (typeof from !== 'string' || from <= now) && (typeof to !== 'string' || now <= to);

/** `empty` says whether there is anything else. */
function withEmpty(value: Json | undefined): JsonObject {
  const { empty: _, ...rest } = (value ?? {}) as JsonObject;
  return { empty: Object.keys(rest).length === 0, ...rest };
}

const present = (members: Record<string, Json | undefined>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined));
