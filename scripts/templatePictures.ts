import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  documentOf,
  pagePicture,
  REFERENCE_DPI,
  referencesFolder,
  templatePictures,
} from '../test/helpers/templatePictures.ts';

/**
 * `bun scripts/templatePictures.ts [name …]`: draws the shipped templates, as references of
 * test/drivers/rendering/shippedTemplates.test.ts and for docs/shippedTemplates.md. Look at them before you commit them.
 */
const names = process.argv.slice(2);
const shown = join(import.meta.dir, '..', 'docs', 'pictures');
for (const folder of [referencesFolder, shown]) mkdirSync(folder, { recursive: true });
for (const { name, file, data, size, page } of templatePictures) {
  if (names.length > 0 && !names.includes(name)) continue;
  const { content } = await documentOf(file, data, 'pdf', size);
  await Bun.write(join(referencesFolder, `${name}.png`), pagePicture(content, page, REFERENCE_DPI));
  if (name.endsWith('.en')) await Bun.write(join(shown, `${name.slice(0, -3)}.png`), pagePicture(content, page, 64));
  console.log(name);
}
