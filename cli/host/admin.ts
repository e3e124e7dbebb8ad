import { Command } from 'commander';
import { readConfig } from '../../app/config.ts';
import { option, withExamples } from '../base/commands.ts';

/** `waybill admin create`: works on the database, not on the service. */
export function adminCommand(): Command {
  const admin = new Command('admin').description('Make administrators');
  const create = admin
    .command('create')
    .description(
      'Make a user an administrator, on DATABASE_URL or the database of a running npm start, and print a key',
    )
    .addOption(option('--code <code>', 'code of the user, who is created if missing', 'user').makeOptionMandatory())
    .action(async ({ code }: { code: string }) => {
      const { createAdmin } = await import('../../app/admin.ts');
      await createAdmin(readConfig(process.env), code);
    });
  withExamples(create, { 'admin create --code novak': 'Make the first administrator' });
  return admin;
}
