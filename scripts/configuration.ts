import { configurationTable } from '../app/config.ts';

/** Writes the table of docs/configuration.md anew; test/config.test.ts fails while it is not fresh. */
const file = Bun.file(`${import.meta.dir}/../docs/configuration.md`);
const text = await file.text();
await Bun.write(file, text.replace(/\| Variable \|[\s\S]*?(?=\n\n|$)/, configurationTable().replaceAll('$', '$$$$')));
