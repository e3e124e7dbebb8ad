import { entityTag } from '../../../domain/records/entityTag.ts';
import type { TestAnswer } from '../api.ts';

const withoutCoding = (tag: string): string => tag.replace(/-(?:gzip|zstd)"$/, '"');

/** A cursor is encrypted with a key of the service. Its length may not differ. */
const withoutCursor = (name: string, value: string): string =>
  name === 'x-next-cursor' || name === 'link'
    ? value.replace(/(^|after=)[\w-]{60,}/, (cursor) => `${cursor.length} characters`)
    : value;

/** An answer without its times and the ids of requests. An ETag, which depends on times too, counts if it is not that of the text. */
export function comparable({ status, headers, text }: TestAnswer) {
  const times = /"\d{4}-\d\d-\d\dT[\d:.]+Z"/g;
  const comparedHeaders = [...headers].filter(
    ([name, value]) =>
      !['date', 'content-length', 'x-request-id'].includes(name) &&
      !(name === 'etag' && withoutCoding(value) === entityTag(text)),
  );
  return {
    status,
    headers: comparedHeaders.map(([name, value]) => [name, withoutCursor(name, value)]).sort(),
    text: text.replace(/"traceId":"[^"]*"/g, '').replaceAll(times, '"TIME"'),
  };
}
