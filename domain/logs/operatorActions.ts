import { fullAccess } from '../access/access.ts';
import type { Caller, JsonObject } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { parseStored } from '../records/storedText.ts';
import { createLog, updateLog } from './logs.ts';
import type { LogRules } from './readLog.ts';
import { redact } from './redact.ts';
import { OPERATOR_ACTION } from './reservedLogType.ts';

/** No LogType is required, so that every installation has its entries. */
const ofService: LogRules = { typed: false, ofService: true };

/** An administrative action that is about to start. */
export interface OperatorAction {
  /** Method and path pattern: `POST /api/v2/jobs/{id}/cancel`. */
  readonly operation: string;
  readonly title: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The beginning of the body as received. */
  readonly body?: string;
  /** How the caller is known, and from where it calls: members of `relatedData`. */
  readonly origin: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly code: number;
  /** The error of a rejected action. */
  readonly message?: string;
  /** The beginning of the response. */
  readonly response: string;
}

/**
 * Logs the start of an action. The action starts once this resolves: one that cannot be logged does not run, and one that
 * a crash interrupts is in the log. The service writes the entry, whatever Logs the caller may write.
 *
 * @returns the function that logs the outcome
 */
export async function beginAction(
  services: Services,
  { operation, title, params, query, body, origin }: OperatorAction,
  caller: Caller,
): Promise<(outcome: Outcome) => Promise<void>> {
  const start = new Date();
  const startedAt = performance.now();
  const startDate = start.toISOString();
  const values: JsonObject = {
    ownerType: 'Operation',
    ownerId: operation,
    logTypeCode: OPERATOR_ACTION,
    startDate,
    endDate: startDate,
    request: JSON.stringify({ params, query, ...(body === undefined ? {} : { body: redact(body) }) }),
    response: '',
    description: title,
    module: 'api',
    relatedData: { ...origin },
  };
  const own = { ...services, access: fullAccess };
  const { id } = parseStored<{ id: string }>(await createLog(own, values, caller, ofService));
  return async ({ code, message, response }) => {
    const finished = {
      ...values,
      // By the monotonic clock: a wall clock that was set back would make the end earlier than the start.
      endDate: new Date(start.getTime() + performance.now() - startedAt).toISOString(),
      response: redact(response),
      resultCode: String(code),
      ...(message === undefined ? {} : { resultMessage: message }),
    };
    await updateLog(own, id, finished, caller, ofService);
  };
}
