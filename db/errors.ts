/** The SQLSTATE of a database error, `23505` for example; of the cause where a library has wrapped it. */
export function sqlState(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? undefined : sqlState(cause);
}
