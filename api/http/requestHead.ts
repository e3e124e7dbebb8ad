import { ServiceError } from '../../domain/errors.ts';

/** Maximum bytes of request line and headers. A URL with 500 ids or a long filtering exceeds the 16 KB of most servers. */
export const MAX_HEAD = 256 * 1024;
/** Above this limit, the HTTP parser of Bun closes the connection with a 431 without a body. */
export const MAX_PARSED_HEAD = 2 * MAX_HEAD;
/** The colon, the blank and the line end of a header. */
const HEADER_OVERHEAD = 4;

/** Throws a 431 if the URL and the headers of a request are too large together. */
export function checkHead({ url, headers }: Request): void {
  let bytes = url.length;
  for (const [name, value] of headers) bytes += name.length + value.length + HEADER_OVERHEAD;
  if (bytes <= MAX_HEAD) return;
  throw new ServiceError('REQUEST_HEADER_FIELDS_TOO_LARGE', 'The URL and the headers of the request are too large.', [
    `head: has ${bytes} bytes, at most ${MAX_HEAD} are allowed; send a long filtering by POST to /search/list, /search/page or /search/count`,
  ]);
}
