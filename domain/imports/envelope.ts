import { ServiceError } from '../errors.ts';
import { type Condition, parseConditions, parseFiltering } from '../filtering/index.ts';
import { checkLength, MAX_TEXT } from '../kinds/declaration/limits.ts';
import type { Json, Kind } from '../kinds/kind.ts';
import { DATE_FORM, parseDate } from '../validation/dates.ts';
import { describe, isObject } from '../validation/values.ts';

/** The selection of stored records that an ExportEnvelope covers. */
export interface EnvelopeFiltering {
  readonly conditions: readonly Condition[];
  readonly words: readonly string[];
}

/**
 * Reads the array of filters of an ExportEnvelope or a BackupRequest. The array may also contain `{"filtering": …}`,
 * which backups of release 0.2 have for selections that filters alone could not express then.
 */
export function readEnvelopeFiltering(
  kind: Kind,
  input: Json | undefined,
  problems: string[],
  at: string,
): EnvelopeFiltering {
  if (!Array.isArray(input)) {
    problems.push(
      input === undefined ? `${at}: is required` : `${at}: must be an array of filters, not ${describe(input)}`,
    );
    return { conditions: [], words: [] };
  }
  const whole = input.filter(isWhole);
  const conditions = [
    ...parseConditions(
      kind,
      input.filter((filter) => !isWhole(filter)),
      problems,
      at,
    ),
  ];
  const words: string[] = [];
  for (const { filtering } of whole) {
    try {
      const parsed = parseFiltering(kind, JSON.stringify(filtering), 'backup');
      conditions.push(...parsed.conditions);
      words.push(...parsed.words);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      problems.push(...error.errors);
    }
  }
  return { conditions, words };
}

const isWhole = (filter: Json): filter is { filtering: Json } =>
  isObject(filter) && Object.keys(filter).length === 1 && isObject(filter['filtering']);

/** The members of an ExportEnvelope. */
const members = [
  'name',
  'whenExported',
  'exportedBy',
  'data',
  'filtering',
  'entityType',
  'listingType',
  'listingProfile',
  'compareField',
];

/** Checks an envelope and returns its selection. Adds all problems to `problems`. */
export function readEnvelope(kind: Kind, envelope: Json, problems: string[]): EnvelopeFiltering {
  if (!isObject(envelope)) {
    problems.push(`body: must be an object, not ${describe(envelope)}`);
    return { conditions: [], words: [] };
  }
  for (const name of Object.keys(envelope)) if (!members.includes(name)) problems.push(`${name}: unknown member`);
  const { data, entityType } = envelope;
  if (data === undefined || data === null) problems.push('data: is required');
  else if (!Array.isArray(data)) problems.push(`data: must be an array, not ${describe(data)}`);
  if (entityType !== undefined && entityType !== null && entityType !== kind.name)
    problems.push(`entityType: must be ${kind.name} here, not ${describe(entityType)}`);
  for (const name of ['name', 'whenExported', 'exportedBy', 'listingType', 'listingProfile', 'compareField']) {
    const value = envelope[name];
    if (value !== undefined && value !== null && typeof value !== 'string')
      problems.push(`${name}: must be a string, not ${describe(value)}`);
    else if (typeof value === 'string') checkLength(value, MAX_TEXT, problems, name);
  }
  const { whenExported } = envelope;
  if (typeof whenExported === 'string' && parseDate(whenExported) === undefined)
    problems.push(`whenExported: must be ${DATE_FORM}, not ${describe(whenExported)}`);
  return readEnvelopeFiltering(kind, envelope['filtering'] ?? undefined, problems, 'filtering');
}

/** Whether an object is probably an envelope: it has a member that only envelopes have. */
export function looksLikeEnvelope(kind: Kind, value: Json): boolean {
  return isObject(value) && members.some((name) => Object.hasOwn(value, name) && !Object.hasOwn(kind.members, name));
}
