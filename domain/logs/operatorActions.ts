import type { Caller, JsonObject } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { createLog, updateLog } from './logs.ts';

/** The type of the Logs of operators' actions. A LogType of this code may exist, but is not required. */
const OPERATOR_ACTION = 'OPERATOR_ACTION';

/** An administrative action that is about to start. */
export interface OperatorAction {
  /** Method and path pattern: `POST /api/v2/jobs/{id}/cancel`. */
  readonly operation: string;
  readonly title: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The beginning of the body as received. */
  readonly body?: string;
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
 * a crash interrupts is in the log.
 *
 * @returns the function that logs the outcome
 */
export async function beginAction(
  services: Services,
  { operation, title, params, query, body }: OperatorAction,
  caller: Caller,
): Promise<(outcome: Outcome) => Promise<void>> {
  const startDate = new Date().toISOString();
  const values: JsonObject = {
    ownerType: 'Operation',
    ownerId: operation,
    logTypeCode: OPERATOR_ACTION,
    startDate,
    endDate: startDate,
    request: JSON.stringify({ params, query, ...(body === undefined ? {} : { body }) }),
    response: '',
    description: title,
    module: 'api',
    relatedData: {},
  };
  const { id } = JSON.parse(await createLog(services, values, caller, { typed: false })) as { id: string };
  return async ({ code, message, response }) => {
    const finished = {
      ...values,
      endDate: new Date().toISOString(),
      response,
      resultCode: String(code),
      ...(message === undefined ? {} : { resultMessage: message }),
    };
    await updateLog(services, id, finished, caller, { typed: false });
  };
}
