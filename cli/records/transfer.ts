import { renameSync } from 'node:fs';
import { basename } from 'node:path';
import { Command, Option } from 'commander';
import type { ImportResult } from '../../client/index.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import { argument, option, withDryRun, withExamples, withYes } from '../base/commands.ts';
import { type Connection, connect } from '../base/connection.ts';
import { usageError } from '../base/exitCodes.ts';
import { follow } from '../base/follow.ts';
import { kindOf } from '../base/kinds.ts';
import { member } from '../base/output.ts';
import { confirm, withProgress } from '../base/terminal.ts';
import { pathOf } from './recordAccess.ts';

interface ImportOptions {
  readonly kind?: string;
  readonly compare: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function importCommand(): Command {
  const command = withYes(
    new Command('import')
      .description(
        'Import an archive of all kinds (zip, tar.gz), or the records of one kind (JSON, NDJSON, CSV); records that the file lacks are removed',
      )
      .argument('<file>')
      .addOption(
        option('--kind <kind>', 'kind of the records, such as WorklogType; without it the file is an archive', 'kind'),
      )
      .option('--compare <member>', 'member by which records are matched', 'id')
      .option('--dry-run', 'show the changes without saving them'),
  ).action(async (file: string, options: ImportOptions, self: Command) => {
    const connection = connect(self);
    if (!(await Bun.file(file).exists())) throw usageError(`The file ${file} does not exist.`);
    if (options.kind === undefined) await importArchive(connection, file, options);
    else await importKind(connection, file, kindOf(options.kind, '--kind'), options);
  });
  return withExamples(command, {
    'import types.csv --kind WorklogType --compare code --dry-run': 'Show what a file would change',
    'import backup.tar.gz': 'Import an archive that export has written',
  });
}

async function importKind(connection: Connection, file: string, kind: Kind, options: ImportOptions): Promise<void> {
  const send = async (save: boolean): Promise<{ diffType: string }[]> => {
    const query = new URLSearchParams({ compareField: options.compare, save: String(save) });
    return (await upload(connection, `${pathOf(kind)}/diff/file?${query}`, file)) as { diffType: string }[];
  };
  const count = (entries: { diffType: string }[], type: string): number =>
    entries.filter(({ diffType }) => diffType === `DIFF_TYPE_${type}`).length;
  if (!options.dryRun && !options.yes) await confirmRemoval(count(await send(false), 'REMOVE'), kind.plural, options);
  const entries = await send(!options.dryRun);
  if (!connection.output.isText) return connection.output.value(entries);
  const counts = `${count(entries, 'NEW')} new, ${count(entries, 'CHANGE')} changed, ${count(entries, 'REMOVE')} removed`;
  console.log(options.dryRun ? `Dry run: ${counts}.` : `Saved: ${counts}.`);
}

async function importArchive(connection: Connection, file: string, options: ImportOptions): Promise<void> {
  const send = async (dryRun: boolean): Promise<ImportResult[]> =>
    (await upload(connection, `/api/v2/admin/import?dryRun=${dryRun}`, file)) as ImportResult[];
  if (!options.dryRun && !options.yes) {
    const planned = await send(true);
    await confirmRemoval(
      planned.reduce((sum, { removed }) => sum + removed, 0),
      'records',
      options,
    );
  }
  const results = await send(options.dryRun ?? false);
  await connection.output.rows(
    results,
    Object.keys(results[0] ?? {}).map((name) => member(name)),
  );
  connection.output.say(options.dryRun ? 'Nothing was saved.' : 'Saved.');
}

/** An import makes the stored records those of the file: records that it lacks are removed only after a confirmation. */
async function confirmRemoval(count: number, plural: string, options: ImportOptions): Promise<void> {
  if (count > 0) await confirm(`The file lacks ${count} stored ${plural}. Remove them?`, options);
}

/** Sends a file. A terminal shows how much of it is sent, and then that the service works on it. */
async function upload({ waybill }: Connection, path: string, file: string): Promise<unknown> {
  const name = basename(file);
  const { size } = Bun.file(file);
  let sent = 0;
  const text = (): string =>
    sent < size
      ? `Sending ${name}: ${sizeOf(sent)} of ${sizeOf(size)} (${Math.floor((100 * sent) / size)} %) …`
      : `${name} is sent (${sizeOf(size)}). The service compares and saves its records …`;
  const boundary = `waybill-${crypto.randomUUID()}`;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  // Each attempt sends the file from its beginning.
  const body = (): ReadableStream<Uint8Array> => {
    sent = 0;
    return formOf(file, boundary, (bytes) => {
      sent += bytes;
    });
  };
  return withProgress(text, async () => (await waybill.fetch(path, { method: 'POST', headers, body })).json());
}

/** Returns the form of a file, which is read as fast as it is sent. */
function formOf(file: string, boundary: string, onSent: (bytes: number) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const start = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${encodeURIComponent(basename(file))}"\r\n\r\n`;
  return Bun.file(file)
    .stream()
    .pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        start: (controller) => controller.enqueue(encoder.encode(start)),
        transform: (part, controller) => {
          controller.enqueue(part);
          onSent(part.length);
        },
        flush: (controller) => controller.enqueue(encoder.encode(`\r\n--${boundary}--\r\n`)),
      }),
    );
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

