import { readableOne } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import type { Caller, Json, JsonObject, Values } from '../kinds/kind.ts';
import { log } from '../kinds/processing/log.ts';
import { logType as logTypeKind } from '../kinds/processing/logType.ts';
import type { Services } from '../ports/services.ts';
import { checkCrossFields } from '../records/crossFieldChecks.ts';
import { readRecord } from '../validation/readRecord.ts';
import { describe, isObject, textOf } from '../validation/values.ts';
import type { LogTypeRef } from './logTypes.ts';
import { refuseReservedLog, reservedTypeProblem } from './reservedLogType.ts';

export interface ReadLog {
  /** In declared order; without an id where none was sent. */
  readonly values: JsonObject;
  readonly version?: number;
}

export interface LogRules {
  /** The LogType must exist. As configured by default; not required for logs of the service itself. */
  readonly typed?: boolean;
  /** The service itself writes the Log, which may have a reserved type. */
  readonly ofService?: boolean;
}

const memberNames = Object.keys(log.members);

/**
 * Reads a body as a Log: its type by code or by record with the other filled, and, where they are absent, the duration and
 * the correlation id of the request, of the stored log, or a new one.
 *
 * `stored` is the log that the body replaces. A type that is the same in both stays as it is, although the LogType may have
 * been renamed or deleted since.
 */
export async function readLog(
  services: Services,
  input: unknown,
  caller: Caller,
  { stored, typed = services.requireLogTypes === true, ofService = false }: LogRules & { stored?: JsonObject } = {},
): Promise<ReadLog> {
  const problems: string[] = [];
  const reading = readRecord(log, input, problems);
  const { values } = reading;
  if (stored !== undefined && !ofService) refuseReservedLog(stored);
  const type = keepsType(values, stored)
    ? { code: String(values.logTypeCode), found: values.logType }
    : await typeOf(services, values, { stored, required: typed }, problems);
  if (!ofService) problems.push(...reservedTypeProblem('logTypeCode', type?.code));
  if (problems.length === 0) checkCrossFields(log, values as Values, problems);
  if (problems.length > 0)
    throw badRequest(`The Log has ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}.`, problems);
  const filled: JsonObject = {
    ...values,
    logType: type?.found as Json,
    logTypeCode: type?.code as Json,
    correlationId: values.correlationId ?? caller.correlationId ?? stored?.correlationId ?? crypto.randomUUID(),
    duration: values.duration ?? Date.parse(String(values.endDate)) - Date.parse(String(values.startDate)),
  };
  return reading.version === undefined
    ? { values: inOrder(filled) }
    : { values: inOrder(filled), version: reading.version };
}

function inOrder(values: JsonObject): JsonObject {
  const ordered: JsonObject = {};
  for (const name of memberNames) {
    const value = values[name];
    if (value !== undefined) ordered[name] = value;
  }
  return ordered;
}

interface LogTypeOfLog {
  readonly code: string;
  /** The members copied from the LogType; absent if there is no LogType. */
  readonly found: LogTypeRef | Json | undefined;
}

function keepsType(values: JsonObject, stored: JsonObject | undefined): boolean {
  if (stored === undefined || values.logTypeCode !== stored.logTypeCode || !isObject(values.logType)) return false;
  const storedType = stored.logType;
  if (!isObject(storedType) || values.logType.id !== storedType.id) return false;
  if (values.logType.code !== undefined && values.logType.code !== storedType.code) return false;
  values.logType = storedType;
  return true;
}

interface TypeRules {
  /** The log that is replaced, whose type may stay although the caller may not read the LogType. */
  readonly stored: JsonObject | undefined;
  readonly required: boolean;
}

/** A LogType that the caller may not read is like one that does not exist. */
async function typeOf(
  services: Services,
  { logTypeCode, logType }: JsonObject,
  { stored, required }: TypeRules,
  problems: string[],
): Promise<LogTypeOfLog | undefined> {
  const { logTypes } = services;
  const { id, code: ownCode } = isObject(logType) ? logType : {};
  const byCode = textOf(logTypeCode ?? ownCode);
  if (typeof logTypeCode === 'string' && typeof ownCode === 'string' && logTypeCode !== ownCode) {
    problems.push(`logType.code: ${describe(ownCode)} does not agree with logTypeCode ${describe(logTypeCode)}`);
    return undefined;
  }
  if (typeof id === 'string') {
    const found = await inReach(services, (await logTypes.byId(id)) ?? (await logTypes.fetchFresh('id', id)), stored);
    if (!found) problems.push(`logType.id: no LogType has the id ${describe(id)}`);
    else if (byCode !== undefined && found.code !== byCode) {
      const at = logTypeCode === undefined ? 'logType.code' : 'logTypeCode';
      problems.push(
        `${at}: ${describe(byCode)} does not agree with the LogType ${id}, whose code is ${describe(found.code)}`,
      );
    }
    return found && { code: found.code, found };
  }
  if (byCode === undefined) {
    // A type that was sent but is wrong has its own problem already.
    if (!problems.some((problem) => problem.startsWith('logType')))
      problems.push('logTypeCode: is required, or else logType');
    return undefined;
  }
  const cached = await logTypes.byCode(byCode);
  const type = cached ?? (required ? await logTypes.fetchFresh('code', byCode) : undefined);
  const found = await inReach(services, type, stored);
  if (!found && required) {
    const at = logTypeCode === undefined ? 'logType.code' : 'logTypeCode';
    problems.push(`${at}: no LogType has the code ${describe(byCode)}`);
  }
  return { code: byCode, found };
}

/** Returns the LogType if the caller may read it, or if the stored log has it. */
async function inReach(
  services: Services,
  type: LogTypeRef | undefined,
  stored: JsonObject | undefined,
): Promise<LogTypeRef | undefined> {
  if (type && isObject(stored?.logType) && stored.logType.id === type.id) return type;
  return readableOne(services, logTypeKind, type);
}
