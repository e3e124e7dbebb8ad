import type { ServiceError } from '../errors.ts';
import { type Problem, problemOf } from '../validation/problemParts.ts';

/** Why a record of a bulk change could not be written. */
export type Failure = {
  /** In one text, for people. */
  readonly error: string;
  /** As in an ErrorBody. */
  readonly problems: Problem[];
};

/** Separates the problems of a stored reason. No problem contains it: texts of clients are quoted as JSON. */
const SEPARATOR = '\u001e';

/** Returns the text of a reason that `failureOf` reads. */
export const reasonOf = ({ message, errors }: ServiceError): string => [message, ...errors].join(SEPARATOR);

/** @param reason that of an earlier release is one text, with no problems */
export function failureOf(reason: string): Failure {
  const [message = '', ...errors] = reason.split(SEPARATOR);
  return { error: [message, ...errors].join(' '), problems: errors.map(problemOf) };
}
