import { join } from 'node:path';
import { plugin } from 'bun';

/** A preloaded module that adds the channel to the list of channels by an import and an element, as a developer does. */
const list = join(import.meta.dir, '..', '..', '..', '..', 'domain', 'notifications', 'channels', 'index.ts');
const source = await Bun.file(list).text();
const declared = 'const declared = [';
if (!source.includes(declared)) throw new Error(`${list} has no ${declared}`);
const contents = `import { pushChannel } from ${JSON.stringify(join(import.meta.dir, 'push.ts'))};\n${source.replace(
  declared,
  `${declared}pushChannel, `,
)}`;

plugin({
  name: 'push channel',
  setup: (build) => {
    build.onLoad({ filter: /notifications[\\/]channels[\\/]index\.ts$/ }, () => ({ contents, loader: 'ts' }));
  },
});
