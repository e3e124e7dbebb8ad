import { basename } from 'node:path';
import { Command } from 'commander';
import { errorOf } from '../client/index.ts';
import { kindAtPath, kindNamed, kinds } from '../domain/kinds/index.ts';
import type { Kind } from '../domain/kinds/kind.ts';
import { type Connection, connect, table } from './connection.ts';
import { follow } from './jobs.ts';

export function importCommand(): Command {
  return new Command('import')
    .description('Import an archive of all kinds (zip, tar.gz), or the records of one kind (JSON, NDJSON, CSV)')
    .argument('<file>')
    .option('--kind <path>', 'kind of the records, such as WorklogType; without it the file is an archive')
    .option('--compare <member>', 'member by which records are matched', 'id')
    .option('--dry-run', 'show the changes without saving them')
    .action(async (file: string, options: { kind?: string; compare: string; dryRun?: boolean }, command: Command) => {
      const connection = connect(command);
      if (!(await Bun.file(file).exists())) throw new Error(`The file ${file} does not exist.`);
      const form = new FormData();
      form.set('file', Bun.file(file), basename(file));
      if (!options.kind) return importArchive(connection, form, { dryRun: options.dryRun ?? false });
      const query = new URLSearchParams({ compareField: options.compare, save: String(!options.dryRun) });
      const response = await send(connection, `/api/v2/${kindOf(options.kind).path}/diff/file?${query}`, form);
      const entries: { diffType: string }[] = JSON.parse(await response.text());
      if (connection.json) return console.log(JSON.stringify(entries));
      const count = (type: string) => entries.filter(({ diffType }) => diffType === `DIFF_TYPE_${type}`).length;
      const counts = `${count('NEW')} new, ${count('CHANGE')} changed, ${count('REMOVE')} removed`;
      console.log(options.dryRun ? `Dry run: ${counts}.` : `Saved: ${counts}.`);
    });
}

async function importArchive(connection: Connection, form: FormData, { dryRun }: { dryRun: boolean }): Promise<void> {
  const response = await send(connection, `/api/v2/admin/import?dryRun=${dryRun}`, form);
  const results: Record<string, unknown>[] = JSON.parse(await response.text());
  if (connection.json) return console.log(JSON.stringify(results));
  const head = Object.keys(results[0] ?? {});
  console.log(
    table(
      head,
      results.map((result) => head.map((name) => String(result[name] ?? ''))),
    ),
  );
  console.log(dryRun ? 'Nothing was saved.' : 'Saved.');
}

export function exportCommand(): Command {
  return new Command('export')
    .description('Export all kinds as an archive, or one kind as JSON')
    .argument('[file]', 'target file; standard output by default')
    .option('--kind <path>', 'export one kind, such as WorklogType')
    .option('--format <format>', 'format of the archive, zip or tar.gz; by default from the name of the file')
    .action(async (file: string | undefined, options: { kind?: string; format?: string }, command: Command) => {
      const connection = connect(command);
      const format = options.format ?? (file?.endsWith('.gz') ? 'tar.gz' : 'zip');
      const response = options.kind
        ? await backup(connection, kindOf(options.kind))
        : await send(connection, `/api/v2/admin/export?format=${encodeURIComponent(format)}`);
      if (file !== undefined) console.error(`Wrote ${await Bun.write(file, response)} bytes to ${file}.`);
      else for await (const chunk of response.body ?? []) await Bun.write(Bun.stdout, chunk);
    });
}

export function reindexCommand(): Command {
  return new Command('reindex')
    .description('Rebuild the search index of a kind, or of all kinds, while the live one stays in use')
    .argument('[kind]', 'kind, such as WorklogType')
    .option('--no-follow', 'do not wait for the job')
    .action(async (kind: string | undefined, options: { follow: boolean }, command: Command) => {
      const connection = connect(command);
      const job = await connection.waybill.api.postJobs({
        jobType: 'REINDEX',
        status: 'NEW',
        startDate: new Date().toISOString(),
        ...(kind && { data: { kind } }),
      });
      if (options.follow && job.id) return follow(connection, job.id);
      console.log(connection.json ? JSON.stringify(job) : `Started the job ${job.id}.`);
    });
}

function backup(connection: Connection, { name, path }: Kind): Promise<Response> {
  return send(connection, `/api/v2/${path}/backup`, JSON.stringify({ entityType: name }), 'application/json');
}

/** Finds a kind by its name or its path. */
function kindOf(text: string): Kind {
  const kind = kindNamed(text) ?? kindAtPath(text);
  if (kind) return kind;
  throw new Error(`--kind is ${JSON.stringify(text)} and must be one of ${kinds.map(({ name }) => name).join(', ')}.`);
}

/** Sends a request whose bodies are streams. The typed operations would read them into memory. */
async function send(
  { url, headers }: Connection,
  path: string,
  body?: FormData | string,
  type?: string,
): Promise<Response> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    body: body ?? null,
    headers: { ...headers, ...(type && { 'content-type': type }) },
  });
  if (!response.ok) throw await errorOf(response);
  return response;
}
