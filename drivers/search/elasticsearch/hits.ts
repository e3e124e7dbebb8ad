/**
 * Extracts the records from a search response without parsing the whole response. A record is stored as a JSON string
 * and returned as that text.
 *
 * The response has no white space between its tokens, and each hit's `_source` is `{"r":"<record>"}`. Quotes inside a
 * JSON string are escaped, so the first `"_source":{"r":` after the end of a record belongs to the next hit.
 *
 * @param isUncounted  the response has no total, and the result 0
 * @throws Error if the response has no total, or ends within a record
 */
export function recordsOf(
  text: string,
  { isUncounted = false }: { readonly isUncounted?: boolean | undefined } = {},
): { total: number; records: string[] } {
  const total = isUncounted ? '0' : /"total":\{"value":(\d+)/.exec(text)?.[1];
  if (total === undefined)
    throw new Error(`Elasticsearch responded to a search without a total: ${text.slice(0, 500)}`);
  const records: string[] = [];
  for (let at = text.indexOf(MARK); at >= 0; ) {
    const start = at + MARK.length;
    const end = endOfString(text, start);
    records.push(JSON.parse(text.slice(start, end)));
    at = text.indexOf(MARK, end);
  }
  return { total: Number(total), records };
}

const MARK = '"_source":{"r":';
const BACKSLASH = 0x5c;

/** Returns the end of the string that opens at `start`: the first quote after an even number of backslashes ends it. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  throw new Error('The response of Elasticsearch to a search ends within a record.');
}
