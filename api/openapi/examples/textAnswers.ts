import { kindNamed } from '../../../domain/kinds/index.ts';
import type { Json, JsonObject, Kind } from '../../../domain/kinds/kind.ts';
import { codedLinksOf } from '../../../domain/relations/codedLinks.ts';
import { storedSamples } from '../../../domain/samples/sampleRecords.ts';
import { isObject } from '../../../domain/validation/values.ts';
import { csvColumns, csvLine } from '../../http/reading/csv.ts';
import type { Route } from '../../http/route.ts';

/** Answers as text in other media types than JSON, made from the examples as JSON. */

type Described = Pick<Route, 'kind' | 'path'>;

const writers: Readonly<Record<string, (elements: readonly Json[], route: Described) => string | undefined>> = {
  'application/x-ndjson': linesOf,
  'text/csv': csvOf,
  'text/event-stream': (elements, { path }) => (path.startsWith('/api/v2/jobs/') ? jobEvents : changeEvents)(elements),
};

/**
 * Returns the example of an answer, or of a body, in a media type; undefined for bytes, such as those of documents.
 *
 * @param json  returns the example as JSON
 */
export function textAnswerOf(route: Described, type: string, json: () => Json | undefined): string | undefined {
  const write = writers[type];
  const example = write && json();
  return example === undefined ? undefined : write?.(elementsOf(example), route);
}

/** Returns the elements of a list, of an ExportEnvelope or of a page of changes, or the record itself. */
function elementsOf(json: Json): readonly Json[] {
  if (Array.isArray(json)) return json;
  const { data, changes } = isObject(json) ? json : {};
  return [data, changes].find(Array.isArray) ?? [json];
}

function linesOf(elements: readonly Json[]): string {
  return elements.map((element) => `${JSON.stringify(element)}\n`).join('');
}

/** A document as CSV has no records. */
function csvOf(records: readonly Json[], { kind: name }: Described): string | undefined {
  const kind = kindNamed(name);
  if (!kind) return undefined;
  const columns = csvColumns(kind);
  const rows = records.map((record) => {
    const coded = isObject(record) ? withCodesOfSamples(kind, record) : {};
    return csvLine(columns.map(({ cellOf }) => cellOf(coded)));
  });
  return `${csvLine(columns.map((column) => column.name))}${rows.join('')}`;
}

/** Does for sample records what `withCodes` does for stored ones. */
function withCodesOfSamples(kind: Kind, record: JsonObject): JsonObject {
  const codes = codedLinksOf(kind).flatMap(({ member, target }) => {
    const samples = storedSamples().find((sample) => sample.kind.name === target.name);
    const code = samples?.records.find(({ id }) => id === record[member])?.['code'];
    return code === undefined ? [] : [[member, code] as const];
  });
  return { ...record, ...Object.fromEntries(codes) };
}

function changeEvents(changes: readonly Json[]): string {
  const events = changes.map((change) => {
    const { cursor = '' } = isObject(change) ? change : {};
    return `id: ${cursor}\ndata: ${JSON.stringify(change)}\n\n`;
  });
  return `retry: 1000\n\n${events.join('')}`;
}

function jobEvents([job]: readonly Json[]): string {
  const progress = { NEW: 1, IN_PROGRESS: 0, COMPLETED: 0, FAILED: 1, CANCELLED: 0 };
  const counted = JSON.stringify({ ...(isObject(job) ? job : {}), progress });
  return `event: progress\ndata: ${counted}\n\nid: 1\ndata: ${JSON.stringify(job)}\n\n`;
}
