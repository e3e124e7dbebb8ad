/**
 * Takes the records out of a search's answer without parsing all of it: each is kept as a string of JSON, and goes on
 * as the text it is.
 *
 * The answer is the engine's own, with no spaces between its parts, and each hit's `_source` is `{"r":"<record>"}`. A
 * quote inside a JSON string is escaped, so the first `"_source":{"r":` after a record's end is the next hit's own.
 */
export function recordsOf(text: string): { total: number; records: string[] } {
  const total = /"total":\{"value":(\d+)/.exec(text)?.[1];
  if (total === undefined) throw new Error(`Elasticsearch answered a search without a total: ${text.slice(0, 500)}`);
  const records: string[] = [];
  for (let at = text.indexOf(MARK); at >= 0; ) {
    const start = at + MARK.length;
    const end = endOfString(text, start);
    records.push(JSON.parse(text.slice(start, end)) as string);
    at = text.indexOf(MARK, end);
  }
  return { total: Number(total), records };
}

const MARK = '"_source":{"r":';
const BACKSLASH = 0x5c;

/** The place after the string that opens at `start`: behind the first quote with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  throw new Error('Elasticsearch answered a search that ends in the middle of a record.');
}