export function exportCommand(): Command {
  const command = new Command('export')
    .description('Export all kinds as an archive, or one kind as JSON')
    .argument('[file]', 'target file; standard output by default')
    .addOption(option('--kind <kind>', 'export one kind, such as WorklogType', 'kind'))
    .addOption(
      new Option('--format <format>', 'format of the archive; by default from the name of the file').choices([
        'zip',
        'tar.gz',
      ]),
    )
    .action(async (file: string | undefined, options: { kind?: string; format?: string }, command: Command) => {
      const connection = connect(command);
      if (file === undefined && options.kind === undefined && process.stdout.isTTY)
        throw usageError('An archive is not a text for a terminal. Name a file, or redirect standard output.');
      let written = 0;
      await withProgress(
        () => `Exporting ${sizeOf(written)} …`,
        async () => {
          const response = await requestExport(connection, options, file);
          const sink = file === undefined ? undefined : Bun.file(unfinished(file)).writer();
          for await (const chunk of response.body ?? []) {
            if (sink) await sink.write(chunk);
            else await Bun.write(Bun.stdout, chunk);
            written += chunk.length;
          }
          await sink?.end();
          if (file !== undefined) renameSync(unfinished(file), file);
        },
      );
      if (file !== undefined) console.error(`Wrote ${written} bytes to ${file}.`);
    });
  return withExamples(command, {
    'export backup.tar.gz': 'Write all kinds to an archive',
    'export --kind User users.json': 'Write one kind to a file',
  });
}

/** A backup that breaks off must not replace an earlier one. */
const unfinished = (file: string): string => `${file}.unfinished`;

function requestExport(
  { waybill }: Connection,
  { kind, format }: { readonly kind?: string; readonly format?: string },
  file: string | undefined,
): Promise<Response> {
  if (kind === undefined) {
    const archive = format ?? (file?.endsWith('.gz') ? 'tar.gz' : 'zip');
    return waybill.fetch(`/api/v2/admin/export?format=${archive}`, { method: 'POST' });
  }
  const found = kindOf(kind, '--kind');
  return waybill.fetch(`${pathOf(found)}/backup`, {
    method: 'POST',
    body: JSON.stringify({ entityType: found.name }),
    headers: { 'content-type': 'application/json' },
  });
}

/** @param name  the command is `waybill reindex` and `waybill indexes rebuild` */
export function reindexCommand(name = 'reindex'): Command {
  return withDryRun(new Command(name))
    .description('Rebuild the search index of a kind, or of all kinds, while the live one stays in use')
    .addArgument(argument('[kind]', 'kind, such as WorklogType', 'kind'))
    .option('--no-follow', 'do not wait for the job')
    .action(async (kind: string | undefined, options: { follow: boolean }, command: Command) => {
      const connection = connect(command);
      const job = await connection.waybill.api.postJobs({
        jobType: 'REINDEX',
        status: 'NEW',
        startDate: new Date().toISOString(),
        ...(kind !== undefined && { data: { kind: kindOf(kind).name } }),
      });
      if (options.follow && job.id) return follow(connection, job.id);
      if (connection.output.isText) console.log(`Started the job ${job.id}.`);
      else await connection.output.value(job);
    });
}
