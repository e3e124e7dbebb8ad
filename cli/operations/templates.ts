import { Command, Option } from 'commander';
import type { Format as DocumentFormat } from '../../client/index.ts';
import { documentTypes } from '../../domain/kinds/processing/formatterTemplate.ts';
import { isObject } from '../../domain/validation/values.ts';
import { argument, group, option, withExamples } from '../base/commands.ts';
import { type Connection, call, connect, reportWarnings } from '../base/connection.ts';
import { usageError } from '../base/exitCodes.ts';
import { member } from '../base/output.ts';
import { withProgress } from '../base/terminal.ts';
import { parseValues, textOfFile } from '../records/documents.ts';

const DATA = 'file with the data as JSON or YAML; - is standard input';
const TARGET = 'file for the document; standard output by default';

interface RenderOptions {
  readonly data?: string;
  readonly to?: string;
  readonly format?: string;
  readonly content?: string;
  readonly documentType?: string;
  readonly pdf?: boolean;
  readonly templateVersion?: string;
  readonly appendedVersions?: string;
}

/** `waybill templates …` */
export const templatesCommand = (): Command =>
  group('templates', 'Preview and render templates', [formats(), render(), preview()]);

const formats = (): Command =>
  new Command('formats').description('List the formats of documents').action(async (_: unknown, command: Command) => {
    const { waybill, output } = connect(command);
    await output.rows(await waybill.api.getDocumentsFormats(), [member('name'), member('mediaType', 'media type')]);
  });

function render(): Command {
  const command = new Command('render')
    .description('Render a document from a template and data')
    .addArgument(argument('<template>', 'code of the template', 'template'))
    .addOption(option('--format <format>', 'format of the document', 'format').default('pdf'))
    .option('-d, --data <file>', DATA)
    .option('--to <file>', TARGET)
    .option('--template-version <number>', 'number of a version; default: the current one')
    .option(
      '--appended-versions <list>',
      'versions of the appended templates, in the form of the header X-Appended-Versions',
    )
    .action(async (code: string, options: RenderOptions, self: Command) => {
      const connection = connect(self);
      const { mediaType, text } = await formatNamed(connection, options.format ?? 'pdf');
      const { templateVersion, appendedVersions } = options;
      const query = new URLSearchParams({
        warnings: 'true',
        ...(templateVersion !== undefined && { templateVersion }),
        ...(appendedVersions !== undefined && { appendedVersions }),
      });
      const path = `/api/v2/documents/generate/${encodeURIComponent(code)}/${encodeURIComponent(options.format ?? 'pdf')}?${query}`;
      const response = await post(connection, path, await dataOf(options.data), mediaType);
      reportWarnings(response);
      await writeDocument(response, options.to, { isText: text });
    });
  return withExamples(command, {
    'templates render invoice --data invoice.json --to invoice.pdf': 'Render a PDF',
    'templates render outage-mail --format html -d outage.yaml': 'Print a rendered e-mail',
  });
}

function preview(): Command {
  const command = new Command('preview')
    .description('Preview a stored template with its preview data, or a template of a file, without storing anything')
    .addArgument(argument('[template]', 'code or id of the template', 'template'))
    .option('--content <file>', 'file with a template, in place of a stored one')
    .addOption(
      new Option(
        '--document-type <type>',
        'document type of that file, which decides its warnings; PDF by default',
      ).choices(documentTypes),
    )
    .option('-d, --data <file>', DATA)
    .option('--pdf', 'make a PDF instead of HTML')
    .option('--to <file>', TARGET)
    .action(async (code: string | undefined, options: RenderOptions, self: Command) => {
      const connection = connect(self);
      if ((code === undefined) === (options.content === undefined))
        throw usageError('Name a stored template, or a file with --content.');
      const { documentType } = options;
      if (code !== undefined && documentType !== undefined)
        throw usageError('A stored template has its own type: leave out --document-type.');
      const path = `/api/v2/formatter-templates${code === undefined ? '' : `/${encodeURIComponent(code)}`}/preview`;
      const data = options.data === undefined ? undefined : await dataOf(options.data);
      const body =
        options.content === undefined
          ? { ...(data !== undefined && { data }) }
          : {
              content: await textOfFile(options.content),
              data: data ?? {},
              ...(documentType !== undefined && { documentType }),
            };
      const response = await post(connection, path, body, options.pdf ? 'application/pdf' : 'text/html');
      reportWarnings(response);
      await writeDocument(response, options.to, { isText: !options.pdf });
    });
  return withExamples(command, {
    'templates preview invoice --pdf --to invoice.pdf': 'Render a template with its preview data',
    'templates preview --content draft.hbs -d data.json': 'Render a draft that is not stored',
    'templates preview --content mail.hbs --document-type EMAIL': 'Render the draft of an e-mail',
  });
}

async function formatNamed({ waybill }: Connection, name: string): Promise<DocumentFormat> {
  const all = await waybill.api.getDocumentsFormats();
  const found = all.find((one) => one.name === name || one.mediaType === name);
  if (found) return found;
  throw usageError(`--format is ${JSON.stringify(name)} and must be one of ${all.map((one) => one.name).join(', ')}.`);
}

async function dataOf(file: string | undefined): Promise<object> {
  if (file === undefined) return {};
  const [data = {}] = parseValues(file === '-' ? await Bun.stdin.text() : await textOfFile(file), file);
  if (isObject(data)) return data;
  throw usageError(`${file}: must be an object with the data of the template.`);
}

function post({ waybill }: Connection, path: string, body: object, accept: string): Promise<Response> {
  return withProgress(
    () => 'Rendering …',
    () =>
      waybill.fetch(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', accept },
      }),
  );
}

async function writeDocument(
  response: Response,
  to: string | undefined,
  { isText }: { isText: boolean },
): Promise<void> {
  if (to !== undefined) {
    console.error(`Wrote ${await Bun.write(to, response)} bytes to ${to}.`);
    return;
  }
  if (!isText && process.stdout.isTTY)
    throw usageError('The document is not a text for a terminal. Name a file with --to.');
  for await (const chunk of response.body ?? []) await Bun.write(Bun.stdout, chunk);
}

/** `waybill scripts …` */
export const scriptsCommand = (): Command =>
  group('scripts', 'Run stored scripts', [
    withExamples(
      new Command('run')
        .description('Run a script with an input and print its result')
        .addArgument(argument('<script>', 'code of the script', 'script'))
        .option('-d, --data <file>', 'file with the input as JSON or YAML; - is standard input')
        .action(async (code: string, { data }: RenderOptions, self: Command) => {
          const connection = connect(self, 'json');
          const path = `/api/v2/scripts/${encodeURIComponent(code)}/evaluate`;
          const body = await dataOf(data);
          await connection.output.value(
            await withProgress(
              () => 'Running …',
              () => call(connection, path, { method: 'POST', body }),
            ),
          );
        }),
      { 'scripts run double --data input.json': 'Run a script with an input' },
    ),
  ]);
