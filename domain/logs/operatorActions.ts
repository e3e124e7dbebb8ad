import type { Caller, JsonObject } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { createLog, updateLog } from './logs.ts';

/** The type of the Logs that say what operators did. There may be a LogType of this code; none is needed. */
const OPERATOR_ACTION = 'OPERATOR_ACTION';

/** An administrative action that is about to start. */
export interface OperatorAction {
  /** Method and path pattern: `POST /api/v2/jobs/{id}/cancel`. */
  readonly operation: string;
  readonly title: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The beginning of the body as it came. */
  readonly body?: string;
}

export interface Outcome {
  readonly code: number;
  /** What was wrong, of one that was refused. */
  readonly message?: string;
  /** The beginning of the answer. */
  readonly response: string;
}

/**
 * Keeps that the action begins. It is not begun before this resolves: what cannot be written down is not done, and of a
 * process that dies in the middle it is known what it was doing.
 *
 * @returns what keeps how it ended
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
    const ended = {
      ...values,
      endDate: new Date().toISOString(),
      response,
      resultCode: String(code),
      ...(message === undefined ? {} : { resultMessage: message }),
    };
    await updateLog(services, id, ended, caller, { typed: false });
  };
}
