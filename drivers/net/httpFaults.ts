/** Nothing of a request was sent: no connection was made. */
export class NotReached extends Error {
  override readonly name = 'NotReached';
}

/** A request was sent, or may have been, and no whole answer came. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
}

/** Codes of connections that were never made; a certificate that does not hold ends one before anything is said. */
const UNREACHED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ConnectionRefused|FailedToOpenSocket|DNS\w*|CERT_\w+|ERR_TLS_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;

/** What the system says of a request that failed, as one of the two. */
export function faultOf(error: unknown, where: string): NotReached | NotAnswered {
  if (error instanceof NotReached || error instanceof NotAnswered) return error;
  const { code, message } = error as { code?: unknown; message: string };
  const text = `${where}: ${message}`;
  return typeof code === 'string' && UNREACHED.test(code)
    ? new NotReached(text, { cause: error })
    : new NotAnswered(text, { cause: error });
}

/** Seconds of a Retry-After, given as seconds or as a date. */
export function retryAfterOf(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  if (/^\d{1,6}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}
