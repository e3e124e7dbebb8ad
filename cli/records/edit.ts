import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Kind } from '../../domain/kinds/kind.ts';
import { isObject } from '../../domain/validation/values.ts';
import { argument, withExamples } from '../base/commands.ts';
import { type Connection, call, connect } from '../base/connection.ts';
import { CommandError, describeError, usageError } from '../base/exitCodes.ts';
import { kindOf } from '../base/kinds.ts';
import { yamlOf } from '../base/output.ts';
import { patchBetween, withoutAudit } from './changes.ts';
import { parseValues } from './documents.ts';
import { nameOf, pathOf, type ReadRecord, readRecord } from './recordAccess.ts';

/** `waybill edit`: opens a record as YAML in an editor, and writes the members that were changed. */
export function editCommand(): Command {
  const edit = new Command('edit')
    .description('Change a record in the editor of VISUAL or EDITOR')
    .addArgument(argument('<kind>', 'kind of the record', 'kind'))
    .addArgument(argument('<idOrCode>', 'id or code of the record', 'record'))
    .action(async (name: string, key: string, _: unknown, command: Command) => {
      const kind = kindOf(name);
      const connection = connect(command);
      const record = await readRecord(connection, kind, key);
      // The text may be confidential: only its owner can enter the folder.
      const folder = mkdtempSync(join(tmpdir(), 'waybill-edit-'));
      const file = join(folder, `${kind.path}.yaml`);
      const saved = await editUntilSaved(connection, kind, record, file);
      rmSync(folder, { recursive: true, force: true });
      connection.output.say(`${nameOf(kind, record.values)} ${saved}.`);
    });
  return withExamples(edit, { 'edit NotificationRule outage': 'Change a rule', 'edit User novak': 'Change a user' });
}

/** Opens the editor until the service accepts the text. A text that is left unchanged after an error ends the command. */
async function editUntilSaved(
  connection: Connection,
  kind: Kind,
  record: ReadRecord,
  file: string,
): Promise<'changed' | 'unchanged'> {
  const original = withoutAudit(record.values);
  const yaml = yamlOf(original);
  let text = `${header(kind, record)}${yaml}`;
  for (;;) {
    writeFileSync(file, text, { mode: 0o600 });
    await openEditor(file);
    const edited = await Bun.file(file).text();
    if (edited === text && withoutComments(edited) === yaml) return 'unchanged';
    if (edited === text) throw new CommandError('failed', `Nothing was saved. Your text is in ${file}.`);
    try {
      const [values] = parseValues(edited, file);
      if (!isObject(values)) throw usageError('The text must have the members of the record.');
      const patch = patchBetween(original, values);
      if (Object.keys(patch).length === 0) return 'unchanged';
      await call(connection, pathOf(kind, String(original['id'])), {
        method: 'PATCH',
        body: patch,
        headers: record.etag === undefined ? {} : { 'if-match': record.etag },
      });
      return 'changed';
    } catch (error) {
      const described = describeError(error, connection.url);
      if (described.outcome === 'conflict' || !process.stdin.isTTY)
        throw new CommandError(described.outcome, `${described.text}\nYour text is in ${file}.`);
      text = `${commented(`Not saved: ${described.text}`)}#\n${withoutComments(edited)}`;
    }
  }
}

const header = (kind: Kind, { values }: ReadRecord): string =>
  commented(
    `${nameOf(kind, values)}\nSave the text and leave the editor to change the record. A member that you delete is removed.`,
  );

const commented = (text: string): string => text.replaceAll(/^/gm, '# ').concat('\n');

/** Returns the text without the comments at its beginning. */
const withoutComments = (text: string): string => text.replace(/^(?:#.*\n)+/, '');

async function openEditor(file: string): Promise<void> {
  const editor = process.env['VISUAL'] || process.env['EDITOR'] || 'vi';
  // The variables may contain options: `code --wait`.
  const child = Bun.spawn(['sh', '-c', `${editor} "$1"`, 'sh', file], { stdio: ['inherit', 'inherit', 'inherit'] });
  const code = await child.exited;
  if (code !== 0)
    throw usageError(
      `The editor ${JSON.stringify(editor)} ended with ${code}. Set EDITOR to one that is installed. Your text is in ${file}.`,
    );
}
