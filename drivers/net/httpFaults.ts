import { codeOf, messageOf } from '../../domain/runtime/errorDetails.ts';
/** No connection was made, so nothing of the request was sent. */
export class NotReached extends Error {
  override readonly name = 'NotReached';
}

/** A request was sent, or may have been, and no complete response arrived. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
}

/** Error codes of connections that were never made. An invalid certificate ends a connection before the request is sent. */
const UNREACHED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ConnectionRefused|FailedToOpenSocket|DNS\w*|CERT_\w+|ERR_TLS_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;

/** Converts the error of a failed request to NotReached or NotAnswered. */
export function faultOf(error: unknown, where: string): NotReached | NotAnswered {
  if (error instanceof NotReached || error instanceof NotAnswered) return error;
  const text = `${where}: ${messageOf(error)}`;
  return UNREACHED.test(codeOf(error) ?? '')
    ? new NotReached(text, { cause: error })
    : new NotAnswered(text, { cause: error });
}

/** Returns the seconds of a Retry-After header, which is a number of seconds or a date. */
export function retryAfterOf(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  if (/^\d{1,6}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}
