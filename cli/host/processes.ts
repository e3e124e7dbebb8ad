import { Command } from 'commander';

/** The commands that main.ts runs as processes. `api` is one too, without a path: see apiCallCommand. */
const processes: Readonly<Record<string, string>> = {
  start: 'Run the whole service on this machine: database, API and workers',
  worker: 'Run a worker process on the database in DATABASE_URL',
  migrate: 'Apply the pending migrations to the database',
};

/** main.ts reads the name of the process from the arguments. */
export const runProcess = async (): Promise<void> => void (await import('../../main.ts'));

export const processCommands = (): Command[] =>
  Object.entries(processes).map(([name, description]) => new Command(name).description(description).action(runProcess));
