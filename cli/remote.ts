// The entry of the single binary (`npm run binary`), which operates services and runs none.
import { Command } from 'commander';
import { usageError } from './base/exitCodes.ts';
import { makeProgram } from './program.ts';
import { run } from './run.ts';

const program = makeProgram();
for (const name of ['start', 'worker', 'migrate', 'admin', 'doctor']) {
  const absent = new Command(name).argument('[words...]').allowUnknownOption();
  program.addCommand(
    absent.action(() => {
      throw usageError(
        `This binary operates running services. \`waybill ${name}\` is in the package: install a release with npm.`,
      );
    }),
    { hidden: true },
  );
}
await run(program);
