import { stringify as toCsv } from 'csv-stringify/sync';
import { stringify as toYaml } from 'yaml';
import { usageError } from './exitCodes.ts';
import { oneLine, printable } from './printable.ts';

export const formats = ['table', 'wide', 'json', 'yaml', 'csv'] as const;
export type Format = (typeof formats)[number];

export interface OutputOptions {
  readonly output?: Format;
  readonly json?: boolean;
  readonly jq?: string;
}

/** A column of a table. */
export interface Column<Row> {
  readonly name: string;
  readonly value: (row: Row) => unknown;
  /** Shown only by `-o wide` and `-o csv`. */
  readonly wide?: boolean;
}

const MAX_CELL = 60;

/** Returns a column with the value of a member; dots lead into objects. */
export const member = (path: string, name = path): Column<object> => ({
  name,
  value: (row) =>
    path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], row),
});

/** Writes results to standard output in the format of `-o`, and messages for people to where they do not disturb it. */
export class Output {
  readonly format: Format;
  readonly #jq: string | undefined;

  constructor({ output, json = false, jq }: OutputOptions, byDefault: Format = 'table') {
    this.format = output ?? (json || jq !== undefined ? 'json' : byDefault);
    this.#jq = jq;
    if (json && this.format !== 'json')
      throw usageError(`--json contradicts --output ${this.format}. Leave one of them out.`);
    if (jq !== undefined && this.format !== 'json')
      throw usageError(`--jq filters JSON and contradicts --output ${this.format}. Leave one of them out.`);
  }

  /** Whether the output is a text for people. */
  get isText(): boolean {
    return this.format === 'table' || this.format === 'wide';
  }

  /** Writes a sentence for people: to standard error if standard output is for a program. */
  say(sentence: string): void {
    if (this.isText) console.log(printable(sentence));
    else console.error(printable(sentence));
  }

  /** Writes rows. JSON and CSV are written row by row, so that a list of any length fits into memory. */
  async rows<Row extends object>(
    rows: Iterable<Row> | AsyncIterable<Row>,
    columns: readonly Column<Row>[],
  ): Promise<void> {
    if (this.format === 'csv') return writeCsv(rows, columns);
    if (this.format === 'json' && this.#jq === undefined) return writeJson(rows);
    const all = await Array.fromAsync(rows);
    if (!this.isText) return this.value(all);
    if (all.length === 0) return console.error('There are none.');
    const shown = columns.filter(({ wide = false }) => this.format === 'wide' || !wide);
    // A program, or a person who searches the output, needs the whole text.
    const isCut = this.format !== 'wide' && process.stdout.isTTY === true;
    const width = isCut ? MAX_CELL : Number.POSITIVE_INFINITY;
    const cells = all.map((row) => shown.map(({ value }) => shortened(oneLine(textOf(value(row))), width)));
    console.log(
      table(
        shown.map(({ name }) => headOf(name)),
        cells,
      ),
    );
  }

  /** Writes a value as one line of JSON, or the lines that jq makes of it. */
  async line(value: unknown): Promise<void> {
    if (this.#jq === undefined) console.log(printable(JSON.stringify(value)));
    else process.stdout.write(await filtered(value, this.#jq));
  }

  /** Writes one value: as YAML for people, in which all members of an object can be read. */
  async value(value: unknown): Promise<void> {
    if (this.#jq !== undefined) process.stdout.write(await filtered(value, this.#jq));
    else if (this.format === 'json') console.log(jsonOf(value));
    else if (this.format === 'csv') await writeCsv([value].flat() as object[], columnsOf(value));
    else process.stdout.write(yamlOf(value));
  }
}

/** Returns a text as YAML, with the members in their order. */
export const yamlOf = (value: unknown): string => toYaml(value, { lineWidth: 120, aliasDuplicateObjects: false });

/** Returns indented JSON in which terminals find no control characters. */
const jsonOf = (value: unknown): string => printable(JSON.stringify(value, null, 2));

async function writeJson(rows: Iterable<object> | AsyncIterable<object>): Promise<void> {
  let begun = false;
  for await (const row of rows) {
    process.stdout.write(`${begun ? ',\n' : '[\n'}${jsonOf(row).replaceAll(/^/gm, '  ')}`);
    begun = true;
  }
  process.stdout.write(begun ? '\n]\n' : '[]\n');
}

async function writeCsv<Row extends object>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  columns: readonly Column<Row>[],
): Promise<void> {
  process.stdout.write(toCsv([columns.map(({ name }) => name)]));
  for await (const row of rows) process.stdout.write(toCsv([columns.map(({ value }) => textOf(value(row)))]));
}

const columnsOf = (value: unknown): Column<object>[] => {
  const [first] = [value].flat();
  return Object.keys(first ?? {}).map((name) => ({ name, value: (row) => (row as Record<string, unknown>)[name] }));
};

/** Runs jq on a value; texts are written without quotes, as `jq -r` does. */
async function filtered(value: unknown, filter: string): Promise<string> {
  // A megabyte that other commands need not load.
  const { loadJq } = await import('jq-wasm/inline');
  const { stdout, stderr, exitCode } = (await loadJq()).raw(JSON.stringify(value), filter, ['-r']);
  if (exitCode !== 0) throw usageError(`--jq: ${stderr.trim()}`);
  return stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`;
}

/** Returns the text of a cell: references as their code, lists separated by commas, other objects as JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(',');
  if (typeof value !== 'object') return String(value);
  const { code }: { readonly code?: unknown } = value;
  return typeof code === 'string' ? code : JSON.stringify(value);
}

/** Returns the head of a column: `WHEN EDITED` for `whenEdited`. */
const headOf = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toUpperCase();

function shortened(text: string, width: number): string {
  return text.length > width ? `${[...text].slice(0, width - 1).join('')}…` : text;
}

/** Returns a text table whose columns are as wide as their longest cell, in columns of a terminal. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => Bun.stringWidth(row[column] ?? ''))),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((text, column) => text + ' '.repeat(Math.max(0, (widths[column] ?? 0) - Bun.stringWidth(text))))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
