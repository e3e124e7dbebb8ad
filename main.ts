import { type Config, readConfig } from './app/config.ts';
import { exitWithError } from './app/lifecycle.ts';
import { OperatorError } from './domain/runtime/operatorError.ts';

/** Each process imports only what it runs: an api process loads nothing of what workers load. */
const commands: Readonly<Record<string, () => Promise<(config: Config) => Promise<void>>>> = {
  start: async () => (await import('./app/standalone.ts')).runStandalone,
  api: async () => (await import('./app/api.ts')).runApi,
  worker: async () => (await import('./app/worker.ts')).runWorker,
  migrate: async () => (await import('./app/migrate.ts')).runMigrate,
  admin: async () => (await import('./app/admin.ts')).runAdmin,
};

try {
  const name = process.argv[2] ?? 'start';
  const load = commands[name];
  if (!load) throw new OperatorError(`${JSON.stringify(name)} is none of ${Object.keys(commands).join(', ')}.`);
  const config = readConfig(process.env);
  const run = await load();
  await run(config);
} catch (error) {
  exitWithError(error);
}
