/**
 * A fault that only the operator can correct: a bad variable, a port in use, a database that cannot be reached at start.
 * `message` is one plain sentence. The process prints only that sentence and exits with 1.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
