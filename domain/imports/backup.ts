import { backupRows } from '../../db/queries/imports/backupRows.ts';
import { rawRows } from '../../db/queries/imports/snapshot.ts';
import { visibleFiltering } from '../access/hidden/hiddenFilters.ts';
import { maskOfAll } from '../access/hidden/hiddenMembers.ts';
import { conditionsOf } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import { searchColumns } from '../filtering/columns.ts';
import { parseFiltering } from '../filtering/index.ts';
import { checkLength, MAX_TEXT } from '../kinds/declaration/limits.ts';
import type { Caller, Json, JsonObject, Kind } from '../kinds/kind.ts';
import { MAX_CATCH_UP_MS, type Read } from '../ports/reads.ts';
import type { Services } from '../ports/services.ts';
import { presentedRows } from '../records/presentRecord.ts';
import { tableOf } from '../records/table.ts';
import { Spool, spoolRows } from '../runtime/spool.ts';
import { describe, isObject } from '../validation/values.ts';
import { readEnvelopeFiltering } from './envelope.ts';

export interface BackupInput {
  /** The query parameter, unparsed. */
  readonly filtering?: string;
  /** The body: a BackupRequest. */
  readonly request: unknown;
  readonly caller: Caller;
}

/**
 * Returns the records of a kind that the caller may read as an ExportEnvelope from one snapshot, in the order of
 * `filtering`. Rows are spooled to
 * disk, so that the snapshot does not wait for a slow client. The answer begins after the first rows; an error before
 * them is answered with its status. Throws a 400 for a malformed request.
 */
export async function backup(
  services: Services,
  kind: Kind,
  { filtering, request, caller }: BackupInput,
): Promise<{ stream: ReadableStream<Uint8Array> }> {
  const requested = readRequest(kind, request);
  const parsed = await visibleFiltering(services, kind, parseFiltering(kind, filtering, 'backup'));
  const selected = await visibleFiltering(services, kind, requested);
  const query = backupRows(tableOf(kind), searchColumns(kind), {
    conditions: [...parsed.conditions, ...selected.conditions, ...conditionsOf(services.access.of(kind).read)],
    words: [...parsed.words, ...requested.words],
    sort: parsed.sort,
  });
  const spool = new Spool();
  const begin = Buffer.from(
    envelopeHeader(kind, caller, {
      compareField: requested.compareField,
      filtering: bothFilterings(requested.filtering, filtering),
      listing: requested.listing,
    }),
  );
  const read: Read<void> = async (sql) => {
    try {
      await sql.begin('isolation level repeatable read read only', async (transaction) => {
        const mask = await maskOfAll({ sql: transaction, access: services.access }, kind);
        await spoolRows(spool, presentedRows(kind, mask, rawRows(transaction, query.text, query.values)));
      });
    } catch (error) {
      // Bytes already sent cannot be withdrawn.
      throw spool.size > begin.length ? new Error('The backup was interrupted.', { cause: error }) : error;
    }
  };
  const written = services.backupSemaphore.run(async () => {
    await spool.write(begin);
    await services.reads.caughtUp(read, MAX_CATCH_UP_MS);
    await spool.write(Buffer.from(']}'));
  });
  written.then(
    () => spool.end(),
    (error) => spool.end(error),
  );
  try {
    await spool.waitBeyond(begin.length);
  } catch (error) {
    await spool.close();
    throw error;
  }
  return { stream: spool.stream() };
}

interface Header {
  readonly when?: Date;
  readonly compareField?: string;
  readonly filtering?: readonly Json[];
  readonly listing?: JsonObject;
}

/** Returns the text of an ExportEnvelope before its first record; `]}` ends the envelope. */
export function envelopeHeader(
  kind: Kind,
  caller: Caller,
  { when = new Date(), compareField = 'id', filtering = [], listing = {} }: Header,
): string {
  const header = {
    name: kind.path,
    whenExported: when.toISOString(),
    exportedBy: caller.user,
    entityType: kind.name,
    compareField,
    filtering,
    ...listing,
  };
  return `${JSON.stringify(header).slice(0, -1)},"data":[`;
}

function readRequest(kind: Kind, request: unknown) {
  if (!isObject(request))
    throw badRequest('The backup request is malformed.', [`body: must be an object, not ${describe(request)}`]);
  const problems: string[] = [];
  for (const name of Object.keys(request)) if (!members.includes(name)) problems.push(`${name}: unknown member`);
  checkEntityType(kind, request['entityType'], 'entityType', problems);
  const compareField = readText(request, 'compareField', problems) ?? 'id';
  if (!Object.hasOwn(kind.members, compareField))
    problems.push(`compareField: ${kind.name} has no member ${describe(compareField)}`);
  const listing: JsonObject = {};
  for (const name of ['listingType', 'listingProfile']) {
    const text = readText(request, name, problems);
    if (text !== undefined) listing[name] = text;
  }
  const filtering = request['filtering'] ?? [];
  const { conditions, words } = readEnvelopeFiltering(kind, filtering, problems, 'filtering');
  // Anything but an array has its problem already.
  if (problems.length > 0 || !Array.isArray(filtering)) throw badRequest('The backup request is malformed.', problems);
  return { compareField, listing, filtering, conditions, words };
}

const members = ['entityType', 'compareField', 'listingType', 'listingProfile', 'filtering'];

function checkEntityType(kind: Kind, value: Json | undefined, at: string, problems: string[]): void {
  if (value === undefined || value === null) problems.push(`${at}: is required`);
  else if (value !== kind.name) problems.push(`${at}: must be ${kind.name} here, not ${describe(value)}`);
}

function readText(request: JsonObject, name: string, problems: string[]): string | undefined {
  const value = request[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000'))
    return checkLength(value, MAX_TEXT, problems, name) ? value : undefined;
  problems.push(`${name}: must be a string, not ${describe(value)}`);
  return undefined;
}

/**
 * Returns the filters of the envelope, so that a diff compares its records with the same selection. The query's filters
 * are appended to the body's: as a group if both have filters of a nestedPath, which would otherwise apply to the same
 * element. Its fulltext is one element more.
 */
function bothFilterings(body: Json[], query: string | undefined): Json[] {
  if (query === undefined) return body;
  const parsed: Json = JSON.parse(query);
  const { filters, fulltext } = isObject(parsed) ? parsed : { filters: parsed, fulltext: undefined };
  const own = Array.isArray(filters) ? filters : [];
  const nested = (array: Json[]): boolean => JSON.stringify(array).includes('"nestedPath"');
  const added = nested(own) && nested(body) ? [{ and: own }] : own;
  return [...body, ...added, ...(typeof fulltext === 'string' ? [{ fulltext }] : [])];
}
