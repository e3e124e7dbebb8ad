import { configurationTable } from '../app/config.ts';

/** Writes the table of docs/configuration.md. test/config.test.ts fails if the table is out of date. */
const file = Bun.file(`${import.meta.dir}/../docs/configuration.md`);
const text = await file.text();
await Bun.write(file, text.replace(/\| Variable \|[\s\S]*?(?=\n\n|$)/, configurationTable().replaceAll('$', '$$$$')));
