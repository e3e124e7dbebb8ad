import { existsSync, readdirSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveWork } from '../../../drivers/processPool/poolWorker.ts';
import type { OfficeAnswer, OfficeWork } from '../../../drivers/rendering/office/officeWork.ts';

/**
 * A fake converter that its pages control: `die`, `hang` and `grow` act once, `alwaysDie` and `alwaysHang` each time. If
 * its folder has a file `stall`, its first start hangs; if it has a file `wait`, a start lasts until that file is deleted.
 * It responds with its process id.
 */
const folder = process.argv[4] ?? '';
const first = (what: string): boolean => {
  const file = join(folder, what);
  if (existsSync(file)) return false;
  writeFileSync(file, '');
  return true;
};
writeFileSync(join(folder, `start-${readdirSync(folder).length}-${process.pid}`), '');
if (existsSync(join(folder, 'stall')) && first('stalled')) await new Promise(() => {});
const wait = join(folder, 'wait');
if (existsSync(wait)) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(wait, () => existsSync(wait) || resolve());
  if (!existsSync(wait)) resolve();
  await promise;
  watcher.close();
}

serveWork<OfficeWork, OfficeAnswer>(async ({ html }) => {
  if (html === 'alwaysDie' || (html === 'die' && first('died'))) process.exit(3);
  if (html === 'alwaysHang' || (html.trimEnd() === 'hang' && first('hung'))) for (;;);
  return {
    answer: { content: new TextEncoder().encode(String(process.pid)) },
    retire: html === 'grow' && first('grown'),
  };
});
