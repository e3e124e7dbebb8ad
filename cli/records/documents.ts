import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, type YAMLParseError } from 'yaml';
import { kinds } from '../../domain/kinds/index.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import { jsonProblemText } from '../../domain/validation/jsonSyntax.ts';
import { parseJson } from '../../domain/validation/parseJson.ts';
import { usageError } from '../base/exitCodes.ts';
import { kindOf } from '../base/kinds.ts';
import type { StoredRecord } from './recordAccess.ts';

/** One record that a file describes. */
export interface RecordDocument {
  readonly kind: Kind;
  readonly values: StoredRecord;
  /** Where it is: a file and the number of the record in it. */
  readonly source: string;
}

const READABLE = /\.(ya?ml|json|ndjson|jsonl)$/i;

/**
 * Reads the records of files and folders, `-` for standard input: JSON, lines of JSON, or YAML with any number of
 * documents. A document is a record, or an array of records. Records are returned in the order in which they can be written:
 * owners before records that reference them.
 */
export async function readDocuments(files: readonly string[], kind: Kind | undefined): Promise<RecordDocument[]> {
  const found: RecordDocument[] = [];
  for (const file of files.flatMap(filesAt)) {
    const text = file === '-' ? await Bun.stdin.text() : await textOfFile(file);
    const records = parseValues(text, file).flatMap((value) => value as unknown[]);
    found.push(...records.map((value, index) => documentOf(value, kind, `${sourceOf(file)}, record ${index + 1}`)));
  }
  return found.sort((left, right) => kinds.indexOf(left.kind) - kinds.indexOf(right.kind));
}

function filesAt(path: string): string[] {
  if (path === '-' || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const names = readdirSync(path)
    .filter((name) => READABLE.test(name))
    .sort();
  if (names.length === 0)
    throw usageError(`The folder ${path} has no file that ends in .yaml, .yml, .json or .ndjson.`);
  return names.map((name) => join(path, name));
}

/** Returns the text of a file; the error of a missing one says so. */
export async function textOfFile(file: string): Promise<string> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw usageError(`${file} is a folder. Name a file in it.`);
  // Also devices and pipes, such as /dev/null and <(command).
  if (found) return Bun.file(file).text();
  throw usageError(`The file ${file} does not exist.`);
}

const sourceOf = (file: string): string => (file === '-' ? 'standard input' : file);

/** Parses JSON, lines of JSON or YAML; `-` names standard input. @returns the values of its documents, arrays flattened */
export function parseValues(text: string, file: string): unknown[] {
  if (/\.(ndjson|jsonl)$/i.test(file))
    return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [jsonOf(line, file, index)]));
  if (/^\s*[[{]/.test(text) && !/\.ya?ml$/i.test(file)) return [jsonOf(text, file)].flat();
  const documents = parseAllDocuments(text, { intAsBigInt: true });
  const [problem] = [...documents].flatMap(({ errors }) => errors);
  if (problem) throw usageError(`${sourceOf(file)} is not YAML: ${yamlProblemText(text, problem)}`);
  return [...documents].flatMap((document) => exactNumbers(document.toJS()) ?? []);
}

/** Returns a problem with its place: `line 2, column 4: …`. The parser places what is missing on the line after the last one. */
function yamlProblemText(text: string, { message, linePos }: YAMLParseError): string {
  const [reason = ''] = message.split(/ at line \d+, column \d+:\n/, 1);
  const [place] = linePos ?? [];
  const lines = text.trimEnd().split('\n').length;
  if (!place) return reason;
  return place.line > lines ? `end of line ${lines}: ${reason}` : `line ${place.line}, column ${place.col}: ${reason}`;
}

/** Parses the JSON that begins after so many lines of a file. */
function jsonOf(text: string, file: string, linesBefore = 0): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw usageError(`${sourceOf(file)} is not JSON: ${jsonProblemText('\n'.repeat(linesBefore) + text, error)}`);
  }
}

/** Returns the value with numbers in place of BigInts that a number represents. */
const exactNumbers = (value: unknown): unknown => (value === null ? null : parseJson(JSON.stringify(value)));

function documentOf(value: unknown, kind: Kind | undefined, source: string): RecordDocument {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageError(`${source}: must be an object with the members of a record.`);
  const { kind: named, ...values } = value as StoredRecord;
  if (typeof named === 'string') {
    const own = kindOf(named, `${source}: kind`);
    if (kind && own !== kind) throw usageError(`${source}: kind is ${own.name}, and the command names ${kind.name}.`);
    return { kind: own, values, source };
  }
  if (kind) return { kind, values, source };
  throw usageError(`${source}: has no kind. Add a line such as "kind: WorklogType", or name the kind in the command.`);
}
