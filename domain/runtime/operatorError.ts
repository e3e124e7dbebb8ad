/**
 * Something that only the operator can put right: a bad variable, a taken port, a database that is away at the start.
 * `message` is one plain sentence; it is all that is printed before the process ends with 1.
 */
export class OperatorError extends Error {
  override readonly name = 'Mistake';
}
